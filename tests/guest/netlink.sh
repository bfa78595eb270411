#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What users and tracers see of the pools and the last resize.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
as_nobody() { su -s /bin/sh nobody -c "$*"; }
trace=/sys/kernel/tracing

check_is 'nobody is nobody' "$(as_nobody id -u)" 65534
check_is 'before any resize: no record' "$(hugetlbctl last)" 'No pool was resized since boot.'

set_pool sysctl 1001
check 'nobody may show' as_nobody hugetlbctl show >/tmp/show
check_is 'nobody sees the pool' \
	"$(as_nobody hugetlbctl show --size 2M --raw --noheadings --output node,total,free,surplus)" \
	"$(printf '%s\n' 'all 1001 1001 0' '0 501 501 0' '1 500 500 0')"
check 'nobody may see the last resize' as_nobody hugetlbctl last >/tmp/last
check_is 'nobody and root see the same' "$(as_nobody hugetlbctl last --json)" "$(hugetlbctl last --json)"
read_record
check_is 'the record has the pages of each node' "$node_pages" 1001
check 'nobody may not resize' [ "$(as_nobody "echo 5 >$hp/nr_hugepages" 2>/dev/null; nr)" = 1001 ]
check 'nobody may not set the workers' [ "$(as_nobody "echo 5 >$workers_file" 2>/dev/null; cat "$workers_file")" = 0 ]

# traced NAME PAGES: sums of the events of one resize
traced() {
	before=$(nr)
	echo >$trace/trace
	echo 1 >$trace/events/hugetlb_parallel/enable
	set_pool sysctl "$2"
	echo 0 >$trace/events/hugetlb_parallel/enable
	pages=$(($2 - before))
	pages=${pages#-}
	grep -o 'hugetlb_parallel_[a-z]*: .*' $trace/trace >/tmp/trace
	check_is "$1: start" "$(grep '_start:' /tmp/trace)" \
		"hugetlb_parallel_start: order=9 $1 asked=$pages workers=2"
	check_is "$1: chunks add up" \
		"$(awk '/_chunk:/ { split($NF, d, "="); s += d[2] } END { print s }' /tmp/trace)" "$pages"
	# shellcheck disable=SC2016 # awk's own $5
	check "$1: no chunk is larger than 128 pages" \
		awk '/_chunk:/ { split($5, d, "="); if (d[2] > 128) exit 1 }' /tmp/trace
	check_is "$1: chunks of both nodes" \
		"$(grep '_chunk:' /tmp/trace | grep -o 'nid=[0-9]*' | sort -u | xargs)" 'nid=0 nid=1'
	check_is "$1: end" "$(grep '_end:' /tmp/trace | sed 's/ ns=[1-9][0-9]*$//')" \
		"hugetlb_parallel_end: order=9 $1 asked=$pages done=$pages"
	check_is "$1: order of the events" \
		"$(sed 's/hugetlb_parallel_\([a-z]*\):.*/\1/' /tmp/trace | uniq | xargs)" 'start chunk end'
}
traced grow 3001
traced shrink 0

# One pool, one record: what is not a list.
size=2097152
set_pool sysctl 1001
on_node=$(cat "$(node_hp 1)/nr_hugepages")
# Its page size, total, free, reserved, surplus, overcommit, HVO, saving, default.
check_is 'one pool' "$(events pool $size)" " 1=$size 3=1001 4=1001 6=0 8=0 9=28672 10=1 5=0 7=0"
check_is 'one pool of one node' "$(events pool $size 1)" " 1=$size 3=$on_node 4=$on_node 6=0 8=0 9=28672 10=1 2=1"
check_is 'nobody may ask' "$(as_nobody events pool $size 1)" "$(events pool $size 1)"
check_is 'one record' "$(events resize $size | cut -d' ' -f1-7)" " 1=$size 2=1 3=0 4=1001 5=1001 6=0"
check_is 'no page size' "$(events pool)" 'error: Invalid argument, no message'
check_is 'no page size, record' "$(events resize)" 'error: Invalid argument, no message'
check_is 'no such page size' "$(events pool 8192)" 'error: No such file or directory, no pool of this page size'
check_is 'no such page size, record' "$(events resize 8192)" 'error: No such file or directory, no pool of this page size'
for n in 2 1000 4294967295; do
	check_is "no node $n" "$(events pool $size $n)" 'error: No such file or directory, no node with memory has this number'
done
check_is 'a pool never resized' "$(events resize 1073741824)" 'error: No data available, this pool was not resized since boot'
set_pool sysctl 0
