#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Requests that do not fit: on one node of two uneven ones, on one node alone,
# and on all of them.  How much fits hangs on where the kernel's own pages lie:
# a few huge pages more or less.  Under HVO 64 pages give back the struct pages
# of one more, a 64th, and the engine can use these where the serial path has not
# freed them yet: a node may hold that much more.
# usage: shortage.sh [hvo]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
hvo=${1:-}
slack=8 more=8
[ -z "$hvo" ] || more=32
# shellcheck disable=SC2034 # for taken()
mem_sum=1

# node NODE: its pages, beyond what was free there
node() { beyond "$1" "$(cat "$(node_hp "$1")/nr_hugepages")"; }

# Whose turn is next is luck where memory ended, on stock, too: a kernel that takes more of
# it itself, or a page that somebody freed late, makes the last page another node's.
turn_of_node_1() {
	set_pool node 1 300
	set_pool node 1 0
}

set_pool sysctl 2501
set_pool sysctl 0
baseline
set_pool sysctl 2501
check_is 'a node runs dry, the other one has room: all pages are there' "$(nr)" 2501
echo "near one-node-dry $more 1:$(node 1)"
look one-node-dry
if patched; then
	read_record
	check_is 'a node runs dry: done' "$done_pages" 2501
fi
set_pool sysctl 0
step one-node-dry-freed
turn_of_node_1
resize grow-after-dry 2 sysctl 701
resize shrink-after-dry 2 sysctl 0

echo "not for long" >/tmp/file
set_pool node 1 100000
echo "atleast node-too-small $slack $(node 1)"
check_is 'asked for on one node: none on the other' "$(cat "$(node_hp 0)/nr_hugepages")" 0
look node-too-small
set_pool node 1 0
step node-too-small-freed

# 100000 pages are 200 GB.  What is left above the watermark when no huge page fits any
# more is luck (0.3 to 2.1 MB of node 0's normal zone on stock, 1.6 to 9.7 MB with the
# engine), and may be too little for the programs of this script: the watermark is higher
# until the pool is there.
least=$(cat /proc/sys/vm/min_free_kbytes)
too_large() {
	echo $((least + 16384)) >/proc/sys/vm/min_free_kbytes
	set_pool sysctl 100000
	echo "$least" >/proc/sys/vm/min_free_kbytes
	look "$1"
	if patched; then
		read_record
		check_is "$1: asked" "$asked" 100000
		check_is "$1: done" "$done_pages" "$(nr)"
		check_is "$1: not taken for interrupted" "$interrupted" false
	fi
	check "$1: the system is alive" grep -q long /tmp/file
}

if [ -z "$hvo" ]; then
	too_large too-large
	for n in $nodes; do
		echo "atleast too-large-node$n $slack $(node "$n")"
	done
	set_pool sysctl 0
	step too-large-freed
elif patched; then
	# Stock optimizes what it got when there is no page left to do it with,
	# and kills tasks for these: nothing to compare with but HVO switched off.
	too_large too-large
	all_optimized too-large
	got=$(nr)
	set_pool sysctl 0
	sysctl -qw vm.hugetlb_optimize_vmemmap=0
	too_large too-large-without-hvo
	without=$(nr)
	check "too large: as many pages as without HVO ($got, $without)" [ "$got" -ge $((without - 8)) ]
	set_pool sysctl 0
	sysctl -qw vm.hugetlb_optimize_vmemmap=1
fi
turn_of_node_1
resize grow-after 2 sysctl 701
resize shrink-after 2 sysctl 0
