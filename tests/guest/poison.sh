#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Memory that fails under pages of the pool: free, free but reserved, in use.
# Two nodes, CPU N on node N.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

set_pool sysctl 1600
set_pool sysctl 0
baseline

# failed NAME: the pool, and kB that have failed so far
failed() {
	step "$1"
	echo "step $1-failed $(awk '/^HardwareCorrupted/ { print $2 }' /proc/meminfo) kB"
}
# free_frame CPU: a frame number inside a free page of this CPU's node, one that
# has been in use
free_frame() {
	use_pages "$1" 1 1
	unuse_pages
	echo $(($(sed -n 2p /tmp/used) + 5))
}
fail() { # FRAME
	said=$(busybox sh -c "echo $1 >/sys/kernel/debug/hwpoison/corrupt-pfn" 2>&1)
	said=${said##*: }
	echo "${said:-recovered}"
}

mkdir -p /mnt/reserved

# failures NAME
failures() {
	resize "$1-grow" 2 sysctl 1001
	frame=$(free_frame 0)
	echo "step $1-free-says $(fail "$frame")"
	failed "$1-free"
	echo "step $1-again-says $(fail "$frame")"
	failed "$1-again"
	resize "$1-grow-after" 2 sysctl 1402
	echo "step $1-next-says $(fail "$(free_frame 1)")"
	resize "$1-shrink-after" 2 sysctl 701
	failed "$1-next"
	resize "$1-shrink-to-0" 2 sysctl 0
	failed "$1-freed"

	# Nothing may go while all is reserved: the page stays and leaves with others.
	resize "$1-grow-to-reserve" 2 sysctl 601
	frame=$(free_frame 1)
	mount -t hugetlbfs -o min_size=1202M none /mnt/reserved
	echo "step $1-reserved-says $(fail "$frame")"
	failed "$1-reserved"
	resize "$1-grow-around" 2 sysctl 1202
	umount /mnt/reserved
	resize "$1-shrink-with-it" 2 sysctl 402
	failed "$1-unreserved"
	resize "$1-shrink-all" 2 sysctl 0
	failed "$1-reserved-freed"
	# Where new pages are checked, the one with it is passed over: another of
	# the same node takes its place.
	turn_to_node_1
	set_pool sysctl 1701
	look "$1-grow-over-it"
	echo "step $1-grow-over-it $look_out"
	engine "$1-grow-over-it" 2 sysctl 1701
	set_pool sysctl 0
	# And its memory is lost.
	baseline

	resize "$1-grow-to-use" 2 sysctl 801
	echo "step $1-used-says $(numactl --physcpubind=1 hugemap poison)"
	failed "$1-used"
	resize "$1-shrink-used" 2 sysctl 0
	failed "$1-used-freed"
	resize "$1-grow-at-last" 2 sysctl 1402
	resize "$1-shrink-at-last" 2 sysctl 0
}
failures hvo-off
sysctl -qw vm.hugetlb_optimize_vmemmap=1
# HVO splits page tables that stay.
set_pool sysctl 1600
set_pool sysctl 0
baseline
failures hvo-on
