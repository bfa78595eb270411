#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Pages that cannot go, pages that must not come: used, reserved, surplus,
# outside the writer's cpuset.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
mkdir -p /mnt/reserved
# shellcheck disable=SC2034 # for taken()
mem_sum=1
hold() { numactl "--membind=$1" fallocate -l "$(($2 * 2))M" "/dev/hugepages/$1" || echo "not ok cannot use $2 pages"; }

set_pool sysctl 3000
set_pool sysctl 0
baseline
resize grow 2 sysctl 1201
hold 0 61
step used
# 61 pages of node 0 stay, as surplus.
resize shrink-used 2 sysctl 0
resize surplus-to-persistent 2 sysctl 601
rm /dev/hugepages/0
step unused
resize shrink-unused 2 sysctl 101
hold 1 15
resize shrink-used-again 0 sysctl 10
rm /dev/hugepages/1
step surplus-freed

resize grow-reserved-pool 2 sysctl 801
mount -t hugetlbfs -o min_size=400M none /mnt/reserved
step reserved
# 200 of 801 are reserved.
resize shrink-reserved 2 sysctl 0
resize grow-reserved 2 sysctl 501
umount /mnt/reserved
step reserved-released
resize shrink-all 2 sysctl 0

sysctl -qw vm.nr_overcommit_hugepages=100
resize grow-overcommit 2 sysctl 301
hold 0 90
hold 1 90
rm /dev/hugepages/0
resize shrink-overcommit 0 sysctl 51
hold 0 60
step overcommitted
# Surplus pages turn persistent before new ones come.
resize grow-takes-surplus 2 sysctl 601
rm /dev/hugepages/0 /dev/hugepages/1
step overcommit-released
sysctl -qw vm.nr_overcommit_hugepages=0
resize shrink-after-overcommit 2 sysctl 0

# A writer whose cpuset is node 0.
cg=/sys/fs/cgroup/one
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
mkdir "$cg"
echo 0 >"$cg/cpuset.mems"
confined() {
	sh -c 'echo $$ >"$1/cgroup.procs" && shift && exec "$@"' sh "$cg" sysctl -qw "$1"
	step "$2"
	engine "$2" 1+ sysctl "$3"
}
confined vm.nr_hugepages=601 cpuset-grow 601
resize grow-after-cpuset 2 sysctl 1202
resize grow-odd-after-cpuset 2 sysctl 1503
confined vm.nr_hugepages=1201 cpuset-shrink -302
resize shrink-after-cpuset 2 sysctl 700
resize shrink-to-0 2 sysctl 0
