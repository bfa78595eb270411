#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# So many nodes that what is told of them fills more than one message.
# usage: many-nodes.sh NODES
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh

# expected TOTAL EACH
expected() {
	echo "all $1 $1 0"
	for n in $(seq 0 $(($1 / $2 - 1))); do
		echo "$n $2 $2 0"
	done
}

set_pool sysctl $(($1 * 16))
check_is 'every node is shown, once' \
	"$(hugetlbctl show --size 2M --raw --noheadings --output node,total,free,surplus)" \
	"$(expected $(($1 * 16)) 16)"
events pools >/tmp/pools
# Their numbers: 2 is the node, 4 the free pages.
check_is 'the same in several messages' \
	"$(sed -n 's/^ 1=2097152 .* 4=\([0-9]*\) .* 2=\([0-9]*\)$/\2 \1/p' /tmp/pools | uniq)" \
	"$(expected $(($1 * 16)) 16 | sed -n 's/^\([0-9]* [0-9]*\) .*/\1/p')"
engine growth 1+ sysctl $(($1 * 16))
check_is 'the record tells of every node' \
	"$(hugetlbctl last --size 2M --json | grep -c '"node"')" "$1"
set_pool sysctl 0
engine shrink 1+ sysctl $(($1 * -16))
