#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Growth when memory is full of page cache, and when what is free is in pieces.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
# shellcheck disable=SC2034 # for taken()
mem_sum=1

events() {
	echo "# $1: $(grep -E '^(compact_(stall|fail|success)|allocstall_movable|pgscan_direct) ' /proc/vmstat | xargs)"
}

set_pool sysctl 601
set_pool sysctl 0
baseline

# The disk is as large as memory; reading it leaves page cache for as long as
# somebody has it open.
exec 9</dev/ram0
cat <&9 >/dev/null
free_kb=$(awk '/^MemFree/ { print $2 }' /proc/meminfo)
check "memory is mostly page cache ($((free_kb / 1024)) MB free)" [ "$free_kb" -lt 700000 ]
events before-cache
# Reclaim and compaction give up before all is there, on stock too, and may find
# more at the next try.
for try in 1 2 3 4; do
	set_pool sysctl 601
	echo "# try $try: $(nr) pages"
	look "cache-reclaimed-$try"
done
events after-cache
echo "atleast cache-reclaimed 32 $(nr)"
set_pool sysctl 0
exec 9<&-
step cache-gone

# A third of memory, of which one page in 8 stays: no 2 MB of it are free.  How far
# compaction gets is luck, 631 to 751 pages on either kernel: the best of eight.
best=0
for try in 1 2 3 4 5 6 7 8; do
	[ "$best" -lt 751 ] || break
	fill 700 8
	events before-pieces
	grep -h Normal /proc/buddyinfo | sed 's/^/# /'
	set_pool sysctl 751
	echo "# pieces, try $try: $(nr) pages"
	[ "$(nr)" -le "$best" ] || best=$(nr)
	events after-pieces
	look "compacted-$try"
	kill $frag
	wait $frag 2>/dev/null
	set_pool sysctl 0
done
step pieces-gone
echo "atleast compacted 16 $best"
# An even number: whose turn it is after a shortage hangs on who met it last.
resize grow-after 2 sysctl 600
resize shrink-after 2 sysctl 0
