#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# A pool of pages that may lie in CMA: how much of it they take.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

# cma NAME: MB that are left of it
cma() {
	read -r _ </proc/sys/vm/stat_refresh
	mb=$(awk '/^CmaFree/ { print int($2 / 1024) }' /proc/meminfo)
	echo "near $1 16 0:$mb"
}
cma at-first
check "there is some ($mb MB)" [ "$mb" -gt 6000 ]
for pages in 1000 2000 3000 4000 5000; do
	set_pool sysctl "$pages"
	check_is "$pages: all are there" "$(nr)" "$pages"
	cma "left-by-$pages"
done
set_pool sysctl 0
