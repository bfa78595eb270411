#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Odd growth and shrink on any set of nodes.
# usage: topology.sh PAGES WORKERS [LIMIT]
#   PAGES    that fit, with 256 more on the first and on the last node that has
#            memory; more than three times 256
#   WORKERS  that take part when all nodes do
#   LIMIT    for vm.hugetlb_parallel_workers
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
most=$1 workers_all=$2 limit=${3:-}
# Where nodes are many, the kernel's own pages move to others.
# shellcheck disable=SC2034 # for taken()
mem_sum=1

# Numbers of the nodes that have memory: "0,2-3" in full.
memory=$(tr ',' '\n' </sys/devices/system/node/has_memory |
	awk -F- '{ for (i = $1; i <= $NF; i++) print i }' | xargs)
first=${memory%% *} last=${memory##* }
third=$((most / 3))

[ -z "$limit" ] || ! patched || sysctl -qw "vm.hugetlb_parallel_workers=$limit"
# The first resize of a node's CPUs and the first one that fills it.
set_pool sysctl "$most"
set_pool sysctl 0
baseline
resize grow "$workers_all" sysctl $((third + 1))
resize grow-odd "$workers_all" sysfs "$most"
resize shrink "$workers_all" sysctl $((2 * third + 1))
resize shrink-odd "$workers_all" sysfs "$third"
resize grow-last-node 1+ node "$last" $((256 + $(cat "$(node_hp "$last")/nr_hugepages")))
resize grow-first-node 1+ bind "$first" $(($(nr) + 256))
resize grow-uneven "$workers_all" sysctl $((most + 1))
resize shrink-to-0 "$workers_all" sysctl 0
