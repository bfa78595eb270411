#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Rounds of growth and shrink: memory must be what it was after the first.
# usage: leaks.sh ROUNDS
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
round() {
	set_pool sysctl 3001
	[ "$(nr)" = 3001 ] || echo "not ok round $1: $(nr) of 3001 pages"
	set_pool sysctl 0
	[ "$(nr)" = 0 ] || echo "not ok round $1: $(nr) pages stay"
}
round 1
baseline
i=1
while [ "$i" -le "$1" ]; do
	round "$i"
	i=$((i + 1))
done
echo "near $1-rounds $mem_slack $(taken)"
for n in $nodes; do
	kb=$(lost "$n")
	check "node $n: $1 rounds cost $kb kB" [ "$kb" -le "$mem_slack" ]
done
engine rounds 2 sysctl -3001
