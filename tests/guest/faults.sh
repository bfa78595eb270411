#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Resizes of random size and direction while allocations fail.
# usage: faults.sh SEED RESIZES
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
seed=$1 resizes=$2

for hvo in 1 0; do
	sysctl -qw vm.hugetlb_optimize_vmemmap=$hvo
	set_pool sysctl 1501
	set_pool sysctl 0
done
baseline
echo "# seed $seed: FAULT_SEED=$seed gives the same resizes"
faults "$seed" "$resizes" 1500 >/tmp/faults
check "$resizes resizes with failing allocations, seed $seed: counts add up after each" [ $? = 0 ]
sed 's/^/# /' /tmp/faults
# What the last shrink could not free is surplus, which a growth takes first; no shrink
# does, as on stock.
set_pool sysctl 1501
set_pool sysctl 0
step afterwards
check_is 'no page stays' "$(nr)" 0
for n in $nodes; do
	kb=$(lost "$n")
	check "node $n has its memory back ($kb kB missing)" [ "$kb" -le "$mem_slack" ]
done
sysctl -qw vm.hugetlb_parallel_workers=0
resize grow-after 2 sysctl 1201
resize shrink-after 2 sysctl 0
