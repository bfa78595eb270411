#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Memory that fails on its way into the pool is not handed out.
# usage: transit.sh PAGES ROUNDS
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

dmesg -n 1
lost=0 failed=0
for round in $(seq "$2"); do
	transit "$1" "$page_kb" >/tmp/said || echo 'not ok transit failed'
	dmesg >/tmp/log
	while read -r what frame; do
		# It was in the pool, and when it had been freed to be set aside, the pool took
		# it again: on stock, too, if that is growing then.
		if [ "$what" != lost ]; then
			echo "round $round: $what $frame"
		elif grep -q "$frame: recovery action for free huge page: Failed" /tmp/log; then
			failed=$((failed + 1))
		else
			# A few tell enough.
			[ $((lost += 1)) -gt 3 ] || grep "$frame" /tmp/log
		fi
	done </tmp/said
	set_pool sysctl 0
done
caught=$(grep -c 'on its way into a pool' /tmp/log)
echo "reported again: $caught; taken again: $failed"
check_is 'memory that failed on its way and is in the pool as good' "$lost" 0
check "some failed on its way ($caught)" [ "$caught" -gt 0 ]
