#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A node without a page of 1 GB: when the workers have tried its ranges, one of them
# searches it, and the writer after them.  In the movable zone nothing but a lack of
# memory to move to keeps a range from being emptied, so that each one is begun with.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
trace=/sys/kernel/tracing

# ranges WHO: how often who began to empty a range of that zone, which is above 4 GB
ranges() { grep -c " $1.*range=(0x1[048c]0000 " $trace/trace; }

echo 1 >/proc/sys/vm/movable_gigantic_pages
echo 4 >"$workers_file"
# What is moved out of a range must not take all that the kernel can use.
ratio=/proc/sys/vm/lowmem_reserve_ratio
sed 's/[1-9][0-9]*/16/g' $ratio >/tmp/ratio && cat /tmp/ratio >$ratio
# What is left is less than a page.
fill "$(awk '/^MemAvailable:/ { print int($2 / 1024) - 600 }' /proc/meminfo)" 1
echo 1 >$trace/events/compaction/mm_compaction_isolate_migratepages/enable
set_pool sysctl 4
echo 0 >$trace/events/compaction/mm_compaction_isolate_migratepages/enable
check_is 'no page is to be had' "$(nr)" 0
read_record
check_is 'four workers tried' "$workers" 4
by_workers=$(ranges kworker/) by_writer=$(ranges sysctl-)
check "the writer searched ($by_writer)" [ "$by_writer" -gt 0 ]
check "the workers tried each range, and searched once ($by_workers)" [ "$by_workers" -le $((2 * by_writer)) ]
