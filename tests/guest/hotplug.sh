#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# CPUs and memory that come and go while resizes go on.  Nodes 0 and 1 have memory,
# node 2 gets its first; CPU N is on node N.  Needs QEMU's monitor.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
# shellcheck disable=SC2034 # for taken()
mem_sum=1
trace=/sys/kernel/tracing
chunks=$trace/events/hugetlb_parallel/hugetlb_parallel_chunk/enable
cpu=/sys/devices/system/cpu/cpu1/online
memory=/sys/devices/system/memory

# during NAME COMMAND...: while the pool grows and shrinks all the time; and it did
# so between the command's start and its end.
during() {
	event=$1
	shift
	: >/tmp/go
	while [ -e /tmp/go ]; do
		set_pool sysctl 4000
		set_pool sysctl 0
	done &
	if patched; then
		echo >$trace/trace
		echo 1 >$chunks
	fi
	sleep 0.2
	echo begin >$trace/trace_marker
	"$@"
	echo end >$trace/trace_marker
	rm /tmp/go
	wait
	if patched; then
		echo 0 >$chunks
		seen=$(awk '/tracing_mark_write: begin/ { on = 1 } /tracing_mark_write: end/ { on = 0 }
			on && /_chunk:/ { n++ } END { print n + 0 }' $trace/trace)
		check "$event: resizes went on ($seen chunks)" [ "$seen" -gt 0 ]
	fi
	turn_to_node_1
	step "$event"
	resize "$event-grow" 2 sysctl 2001
	resize "$event-shrink" 2 sysctl 0
}

cpu_off_and_on() {
	for _ in 1 2 3 4 5; do
		check 'the CPU goes' sh -c "echo 0 >$cpu"
		check 'the CPU comes' sh -c "echo 1 >$cpu"
	done
}

# until_blocks N: as many memory blocks as that
blocks() { echo $memory/memory[0-9]* | wc -w; }
until_blocks() {
	i=0
	while [ "$(blocks)" -ne "$1" ] && [ $i -lt 300 ]; do
		sleep 0.1
		i=$((i + 1))
	done
	check_is 'memory blocks' "$(blocks)" "$1"
}
# A block is busy while a page in it is on its way to or from the pool.
offline() {
	i=0
	until echo offline >"$1/state" || [ $i -eq 100 ]; do
		sleep 0.1
		i=$((i + 1))
	done 2>/dev/null
	check_is 'the block goes' "$(cat "$1/state")" offline
}
memory_comes_and_goes() { # NODE
	echo $memory/memory[0-9]* | tr ' ' '\n' >/tmp/before
	count=$(wc -l </tmp/before)
	echo "QEMU: object_add memory-backend-ram,id=ram$1,size=512M,reserve=off"
	echo "QEMU: device_add pc-dimm,id=module$1,memdev=ram$1,node=$1"
	until_blocks $((count + 4))
	sleep 0.5
	for b in "$memory"/memory[0-9]*; do
		grep -qx "$b" /tmp/before || offline "$b"
	done
	echo "QEMU: device_del module$1"
	until_blocks "$count"
}

echo online_movable >$memory/auto_online_blocks
# The first event makes the trace's buffers grow to their size.
patched && echo 1 >$chunks && echo 0 >$chunks
set_pool sysctl 4000
set_pool sysctl 0
baseline

during cpu cpu_off_and_on
echo 0 >$cpu
resize cpu-off-grow 1 sysctl 1001
echo 1 >$cpu
resize cpu-on-grow 2 sysctl 2002
resize cpu-on-shrink 2 sysctl 0
during memory memory_comes_and_goes 1
during first-memory memory_comes_and_goes 2
