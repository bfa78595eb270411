#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Runs in the guest: resizes the pool and prints what it took.
# usage: guest.sh resize PAGES ROUNDS   "grow US" and "shrink US" lines
#        guest.sh neighbour PAGES       "fault TO US US" (meanwhile, before) lines of three growths
#                                       and shrinks, TO pages, and a "cpu TO PERCENT" line of each
#        guest.sh irqsoff PAGES         one "irqsoff US" line, of one growth
#        guest.sh boot PAGES            a "usage MS KB" line: QEMU's CPU time and memory
#                                       so far; the kernel's log has the guest's time
# Fails if the pool does not have the pages it should.
set -eu
[ -f /run/script ] || {
	echo "guest.sh: resizes pools, so it runs in a guest only; bench/run starts it" >&2
	exit 2
}
file=/proc/sys/vm/nr_hugepages
! grep -q hugepagesz=1G /proc/cmdline || file=/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages
trace=/sys/kernel/tracing

pool_is() {
	[ "$(cat $file)" = "$1" ] || {
		echo "the pool has $(cat $file) pages, not $1"
		exit 1
	}
}

# set_pool NAME PAGES
set_pool() {
	us=$(resize $file "$2")
	pool_is "$2"
	[ -z "$1" ] || echo "$1 $us"
}

case $1 in
resize)
	# Whatever the boot has left to do.
	sleep 1
	i=0
	while [ "$i" -lt "$3" ]; do
		set_pool grow "$2"
		set_pool shrink 0
		i=$((i + 1))
	done
	;;
neighbour)
	sleep 1
	# Pages for the other task, which stay.
	set_pool '' 64
	for what in fault fault fault cpu; do
		for pages in "$2" 64; do
			figure=$(neighbour $what $file "$pages")
			pool_is "$pages"
			echo "$what $pages $figure"
		done
	done
	;;
irqsoff)
	sleep 1
	echo irqsoff >$trace/current_tracer
	echo 0 >$trace/tracing_max_latency
	echo 1 >$trace/tracing_on
	set_pool '' "$2"
	echo 0 >$trace/tracing_on
	echo "irqsoff $(cat $trace/tracing_max_latency)"
	;;
boot)
	echo 'QEMU usage'
	# It is looked up from outside, while QEMU still runs.
	sleep 1
	pool_is "$2"
	;;
esac
