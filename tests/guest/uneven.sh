#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Nodes 0 and 1, of which the second is too small for any share, and node 2
# without memory.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
# shellcheck disable=SC2034 # for taken()
mem_sum=1

set_pool sysctl 1000
set_pool sysctl 0
baseline
set_pool sysctl 1000
check_is 'a small node: all pages are there' "$(nr)" 1000
# How many fit hangs on the kernel's own pages; see shortage.sh.
echo "near small-node 8 0:$(cat "$(node_hp 0)/nr_hugepages") 1:$(cat "$(node_hp 1)/nr_hugepages")"
engine small-node 1+ sysctl 1000
resize small-node-gives-all 1+ sysctl 501
resize grow-large-node 1+ node 0 801
set_pool node 2 300
step no-memory-node
set_pool interleave 0,1 1101
check_is 'interleaved with a small node: all pages are there' "$(nr)" 1101
set_pool node 1 64
resize shrink-large-node 1+ bind 0 701
resize shrink-to-0 1+ sysfs 0
