#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Pages of a pool in the accounts of who took which memory, and a shrink where the
# allocator gives pages one by one for their sake.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

check_is 'profiling is on' "$(cat /proc/sys/vm/mem_profiling)" 1
check 'owners are remembered' [ -s /sys/kernel/debug/page_owner ]

# 2 MB pages that lines of mm/hugetlb* have
accounted() { awk '/mm\/hugetlb/ { n += $1 } END { print int(n / 2097152) }' /proc/allocinfo; }
# Calls to other CPUs so far; a TLB flush is one.
calls() { awk '/CAL:/ { print $2 + $3 }' /proc/interrupts; }

for pages in 701 3000; do
	before=$(accounted)
	set_pool sysctl "$pages"
	more=$(($(accounted) - before))
	check "grown to $pages: $more pages are accounted for" [ "$more" -ge "$pages" ]

	sent=$(calls)
	set_pool sysctl 0
	sent=$(($(calls) - sent))
	check "shrunk by $pages: $sent calls to other CPUs" [ "$sent" -lt $((pages / 4)) ]
	more=$(($(accounted) - before))
	check "shrunk by $pages: $more pages are accounted for" [ "$more" -lt 8 ]
done
