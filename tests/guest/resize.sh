#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Growth and shrink through every interface, by odd numbers: whose turn is next
# must go from one resize to the next, through the engine, below its minimum
# (256 pages) and back.
# usage: resize.sh [hvo]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
after() { [ "${hvo:-}" != hvo ] || all_optimized "$1"; }
hvo=${1:-}

# Once up and down before measuring.
set_pool sysctl 3000
set_pool sysctl 0
baseline
resize grow-sysctl 2 sysctl 601
after grow-sysctl
resize grow-sysfs 2 sysfs 1204
resize grow-small 0 sysctl 1207
resize grow-odd 2 sysctl 1508
resize grow-odd-again 2 sysfs 1809
resize grow-bind-1 1+ bind 1 2110
after grow-bind-1
resize grow-bind-0 1+ bind 0 2411
resize grow-interleave 2 interleave 0,1 2712
resize grow-interleave-1 1+ interleave 1 2973
resize shrink-odd 2 sysctl 2672
after shrink-odd
resize shrink-small 0 sysfs 2669
resize shrink-odd-again 2 sysctl 2368
resize shrink-sysfs 2 sysfs 2001
resize grow-after-shrink 2 sysctl 2302
resize shrink-bind-0 1+ bind 0 2001
resize shrink-interleave 2 interleave 0,1 1500
resize shrink-bind-1 1+ bind 1 1199
resize grow-node-0 1+ node 0 1201
resize grow-node-1 1+ node 1 1003
after grow-node-1
resize shrink-node-1 1+ node 1 400
resize shrink-node-0 1+ node 0 800
# Node 1 has too few to take its half.
resize shrink-one-runs-dry 2 sysctl 151
resize shrink-to-0 0 sysctl 0
after shrink-to-0
resize grow-from-0 2 sysctl 701
resize shrink-to-0-again 2 sysfs 0
after shrink-to-0-again

# Each huge page is one allocation of 512 pages on its node for those who count,
# whichever way it left the free lists.
counters() {
	read -r _ </proc/sys/vm/stat_refresh
	awk '$1 == "htlb_buddy_alloc_success" { n = $2 } /^pgalloc_/ { pages += $2 }
		END { printf "%d %d ", n, pages }' /proc/vmstat
	awk '$1 == "numa_hit" { printf "%d ", $2 }' /sys/devices/system/node/node[01]/numastat
}
# shellcheck disable=SC2046 # words
set -- $(counters)
set_pool sysctl 3000
# shellcheck disable=SC2046
set -- "$@" $(counters)
echo "step counted-huge-pages $(($5 - $1))"
check "counted: $(($6 - $2)) pages were allocated" [ $(($6 - $2)) -ge $((3000 * 512)) ]
check "counted: $(($7 - $3)) times by node 0" [ $(($7 - $3)) -ge 1500 ]
check "counted: $(($8 - $4)) times by node 1" [ $(($8 - $4)) -ge 1500 ]
set_pool sysctl 0

# And for those who trace.
trace=/sys/kernel/tracing
echo 'order == 9' >$trace/events/kmem/mm_page_alloc/filter
echo 8192 >$trace/buffer_size_kb
echo 1 >$trace/events/kmem/mm_page_alloc/enable
set_pool sysctl 1501
echo 0 >$trace/events/kmem/mm_page_alloc/enable
traced=$(grep -c 'mm_page_alloc: .*order=9' $trace/trace)
check "traced: $traced allocations" [ "$traced" -ge 1501 ]
set_pool sysctl 0
