#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Requests that do not fit: on one node of two uneven ones, on one node alone,
# and on all of them.  How much fits hangs on where the kernel's own pages lie:
# a few huge pages more or less.  Under HVO 64 pages give back the struct pages
# of one more.  The engine uses these where the serial path has not freed them
# yet; but it puts the struct pages that stay among those it gave back, so that
# fewer of them merge: what HVO gives back is the slack, 3500 / 64.
# usage: shortage.sh [hvo]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
hvo=${1:-}
slack=8
[ -z "$hvo" ] || slack=54
# shellcheck disable=SC2034 # for taken()
mem_sum=1

counts() {
	counts_out=
	for n in $nodes; do
		counts_out="$counts_out $n:$(cat "$(node_hp "$n")/nr_hugepages")"
	done
	echo "${counts_out# }"
}

# HVO needs a page of every zone it meets for the first time: stock kills
# somebody for it when there is none left.
set_pool sysctl 2501
set_pool sysctl 0
baseline
set_pool sysctl 2501
check_is 'a node runs dry, the other one has room: all pages are there' "$(nr)" 2501
echo "near one-node-dry $slack $(counts)"
look one-node-dry
if patched; then
	read_record
	check_is 'a node runs dry: done' "$done_pages" 2501
fi
set_pool sysctl 0
step one-node-dry-freed

echo "not for long" >/tmp/file
set_pool node 1 100000
echo "atleast node-too-small $slack $(nr)"
check_is 'asked for on one node: none on the other' "$(cat "$(node_hp 0)/nr_hugepages")" 0
look node-too-small
set_pool node 1 0
step node-too-small-freed

# 100000 pages are 200 GB.
set_pool sysctl 100000
echo "atleast too-large $slack $(nr)"
for n in $nodes; do
	echo "atleast too-large-node$n $slack $(cat "$(node_hp "$n")/nr_hugepages")"
done
look too-large
if patched; then
	read_record
	check_is 'too large: asked' "$asked" 100000
	check_is 'too large: done' "$done_pages" "$(nr)"
	check_is 'too large: not taken for interrupted' "$interrupted" false
fi
[ -z "$hvo" ] || all_optimized too-large
check 'too large: the system is alive' grep -q long /tmp/file
set_pool sysctl 0
step too-large-freed
resize grow-after 2 sysctl 701
resize shrink-after 2 sysctl 0
