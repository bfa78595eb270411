#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A node without a page of 1 GB: when the workers have tried its ranges, one of them
# searches it, and the writer after them.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
trace=/sys/kernel/tracing

# migrations WHO: how often who tried to move pages out of a range
migrations() { grep contig_range $trace/trace | grep -c "$1"; }

echo 4 >"$workers_file"
fill "$(awk '/^MemAvailable:/ { print int($2 / 1024) - 200 }' /proc/meminfo)" 1
echo 1 >$trace/events/migrate/mm_migrate_pages/enable
set_pool sysctl 4
echo 0 >$trace/events/migrate/mm_migrate_pages/enable
check_is 'no page is to be had' "$(nr)" 0
read_record
check_is 'four workers tried' "$workers" 4
all=$(migrations .) by_workers=$(migrations kworker/)
writer=$((all - by_workers))
check "the writer searched ($writer)" [ $writer -gt 0 ]
check "the workers tried each range, and searched once ($by_workers)" [ "$by_workers" -le $((2 * writer)) ]
