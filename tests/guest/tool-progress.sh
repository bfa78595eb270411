#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Resizes that take a while: the progress bar, lines, and how to stop them.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
pages=$1
read_nr() { cat "$hp/nr_hugepages"; }
read_free() {
	while read -r key free_kb _; do
		[ "$key" != MemFree: ] || break
	done </proc/meminfo
}
# Until a growth has begun, from an empty pool: 1 GB is gone.  The pool's count does
# not tell on stock, and a growth may be over before a time that suits a busy machine.
until_growing() {
	polls=0
	while read_free && [ "$free_kb" -gt $((empty_kb - 1048576)) ] && [ $polls -lt 20000 ]; do
		polls=$((polls + 1))
	done
}

/run/pty 100 - hugetlbctl set "2M=$pages" >/tmp/out
check_is 'a terminal: exit status' $? 0
check_is 'a terminal: the pool' "$(read_nr)" "$pages"
tr '\r' '\n' </tmp/out | grep '\[.*\]' >/tmp/bars
sed -n '2p;$p' /tmp/bars
check 'a terminal: a bar' grep -q "^2M \[=* *\] *[0-9]*% [0-9]*/$pages pages" /tmp/bars
check 'a terminal: the bar moves' [ "$(grep -o '[0-9]*%' /tmp/bars | sort -u | wc -l)" -ge 3 ]
check 'a terminal: rate, time left, nodes' \
	grep -qE ', [0-9]+/s, [0-9]+ s left, node 0:[0-9]+ 1:[0-9]+' /tmp/bars
# shellcheck disable=SC2016 # awk's own
check 'a terminal: no wider than it' awk '{ sub(/\033.*/, ""); if (length($0) > 99) exit 1 }' /tmp/bars
check_is 'a terminal: the last line' "$(tr '\r' '\n' </tmp/out | grep -o '2M: .* pages' | tail -n 1)" \
	"2M: $pages pages"

hugetlbctl set 2M=0 >/tmp/out 2>/tmp/err
check_is 'no terminal: exit status' $? 0
check 'no terminal: no bar' sh -c '! grep -q "\[" /tmp/err'
check_is 'no terminal: one line at the end' "$(wc -l </tmp/out)" 1

read_free
empty_kb=$free_kb
mkfifo /tmp/keys
/run/pty 100 /tmp/keys hugetlbctl set "2M=$pages" >/tmp/out &
pid=$!
until_growing
printf '\003' >/tmp/keys
wait $pid
check_is 'control-C: exit status' $? 3
now=$(read_nr)
check "control-C: stopped on the way, at $now" [ "$now" -gt 0 ] && check 'and not at the end' [ "$now" -lt "$pages" ]
check 'control-C: told what was reached' \
	grep -q "2M: asked for $pages pages, got $now, $((pages - now)) missing; stopped by Interrupt" /tmp/out
hugetlbctl set -q 2M=0

# Two at once: the kernel does one after the other.
hugetlbctl set -q "2M=$pages" 2>/tmp/err &
pid=$!
until_growing
/run/pty 100 - hugetlbctl set 2M=1000 >/tmp/out
check_is 'two at once: the second one: exit status' $? 0
check_is 'two at once: the pool' "$(read_nr)" 1000
wait $pid
status=$?
case $status in
0 | 3) echo 'ok two at once: the first one is done, or the second was too fast' ;;
*) echo "not ok two at once: the first one: exit status $status" ;;
esac
# Stock kernels tell of no other.
if [ -e /proc/sys/vm/hugetlb_parallel_workers ]; then
	[ $status -eq 0 ] ||
		check 'two at once: told' grep -q 'another resize of this size changed the pool meanwhile' /tmp/err
	check 'two at once: the second one waits' \
		grep -q '2M: another resize of this size is running, waiting for its end' /tmp/out
	tr '\r' '\n' </tmp/out | sed -n '/waiting/,$p' | tail -n 3
	check 'two at once: it shows its own pages' sh -c "tr '\r' '\n' </tmp/out | grep -q '/$((pages - 1000)) pages'"
fi
hugetlbctl set -q 2M=0

hugetlbctl set "2M=$pages" --timeout 60 >/tmp/out 2>/tmp/err &
pid=$!
until_growing
kill -TERM $pid
wait $pid
check_is 'a signal: exit status' $? 3
check 'a signal: told' grep -q 'stopped by Terminated' /tmp/err
check 'a signal: the pool is as told' grep -q "got $(read_nr)," /tmp/err
