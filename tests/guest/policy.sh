#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Whose pages go where: memory policies and cpusets of the writer on three nodes,
# CPU N on node N.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
# shellcheck disable=SC2034 # for taken()
mem_sum=1

set_pool sysctl 2400
set_pool sysctl 0
baseline

# policy NAME ORIGIN PAGES FILE NUMACTL-OPTION...: with this policy, by this file
policy() {
	name=$1 origin=$2 want=$3 file=$4
	shift 4
	before=$(nr)
	# shellcheck disable=SC2016 # for the inner shell
	numactl "$@" sh -c 'echo "$1" >"$2"' sh "$want" "$file" || echo "not ok $name: the write failed"
	step "$name"
	engine "$name" 1+ "$origin" $(($(nr) - before))
}
sysctl_file=/proc/sys/vm/nr_hugepages_mempolicy
resize interleave-two 2 interleave 0,2 601
resize interleave-two-odd 2 interleave 0,2 902
resize bind-two 2 bind 1,2 1203
resize after-policies 3 sysctl 1504
policy preferred sysctl 1805 $sysctl_file --preferred=1
policy local sysctl 1541 $sysctl_file --physcpubind=2 --localalloc
policy sysfs-bind sysfs 1240 "$hp/nr_hugepages_mempolicy" --membind=1,2
policy sysfs-interleave sysfs 1601 "$hp/nr_hugepages_mempolicy" --interleave=all
policy ignored sysctl 1204 /proc/sys/vm/nr_hugepages --membind=0
policy ignored-by-node node 700 "$(node_hp 1)/nr_hugepages" --membind=0
resize shrink-two 2 interleave 0,1 801
resize shrink-all 1+ sysctl 0

# A writer that may use node 1.
echo '+cpuset +hugetlb' >/sys/fs/cgroup/cgroup.subtree_control
mkdir /sys/fs/cgroup/set
mems=/sys/fs/cgroup/set/cpuset.mems
echo 1 >$mems
confined set sh -c "echo 401 >$(node_hp 1)/nr_hugepages"
step cpuset-own-node
confined set sh -c "echo 300 >$(node_hp 0)/nr_hugepages"
step cpuset-other-node
echo 0,2 >$mems
confined set numactl --interleave=0,2 sysctl -qw vm.nr_hugepages_mempolicy=1002
step cpuset-interleave
confined set numactl --membind=2 sysctl -qw vm.nr_hugepages_mempolicy=1403
step cpuset-bind
confined set sysctl -qw vm.nr_hugepages=1750
step cpuset-two-nodes
confined set sysctl -qw vm.nr_hugepages=800
step cpuset-shrinks-anywhere
resize after-cpuset 3 sysctl 1601
confined set numactl --membind=0 sysctl -qw vm.nr_hugepages_mempolicy=1300
step cpuset-bind-shrink
resize shrink-to-0 3 sysctl 0

# The set changes while the writer is at work: the engine's pages come all the same,
# the serial path may give up early.
rounds() {
	for _ in 1 2; do
		set_pool sysctl 800
		nr
		set_pool sysctl 0
	done
}
: >/tmp/go
while [ -e /tmp/go ]; do
	for m in 0 1 2 0-2; do
		echo $m >$mems
	done
done &
echo $$ >/sys/fs/cgroup/set/cgroup.procs
rounds | sort | uniq -c >/tmp/rounds
rm /tmp/go
wait
echo $$ >/sys/fs/cgroup/cgroup.procs
! patched || check_is 'all pages of each growth in a cpuset that changes' "$(xargs </tmp/rounds)" '2 800'
turn_to_node_1
step cpuset-changed

# What a control group may use does not limit what it may put into the pool.
mkdir /sys/fs/cgroup/few
echo 100M >/sys/fs/cgroup/few/hugetlb.2MB.max
used() { echo "$(cat /sys/fs/cgroup/few/hugetlb.2MB.current) $(cat /sys/fs/cgroup/few/hugetlb.2MB.rsvd.current)"; }
confined few sysctl -qw vm.nr_hugepages=801
step cgroup-grows
echo "step cgroup-limit $(confined few hugemap hold 70 70) $(used)"
echo $$ >/sys/fs/cgroup/few/cgroup.procs
use_pages 0 40 40
echo $$ >/sys/fs/cgroup/cgroup.procs
echo "step cgroup-used $(used)"
resize cgroup-shrinks 1+ sysctl 0
echo "step cgroup-surplus $(used)"
resize cgroup-grows-around 1+ sysctl 601
unuse_pages
echo "step cgroup-unused $(used)"
step cgroup-pool
echo 50M >/sys/fs/cgroup/few/hugetlb.2MB.rsvd.max
echo "step cgroup-reserve $(confined few hugemap hold 30 0 2>&1) $(used)"
resize cgroup-done 1+ sysctl 0

# Pages in use turn surplus and persistent again.
resize grow-to-use 3 sysctl 1203
use_pages 1 80 80
step used
resize shrink-to-surplus 1+ sysctl 0
set_pool sysctl 60
step partly-persistent
resize grow-over-surplus 1+ sysctl 801
resize shrink-to-part 1+ sysctl 30
unuse_pages
step surplus-freed
sysctl -qw vm.nr_overcommit_hugepages=100
use_pages 2 90 90
step overcommitted
set_pool sysctl 50
step overcommit-persistent
resize grow-over-overcommit 1+ sysctl 701
resize shrink-to-overcommit 1+ sysctl 20
unuse_pages
sysctl -qw vm.nr_overcommit_hugepages=0
step overcommit-freed
set_pool sysctl 0

# What is mapped and not yet touched cannot go.
resize grow-to-reserve 3 sysctl 1203
use_pages 1 500 40
step reserved
resize shrink-reserved 1+ sysctl 0
resize grow-reserved 3 sysctl 901
resize shrink-to-reserved 1+ sysctl 200
unuse_pages
step unreserved
set_pool sysctl 0
step shrink-unreserved
