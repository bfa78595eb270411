#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Resizes that take long enough to be watched and interrupted.
# usage: big.sh PAGES [hvo]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
pages=$1 hvo=${2:-} some=$(($1 / 100))

set_pool sysctl "$pages"
check_is 'the guest has room' "$(nr)" "$pages"
set_pool sysctl 0
baseline

# interrupt SIGNAL: to a writer, as soon as some of its pages are in the pool.
# The writer runs in the foreground: shells let their background jobs ignore
# SIGINT.
interrupt() {
	rm -f /tmp/writer
	(
		n=0
		while [ "$n" -lt "$some" ]; do
			read -r n <"$hp/nr_hugepages"
		done
		kill "-$1" "$(cat /tmp/writer)"
	) &
	sh -c 'echo $$ >/tmp/writer; exec sysctl -qw "vm.nr_hugepages=$1"' sh "$pages" 2>/dev/null
	wait $!
	got=$(nr)
	echo "# SIG$1: $got of $pages pages"
	check "SIG$1: growth stopped" [ "$got" -lt "$pages" ]
	check "SIG$1: what was allocated stays" [ "$got" -ge "$some" ]
	look "SIG$1"
	check_is "SIG$1: vm.nr_hugepages agrees" "$(cat /proc/sys/vm/nr_hugepages)" "$got"
	check_is "SIG$1: all pages are free" "$(cat "$hp/free_hugepages")" "$got"
	check_is "SIG$1: no page is surplus" "$(cat "$hp/surplus_hugepages")" 0
	read_record
	check_is "SIG$1: the record says so" "$direction $by $asked $done_pages $interrupted" \
		"grow sysctl $pages $got true"
	[ "$hvo" != hvo ] || all_optimized "SIG$1"
	check "SIG$1: the pool still grows" set_pool sysctl $((got + some))
	check_is "SIG$1: by what is asked for" "$(nr)" $((got + some))
	set_pool sysctl 0
	check_is "SIG$1: it shrinks to 0" "$(nr)" 0
	for n in $nodes; do
		kb=$(lost "$n")
		check "SIG$1: node $n has its memory back ($kb kB missing)" [ "$kb" -le "$mem_slack" ]
	done
}
interrupt INT
interrupt KILL
interrupt TERM

# watch NAME PAGES: resize while somebody listens.
watch() {
	# The last listener's file would tell us that this one listens.
	rm -f /tmp/events
	events >/tmp/events &
	until grep -qs listening /tmp/events; do usleep 10000; done
	set_pool sysctl "$2"
	usleep 300000
	kill $!
	wait $! 2>/dev/null
	sed 1d /tmp/events >/tmp/seen
	read_record
	ms=$((ns / 1000000))
	progress=$(grep -c '^progress' /tmp/seen)
	echo "# $1: $ms ms, $progress progress events"
	check_is "$1: the first event is a start" "$(head -n 1 /tmp/seen | cut -d' ' -f1)" start
	check_is "$1: the last event is done" "$(tail -n 1 /tmp/seen | cut -d' ' -f1)" 'done'
	check_is "$1: one start, one done" "$(grep -cE '^(start|done)' /tmp/seen)" 2
	check "$1: at most ten progress events a second" [ "$progress" -le $((ms / 100 + 1)) ]
	# shellcheck disable=SC2016 # awk's own $4
	check "$1: done never goes back" awk '{ split($4, d, "="); if (d[2] < last) exit 1; last = d[2] }' /tmp/seen
	check_is "$1: the last event is the record" "$(tail -n 1 /tmp/seen | cut -d' ' -f2-)" \
		"$direction asked=$asked done=$done_pages workers=$workers"
}
watch grow "$pages"
check 'grow: events while it goes on, if it takes long enough' [ "$ms" -lt 250 -o "$progress" -ge 1 ]
watch 'small shrink' $((pages - 10))
watch shrink 0
check 'shrink: events while it goes on, if it takes long enough' [ "$ms" -lt 250 -o "$progress" -ge 1 ]
