#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl apply and dump on any kernel.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
big=${hp%/*}/hugepages-1048576kB

gives() { # STATUS NAME ARGUMENT...: leaves /tmp/out and /tmp/err
	want=$1 name=$2
	shift 2
	hugetlbctl "$@" >/tmp/out 2>/tmp/err
	check_is "$name: exit status" $? "$want"
}
mkdir -p /etc/hugetlbctl.d
cat >/etc/hugetlbctl.conf <<'EOC'
pool 2M 0=100,1=300
overcommit 2M=16
mount /tmp/huge pagesize=1G,mode=0700
EOC
echo 'pool 1G=2G' >/etc/hugetlbctl.d/10-big.conf
gives 3 '--check before' apply --check
check_is '--check before: told' "$(sort /tmp/out | xargs)" \
	'1G: 0 pages, configured 2 2M on node 0: 0 pages, configured 100 2M on node 1: 0 pages, configured 300 mount /tmp/huge: not mounted overcommit 2M: 0, configured 16'
gives 0 'apply' apply
check_is 'apply: the pools' "$(pool) $(cat "$big/nr_hugepages")" '0:100/100/0 1:300/300/0 2'
check_is 'apply: the limit' "$(cat $hp/nr_overcommit_hugepages)" 16
check_is 'apply: the mount' "$(grep -c ' /tmp/huge hugetlbfs .*pagesize=1024M' /proc/mounts)" 1
gives 0 '--check after' apply --check
check_is '--check after: nothing differs' "$(cat /tmp/out)" ''
gives 0 'apply again' apply
check_is 'apply again: mounted once' "$(grep -c ' /tmp/huge hugetlbfs' /proc/mounts)" 1
echo 7 >"$(node_hp 0)/nr_hugepages"
gives 3 '--check after a change by someone else' apply --check
check_is '--check after a change by someone else: told' "$(cat /tmp/out)" '2M on node 0: 7 pages, configured 100'

hugetlbctl dump >/tmp/dump.conf
check 'dump: pools' grep -qx 'pool 2M 0=7,1=300' /tmp/dump.conf
check 'dump: mounts' grep -q '^mount /tmp/huge .*pagesize=1024M' /tmp/dump.conf
gives 0 'change all' set 2M=0 1G=0
gives 0 'apply the dump' apply /tmp/dump.conf
check_is 'apply the dump: as it was' "$(pool) $(cat "$big/nr_hugepages")" '0:7/7/0 1:300/300/0 2'

echo 'pool 1G 0=9' >/tmp/bad.conf
gives 1 'more than a node holds' apply /tmp/bad.conf
check 'more than a node holds: told' grep -q '/tmp/bad.conf:1: 1G on node 0: 9 pages are too many: ' /tmp/err
su -s /bin/sh nobody -c 'hugetlbctl apply --check' >/tmp/out
check_is 'nobody may check: exit status' $? 3
su -s /bin/sh nobody -c 'hugetlbctl apply' 2>/tmp/err
check_is 'nobody may not apply: exit status' $? 1
check 'nobody may not apply: told' grep -q 'takes root' /tmp/err
echo 'workers 2' >/etc/hugetlbctl.d/20-workers.conf
hugetlbctl apply >/tmp/out 2>/tmp/err
status=$?
if [ -e /proc/sys/vm/hugetlb_parallel_workers ]; then
	check_is 'workers' "$status $(hugetlbctl workers)" '0 2'
else
	check_is 'workers on a stock kernel: exit status' "$status" 3
	check 'workers on a stock kernel: told' grep -q '20-workers.conf:1: this kernel has no parallel' /tmp/err
fi
check_is 'and the rest' "$(pool)" '0:100/100/0 1:300/300/0'
rm /etc/hugetlbctl.d/20-workers.conf

mv /etc/hugetlbctl.conf /root/real.conf
ln -s ../root/real.conf /etc/hugetlbctl.conf
mv /etc/hugetlbctl.d /root/real.d
ln -s /root/real.d /etc/hugetlbctl.d
gives 0 'links to the configuration' apply --check
sed 's/=16/=17/' /root/real.conf >/root/other.conf
ln -sf /root/other.conf /etc/hugetlbctl.conf
gives 3 'links to the configuration are followed' apply --check
rm /root/other.conf
gives 1 'a link that leads nowhere' apply --check
check 'a link that leads nowhere: told' grep -qx \
	'hugetlbctl: apply: /etc/hugetlbctl.conf: a symbolic link that leads nowhere' /tmp/err
