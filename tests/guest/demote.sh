#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Pages of 1 GB, the default size here, that become pages of 2 MB: some, those of a
# node, all that are free, and while both pools are resized.
# usage: demote.sh [hvo]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
hvo=${1:-}
small=/sys/kernel/mm/hugepages/hugepages-2048kB large=$hp

# In the pool of 2 MB pages.
in_small() {
	page_kb=2048 hp=$small
	"$@"
	page_kb=1048576 hp=$large
}
look_small() {
	look "$1"
	echo "step $1 $look_out"
	[ "$hvo" != hvo ] || all_optimized "$1"
}
demote() { # NAME FILE PAGES
	if echo "$3" >"$2"; then said=written; else said=refused; fi
	echo "step $1-write $said"
	step "$1"
	in_small look_small "$1-2M"
}
empty() {
	echo 0 >$small/nr_hugepages
	set_pool sysctl 0
	step "$1"
}

set_pool sysctl 3
echo 3 >"$hp/demote"
echo 0 >$small/nr_hugepages
set_pool sysctl 0
baseline
set_pool sysctl 7
demote one "$hp/demote" 1
demote three "$hp/demote" 3
demote node-1 "$(node_hp 1)/demote" 2
demote more-than-there-are "$hp/demote" 100
empty emptied

set_pool sysctl 6
numactl --membind=1 fallocate -l 1G /dev/hugepages/used || echo 'not ok cannot use a page'
mkdir -p /mnt/reserved
mount -t hugetlbfs -o min_size=1G none /mnt/reserved
step used
demote not-the-used-one "$(node_hp 1)/demote" 3
rm /dev/hugepages/used
umount /mnt/reserved
demote unused "$hp/demote" 6
empty emptied-again

if patched; then
	sysctl -qw vm.hugetlb_parallel_workers=1
	set_pool sysctl 5
	demote serial "$hp/demote" 5
	sysctl -qw vm.hugetlb_parallel_workers=2
	empty serial-emptied
else
	set_pool sysctl 5
	demote serial "$hp/demote" 5
	empty serial-emptied
fi

# shellcheck disable=SC2034 # for taken()
mem_sum=1
for i in 1 2 3 4 5 6 7 8; do
	echo $((i * 100)) >$small/nr_hugepages
	echo 50 >$small/nr_hugepages
done &
for n in 4 6 5 7; do
	set_pool sysctl $n
	echo 3 >"$hp/demote"
done
wait
in_small look beside-resizes-2M
look beside-resizes
empty beside-resizes-emptied
