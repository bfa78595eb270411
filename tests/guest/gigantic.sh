#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Pages of 1 GB, the default size here: through every interface, used and reserved
# ones, more than there are.  Of two nodes node 1 has fewer.  Where memory is short, a
# page of the kernel's own that lies elsewhere costs a gigantic one.
# usage: gigantic.sh [hvo]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
hvo=${1:-}
after() { [ "$hvo" != hvo ] || all_optimized "$1"; }

set_pool sysctl 8
set_pool sysctl 0
baseline
resize grow-sysctl 2 sysctl 3
after grow-sysctl
resize grow-sysfs 2 sysfs 6
resize grow-single 0 sysctl 7
resize grow-bind-1 1+ bind 1 9
after grow-bind-1
resize grow-interleave 2 interleave 0,1 11
resize shrink-odd 2 sysctl 8
after shrink-odd
resize shrink-single 0 sysfs 7
resize shrink-bind-0 1+ bind 0 5
resize grow-node-0 1+ node 0 6
# A single page, but two where CMA has had no more for the steps before.
workers=0
[ "$(cat "$(node_hp 1)/nr_hugepages")" = 4 ] || workers=1+
resize grow-node-1 $workers node 1 5
resize shrink-node-0 1+ node 0 3
resize shrink-to-0 2 sysctl 0
after shrink-to-0

# A page in use, others reserved.
resize grow-to-use 2 sysctl 6
numactl --membind=0 fallocate -l 1G /dev/hugepages/used || echo 'not ok cannot use a page'
mkdir -p /mnt/reserved
mount -t hugetlbfs -o min_size=2G none /mnt/reserved
step used
resize shrink-used 2 sysctl 0
rm /dev/hugepages/used
# With HVO, a worker of the kernel frees it.
sleep 1
step unused
umount /mnt/reserved
step unreserved
sysctl -qw vm.nr_overcommit_hugepages=1
numactl --membind=1 fallocate -l 1G /dev/hugepages/surplus || echo 'not ok no page beyond the pool'
step surplus
resize grow-takes-surplus 2 sysctl 4
rm /dev/hugepages/surplus
resize shrink-surplus 2 sysctl 0
sysctl -qw vm.nr_overcommit_hugepages=0

# shellcheck disable=SC2034 # for taken()
mem_sum=1
# A writer of node 1 only: gigantic pages do not look at it.
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
mkdir /sys/fs/cgroup/set
echo 1 >/sys/fs/cgroup/set/cpuset.mems
confined set sysctl -qw vm.nr_hugepages=4
step cpuset
resize cpuset-freed 2 sysctl 0

# short NAME WAY...: ask for more than there is.
short() {
	name=$1
	shift
	set_pool "$@" || echo "not ok $name: the write failed"
	look "$name"
	for n in $nodes; do
		echo "atleast $name-node$n 1 $(cat "$(node_hp "$n")/nr_hugepages")"
	done
	if patched; then
		read_record
		check_is "$name: done, over nodes, not interrupted" "$done_pages $node_pages $interrupted" "$(nr) $(nr) false"
	fi
	after "$name"
	set_pool sysctl 0
	step "$name-freed"
}
# Node 1 runs dry, then both do.
short one-node-dry sysctl 16
short too-large sysctl 1000
short node-too-small node 1 1000
resize grow-after 2 sysctl 3
resize shrink-after 2 sysctl 0
