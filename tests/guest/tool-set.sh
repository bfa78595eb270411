#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl set with real resizes, on any kernel.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh

# sets STATUS NAME ARGUMENT...: leaves /tmp/out and /tmp/err
sets() {
	want=$1 name=$2
	shift 2
	hugetlbctl set "$@" >/tmp/out 2>/tmp/err
	check_is "$name: exit status" $? "$want"
}
says() { # NAME PATTERN: in what it wrote last
	if grep -q -e "$2" /tmp/out /tmp/err; then
		echo "ok $1"
	else
		echo "not ok $1"
		cat /tmp/out /tmp/err
	fi
}

sets 0 'a number of pages' 2M=601
check_is 'a number of pages: the pool' "$(pool)" '0:301/301/0 1:300/300/0'
says 'a number of pages: told' '^2M: 601 pages (1.2G), +601 in '
sets 0 'the same again' 2M=601
says 'the same again: told' 'as before'
sets 0 'memory, more and less' 2M=-1 1G=+2G
check_is 'memory, more and less: the pool' "$(pool) $(cat "${hp%/*}/hugepages-1048576kB/nr_hugepages")" \
	'0:300/300/0 1:300/300/0 2'
sets 0 'away with them' 1G=0
sets 0 'an uneven split in one call' 2M=400 --node 0=25,1=75
check_is 'an uneven split in one call: the pool' "$(pool)" '0:100/100/0 1:300/300/0'
sets 0 'each node its own value' 2M --node 0=+10,1=10M
check_is 'each node its own value: the pool' "$(pool)" '0:110/110/0 1:5/5/0'
numactl --membind=1 hugetlbctl set --mempolicy 2M=+50 >/tmp/out 2>/tmp/err
check_is '--mempolicy: exit status' $? 0
check_is '--mempolicy: the pool' "$(pool)" '0:110/110/0 1:55/55/0'
numactl --membind=1 hugetlbctl set --mempolicy 2M=7 >/tmp/out 2>/tmp/err
check_is '--mempolicy, with too many pages elsewhere: exit status' $? 2
says '--mempolicy, with too many pages elsewhere: told' \
	'set: 2M=7: makes 7 pages, but 110 on nodes that the memory policy leaves out would stay$'
check_is '--mempolicy, with too many pages elsewhere: the pool' "$(pool)" '0:110/110/0 1:55/55/0'
numactl --membind=1 hugetlbctl set --mempolicy 2M=75% >/tmp/out 2>/tmp/err
check_is '--mempolicy, more than its nodes hold: exit status' $? 2
says '--mempolicy, more than its nodes hold: told' \
	'2M=75%: too large: makes [0-9]* pages on the nodes of the memory policy, whose memory holds [0-9]*$'
numactl --localalloc hugetlbctl set --mempolicy 2M=7 >/tmp/out 2>/tmp/err
check_is '--mempolicy, of an unnamed node: exit status' $? 3
says '--mempolicy, of an unnamed node: told' '^  pages on nodes that the memory policy leaves out stay$'
sets 0 'as before' 2M --node 0=110,1=55
sets 0 '--dry-run' --dry-run 2M=999
check_is '--dry-run: the pool' "$(pool)" '0:110/110/0 1:55/55/0'
says '--dry-run: told' "^write 999 to $hp/nr_hugepages (+834 pages)"

# Who may not.
su -s /bin/sh nobody -c 'hugetlbctl set 2M=5' >/tmp/out 2>/tmp/err
check_is 'nobody: exit status' $? 1
says 'nobody: which privilege is missing' 'nr_hugepages: Permission denied: writing it takes root, or the capability CAP_DAC_OVERRIDE'

su -s /bin/sh nobody -c 'hugetlbctl set --dry-run 2M=5' >/tmp/out 2>/tmp/err
check_is 'nobody: --dry-run: exit status' $? 0
says 'nobody: --dry-run: told' "^write 5 to $hp/nr_hugepages (-160 pages)"

# A size that the kernel refuses, as one without CONFIG_CONTIG_ALLOC does.
mount --bind /proc/sys/vm/overcommit_memory "${hp%/*}/hugepages-1048576kB/nr_hugepages"
sets 3 'one of two is refused' 1G=5 2M=166
says 'one of two is refused: told' '^hugetlbctl: set: this kernel allocates 1G pages only at boot'
check_is 'one of two is refused: the other one' "$(cat "$hp/nr_hugepages")" 166
sets 4 'all are refused' 1G=5
umount "${hp%/*}/hugepages-1048576kB/nr_hugepages"

# As in a container.
mount --bind /sys /sys
mount -o remount,bind,ro /sys
for dry in '' --dry-run; do
	# shellcheck disable=SC2086 # a word or none
	sets 1 "/sys to read only $dry" $dry 2M=5
	says "/sys to read only $dry: told" 'nr_hugepages: mounted read-only here (in a container?): run it on the host$'
done
umount /sys

# Pages in use stay, as surplus.
fallocate -l 40M /dev/hugepages/file
sets 3 'shrink with pages in use' 2M=0
says 'shrink with pages in use: told' '^hugetlbctl: set: 2M: asked for 0 pages, got 0 and 20 more that cannot be freed yet'
says 'shrink with pages in use: why' '^  20 pages are in use, to go back when released'
rm /dev/hugepages/file
check_is 'shrink with pages in use: they go back' "$(pool)" '0:0/0/0 1:0/0/0'

# Short of memory on one node; on both, the kernel would kill tasks.
sets 3 'more than there is' 2M --node 1=100%
says 'more than there is: told' '^hugetlbctl: set: 2M on node 1: asked for [0-9]* pages, got [0-9]*, [0-9]* missing$'
says 'more than there is: the node' '^  node 1: [0-9]* pages, before 0; [0-9.KMG]* of memory free, blocks of 2M in it: [0-9]*$'
says 'more than there is: the cause' 'likely cause: too little free memory: .* are free, the missing pages take [0-9.]*[MG]$'
sets 0 'and none' 2M=0
# Blocks that a watermark keeps: it rises once the rest is taken.
least=$(cat /proc/sys/vm/min_free_kbytes)
echo 131072 >/proc/sys/vm/min_free_kbytes
sets 3 'as much as a high watermark leaves' 2M --node 1=100%
echo 262144 >/proc/sys/vm/min_free_kbytes
sets 3 'one more than there is' 2M --node 1=+1 --retry 2
says 'one more than there is: the cause' \
	'likely cause: too little free memory: .* are free, of which .*zoneinfo) leave no page of 2M; the missing page takes 2M$'
echo "$least" >/proc/sys/vm/min_free_kbytes
sets 0 'and none after that' 2M=0
total=$(($(awk '/MemTotal/ { print $4 }' /sys/devices/system/node/node1/meminfo) / 2048))
numactl --membind=1 hugetlbctl set --mempolicy "2M=$total" >/tmp/out 2>/tmp/err
check_is '--mempolicy, short: exit status' $? 3
says '--mempolicy, short: the cause' 'likely cause: too little free memory on the nodes of the memory policy: '
says '--mempolicy, short: the other node' '^  node 0: 0 pages, before 0; left out by the memory policy$'
sets 0 'and none again' 2M=0
hugetlbctl set -q 1G --node 1=2
sets 3 '--retry' 2M --node 1=1800 --retry 1
says '--retry: told' ' missing after 2 tries$'
(
	sleep 1
	hugetlbctl set -q 1G=0
) &
sets 0 'a node that gets there on a later try' 2M --node 1=1800 --retry 60 --compact
wait
check_is 'a node that gets there on a later try: the pool' "$(pool)" '0:0/0/0 1:1800/1800/0'
sets 3 'a time that is over' 2M --node 1=100% --timeout 2
says 'a time that is over: told' '; the time is over$'
hugetlbctl set -q 2M=0

# A cpuset narrows what a task can get.
cg=/sys/fs/cgroup/narrow
echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control && mkdir $cg && echo 0 >$cg/cpuset.mems &&
	echo 0-1 >$cg/cpuset.cpus
for pages in 100 600; do
	sh -c "echo 0 >$cg/cgroup.procs; exec hugetlbctl set 2M --node 1=$pages" >/tmp/out 2>/tmp/err
	check_is "a cpuset, $pages pages: exit status" $? 3
	says "a cpuset, $pages pages: told" 'the cpuset of this task allows it memory of these nodes only: 0$'
	check_is "a cpuset, $pages pages: the pool" "$(pool)" '0:0/0/0 1:0/0/0'
done
