#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Memory that fails on its way into the pool is not handed out.
# usage: transit.sh PAGES ROUNDS
# More rounds where none was hit: a slow kernel leaves chances few.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

dmesg -n 1
lost=0 failed=0 caught=0 round=0
while { [ $round -lt "$2" ] || [ "$caught" -eq 0 ]; } && [ $round -lt $(($2 * 10)) ]; do
	round=$((round + 1))
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
	caught=$(grep -c 'on its way into a pool' /tmp/log)
	set_pool sysctl 0
done
echo "reported again: $caught in $round rounds; taken again: $failed"
check_is 'memory that failed on its way and is in the pool as good' "$lost" 0
check "some failed on its way ($caught)" [ "$caught" -gt 0 ]
