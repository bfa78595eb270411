#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# vm.hugetlb_parallel_workers: its values, and what they do.  2 nodes, 2 CPUs.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

check_is 'the default' "$(cat "$workers_file")" 0
check_is 'the file may be written by root only' "$(stat -c %a "$workers_file")" 644

# workers VALUE WORKERS: these take part in a growth and in a shrink.
workers() {
	check "$1 is accepted" sysctl -qw "vm.hugetlb_parallel_workers=$1"
	check_is "$1 reads back" "$(cat "$workers_file")" "$1"
	set_pool sysctl 1001
	check_is "$1: growth: all pages are there" "$(nr)" 1001
	engine "$1: growth" "$2" sysctl 1001
	set_pool sysctl 0
	check_is "$1: shrink: no page stays" "$(nr)" 0
	engine "$1: shrink" "$2" sysctl -1001
}
workers 1 0
workers 2 2
workers 3 2
workers 64 2
workers 1024 2
workers 0 2

sysctl -qw vm.hugetlb_parallel_workers=2
for bad in -1 1025 4294967296 99999999999999999999 abc 2x 1.5 '' ' '; do
	# dash says "I/O error" whatever the error is.
	# shellcheck disable=SC2016 # for the inner shell
	err=$(busybox sh -c 'echo "$1" >"$2"' sh "$bad" "$workers_file" 2>&1)
	check "'$bad' is refused" [ -n "$err" ]
	case $err in
	*'nvalid argument'*) echo "ok '$bad' is EINVAL" ;;
	*) echo "not ok '$bad' is EINVAL: '$err'" ;;
	esac
	check_is "'$bad' changes nothing" "$(cat "$workers_file")" 2
done

# The engine's smallest request and the largest one it leaves alone.
set_pool sysctl 255
engine '255 pages' 0 sysctl 255
set_pool sysctl 511
engine '256 pages' 2 sysctl 256

# A request for what is there is no resize.
set_pool sysctl 511
engine 'no change' 2 sysctl 256
