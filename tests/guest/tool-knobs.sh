#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl overcommit, demote, workers on any kernel.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
big=${hp%/*}/hugepages-1048576kB

# gives STATUS NAME ARGUMENT...: leaves /tmp/out and /tmp/err
gives() {
	want=$1 name=$2
	shift 2
	hugetlbctl "$@" >/tmp/out 2>/tmp/err
	check_is "$name: exit status" $? "$want"
}

gives 0 overcommit overcommit 2M=64
check_is 'overcommit: the limit' "$(cat "$hp/nr_overcommit_hugepages")" 64
fallocate -l 20M /dev/hugepages/file
check_is 'overcommit: pages of no pool' "$(hugetlbctl show -rn -s 2M -N all -o total,surplus)" '10 10'
gives 0 'the pool takes over surplus pages' set 2M=+4
check_is 'the pool takes over surplus pages: persistent and surplus' \
	"$(hugetlbctl show -rn -s 2M -N all -o total,surplus)" '10 6'
rm /dev/hugepages/file
hugetlbctl set -q 2M=0
# Kernels differ in what they take for 1 GB.
hugetlbctl overcommit 1G=1 >/tmp/out 2>/tmp/err
case $? in
0) check_is 'overcommit of 1 GB pages: taken' "$(cat "$big/nr_overcommit_hugepages")" 1 ;;
4) check 'overcommit of 1 GB pages: refused with the reason' \
	grep -q '1G: this kernel takes no limit for this size: it gets such pages only when' /tmp/err ;;
*) echo 'not ok overcommit of 1 GB pages: neither taken nor explained' ;;
esac

# A file that refuses the number, as that of other kernels refuses all.
mount --bind /proc/sys/vm/overcommit_memory "$big/nr_overcommit_hugepages"
gives 4 'overcommit refused by the kernel' overcommit 1G=5
check_is 'overcommit refused by the kernel: the reason' "$(xargs </tmp/err)" \
	'hugetlbctl: overcommit: 1G: this kernel takes no limit for this size: it gets such pages only when a pool is resized, never for a program that asks for more than the pool has'
hugetlbctl overcommit 1G=5 2M=9 >/tmp/out 2>/tmp/err
check_is 'overcommit, one of two refused by the kernel: exit status' $? 3
check_is 'overcommit, one of two refused by the kernel: the other one' "$(cat "$hp/nr_overcommit_hugepages")" 9
umount "$big/nr_overcommit_hugepages"

hugetlbctl set -q 1G --node 0=1,1=1
gives 0 'demote one page' demote 1G --node 1=1
check_is 'demote one page: told' "$(cat /tmp/out)" '1G on node 1: 1 page demoted to 512 of 2M'
check_is 'demote one page: the pool' "$(pool)" '0:0/0/0 1:512/512/0'
gives 0 'demote the other one' demote --to 2M 1G=1G
check_is 'demote the other one: the pool' "$(pool)" '0:512/512/0 1:512/512/0'
gives 2 'demote what is not there' demote 1G=1
for dry in '' ' --dry-run'; do
	# shellcheck disable=SC2086 # words
	gives 4 "demote the smallest size$dry" demote$dry 2M=1
done
hugetlbctl set -q 2M=0
# A page that is promised to a mapping stays, though the kernel would split it.
hugetlbctl set -q 1G --node 0=1,1=1
mkdir -p /tmp/promised
mount -t hugetlbfs -o pagesize=1G,min_size=1G none /tmp/promised
gives 3 'demote with a reserved page: --dry-run' demote --dry-run 1G=2
check_is 'demote with a reserved page: --dry-run: told' "$(cat /tmp/out)" "write 1 to $big/demote"
gives 3 'demote with a reserved page' demote 1G=2
check_is 'demote with a reserved page: told' "$(cat /tmp/out /tmp/err | xargs)" \
	'1G: 1 page demoted to 512 of 2M hugetlbctl: demote: 1G: 1 of 2 pages demoted: the rest is in use or reserved'
check_is 'demote with a reserved page: it is there' \
	"$(hugetlbctl show -rn -s 1G -N all -o total,free,rsvd)" '1 1 1'
gives 3 'demote with nothing else' demote 1G=1
umount /tmp/promised
hugetlbctl set -q 1G=0
hugetlbctl set -q 2M=0
hugetlbctl set -q 1G=1
mkdir -p /tmp/big
mount -t hugetlbfs -o pagesize=1G none /tmp/big
fallocate -l 1G /tmp/big/file
gives 3 'demote a page in use' demote 1G=1
check 'demote a page in use: told' grep -q '1G: 0 of 1 page demoted: the rest is in use' /tmp/err

if [ -e /proc/sys/vm/hugetlb_parallel_workers ]; then
	check_is 'workers' "$(hugetlbctl workers)" auto
	rm -rf /etc/sysctl.d
	mount -o bind /proc/sys /proc/sys
	mount -o remount,bind,ro /proc/sys
	gives 1 'workers 2, with a /proc/sys to read only' workers 2 --persist
	check 'workers 2, with a /proc/sys to read only: nothing for the next boot' test ! -e /etc/sysctl.d
	umount /proc/sys
	gives 0 'workers 2, without a directory for the file' workers 2 --persist
	check_is 'workers 2: the sysctl' "$(sysctl -n vm.hugetlb_parallel_workers)" 2
	sysctl -qw vm.hugetlb_parallel_workers=0
	sysctl -q --system >/dev/null
	check_is 'workers 2: as after a boot' "$(hugetlbctl workers)" 2
	gives 2 'workers 5000' workers 5000
	su -s /bin/sh nobody -c 'hugetlbctl workers 3' 2>/tmp/err
	check_is 'workers: nobody: exit status' $? 1
	check 'workers: nobody: told' grep -q 'takes root' /tmp/err
	gives 0 'workers auto' workers auto
	check_is 'workers auto: the sysctl' "$(sysctl -n vm.hugetlb_parallel_workers)" 0
else
	gives 4 'workers on a stock kernel' workers
	gives 4 'workers 2 on a stock kernel' workers 2
fi
