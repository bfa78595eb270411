#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl monitor, and what it says on a stock kernel.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh

if [ ! -e /proc/sys/vm/hugetlb_parallel_workers ]; then
	hugetlbctl monitor >/tmp/out 2>/tmp/err
	check_is 'stock: exit status' $? 4
	check 'stock: what it lacks' grep -q CONFIG_HUGETLB_PARALLEL_INIT /tmp/err
	exit
fi

# Nobody may listen, too.
su -s /bin/sh nobody -c 'exec hugetlbctl monitor' >/tmp/lines 2>/tmp/err &
lines=$!
hugetlbctl monitor --json >/tmp/json &
json=$!
hugetlbctl monitor --size 1G >/tmp/big &
big=$!
hugetlbctl monitor >/dev/full 2>/tmp/full &
full=$!
# Until all of them listen: the file names sockets by their group.
while [ "$(awk '$2 == 16 && $4 != "00000000"' /proc/net/netlink | wc -l)" -lt 4 ]; do usleep 50000; done
hugetlbctl set -q 2M=3000
echo 1000 >"$hp/nr_hugepages"
sleep 1
check_is 'metrics: the last resize' "$(hugetlbctl metrics | sed -n 's/^hugetlb_last_resize_\([a-z]*\)_pages{size="2097152"} /\1 /p' | xargs)" \
	'asked 2000 done 2000'
wait $full
check_is 'a full disk ends it: exit status' $? 1
check_is 'a full disk ends it: told once' "$(cat /tmp/full)" \
	'hugetlbctl: monitor: cannot write the output: No space left on device'
kill $json $big
kill -TERM $lines
wait $json
check_is 'it ends by a signal' $? 143

first=$(head -n 1 /tmp/lines)
check 'the start' [ "${first#*2M start grow by sysfs: 0/3000 pages}" != "$first" ]
check 'the end' grep -qE '2M done grow by sysfs: 3000/3000 pages in [0-9.]+ m?s, [0-9]+/s, node 0:1500 1:1500$' /tmp/lines
check 'a shrink by someone else' grep -q '2M done shrink by sysfs: 2000/2000 pages' /tmp/lines
check_is 'JSON: as many' "$(wc -l </tmp/json)" "$(wc -l </tmp/lines)"
check_is 'JSON: each line is an object' "$(grep -cv '^{"time_ns": [0-9]*, "event": "[a-z]*", .*}$' /tmp/json)" 0
check_is 'JSON: events' "$(sed 's/.*"event": "\([a-z]*\)".*/\1/' /tmp/json | grep -v progress | xargs)" \
	'start done start done'
check_is '--size: nothing of the other size' "$(cat /tmp/big)" ''
check_is 'nothing was lost' "$(cat /tmp/err)" ''

# Serial resizes have a start, too; those that allocate and free nothing an end only.
hugetlbctl set -q 2M=0
hugetlbctl workers 1
hugetlbctl monitor >/tmp/serial &
serial=$!
while ! grep -q "^[0-9a-f]* *16 *$serial " /proc/net/netlink; do usleep 50000; done
hugetlbctl set -q 2M=3000
hugetlbctl set -q 2M=4
hugetlbctl overcommit -q 2M=8
fallocate -l 20M /dev/hugepages/file
hugetlbctl set -q 2M=+6
hugetlbctl set -q 2M=0 2>/dev/null
rm /dev/hugepages/file
hugetlbctl set -q 1G=1
hugetlbctl demote -q 1G=1
hugetlbctl set -q 2M=0
sleep 1
kill $serial
hugetlbctl workers auto
check_is 'serial: events' "$(sed 's/^.* +0000 //; s/ pages.*/;/' /tmp/serial | xargs)" \
	"2M start grow by sysfs: 0/3000; 2M done grow by sysfs: 3000/3000; 2M start shrink by sysfs: 0/2996; \
2M done shrink by sysfs: 2996/2996; 2M done grow by sysfs: 0/6; 2M done shrink by sysfs: 0/10; \
1G start grow by sysfs: 0/1; 1G done grow by sysfs: 1/1; 2M start shrink by sysfs: 0/512; \
2M done shrink by sysfs: 512/512;"

hugetlbctl set -q 2M=+1
check_is 'last: of one page' "$(hugetlbctl last -s 2M | awk '/asked|done/ { print $1, $2, $3 }' | xargs)" \
	'asked 1 page done 1 page'
