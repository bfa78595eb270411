#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Several writers at once, on two nodes with two pages of 1 GB: on one size, on two,
# beside a program that uses pages and beside demotion.  In between no two runs are
# equal; in the end all are.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
# Struct pages that HVO brought back may lie on the other node.
# shellcheck disable=SC2034 # for taken()
mem_sum=1
gigantic=/sys/kernel/mm/hugepages/hugepages-1048576kB

# rounds N MORE FEWER WAY...: up and down again
rounds() {
	n=$1 more=$2 fewer=$3
	shift 3
	while [ "$n" -gt 0 ]; do
		set_pool "$@" "$more" || echo "not ok cannot write $more: $*"
		set_pool "$@" "$fewer" || echo "not ok cannot write $fewer: $*"
		n=$((n - 1))
	done
}
# after NAME: all writers are done
after() {
	wait
	look "$1"
	turn_to_node_1
	step "$1"
	check_is "$1: 1 GB pages" "$(cat $gigantic/nr_hugepages $gigantic/free_hugepages | xargs)" "$2 $2"
}

set_pool sysctl 2000
set_pool sysctl 0
baseline
rounds 6 1500 700 sysctl &
rounds 6 1201 300 sysfs &
after same-size 2
resize same-size-grow 2 sysctl 1001
resize same-size-shrink 2 sysctl 0

rounds 6 1500 300 sysctl &
rounds 6 701 100 node 1 &
after node-and-all 2

# What is mapped is there when it is touched, whatever the writer does.
hugemap churn 20 >/tmp/churn &
user=$!
rounds 8 1501 0 sysctl
kill $user
check 'a program that maps pages meanwhile gets all it has mapped' wait $user
check "it had $(cat /tmp/churn) turns" [ "$(cat /tmp/churn)" -gt 0 ]
after churn 2
resize churn-grow 2 sysctl 1001
resize churn-shrink 2 sysctl 0

# Pages of 1 GB turn into 512 of 2 MB each.
rounds 6 1201 200 sysctl &
sleep 0.2
for left in 1 0; do
	check "demotion to $left" sh -c "echo 1 >$gigantic/demote"
	check_is "$left pages of 1 GB are left" "$(cat $gigantic/nr_hugepages)" "$left"
done
after demotion 0
resize demotion-grow 2 sysctl 1001
resize demotion-shrink 2 sysctl 0

# How many pages of 1 GB come beside them hangs on who is first.
rounds 6 1201 200 sysctl &
for _ in 1 2 3 4 5; do
	echo 2 >$gigantic/nr_hugepages
	n=$(cat $gigantic/nr_hugepages)
	[ "$n" -le 2 ] || echo "not ok $n of 2 pages of 1 GB"
	echo 0 >$gigantic/nr_hugepages
done
after two-sizes 0
resize two-sizes-grow 2 sysctl 1001
resize two-sizes-shrink 2 sysctl 0
