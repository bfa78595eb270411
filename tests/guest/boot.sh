#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# After a boot with hugepages=.
# usage: boot.sh WORKERS ASKED [hvo|short|short-hvo]
#   WORKERS  those the patched kernel must have used
#   short    the request did not fit; a few more or less do, see shortage.sh,
#            and with HVO fewer: struct pages that stay take memory first
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
workers=$1 asked=$2 what=${3:-} slack=8
[ "$what" != short-hvo ] || what=short slack=16
got=$(nr)

if [ "$what" = short ]; then
	for n in $nodes; do
		read -r pages <"$(node_hp "$n")/nr_hugepages"
		eval "boot_$n=$pages"
	done
	look boot
else
	look boot
	echo "step boot $look_out"
fi

if patched; then
	dmesg | sed 's/^\[[^]]*\] //' | grep 'HugeTLB: allocated' >/tmp/line
	line="HugeTLB: allocated $got of $asked pages of size 2.00 MiB with $workers workers"
	# The serial path tells of itself in its own way.
	[ "$workers" != 0 ] || line=
	check_is 'one line tells of it' "$(sed 's/ in [0-9]* ms$//' /tmp/line)" "$line"
	wanted="boot grow $asked $got $got $workers"
	read_record
	# shellcheck disable=SC2154 # from read_record
	check_is 'record' "$by $direction $asked $done_pages $node_pages $workers" "$wanted"
	[ "$what" != hvo ] || all_optimized boot
fi

# What the pool holds at boot is what comes back when it goes.
baseline
set_pool sysctl 0
look freed
echo "step freed $look_out"
if [ "$what" = short ]; then
	baseline
	sum=0
	for n in $nodes; do
		eval "pages=\$(beyond $n \$boot_$n)"
		sum=$((sum + pages))
		# With HVO, struct pages that come back may lie on another node.
		[ "$slack" -gt 8 ] || echo "atleast boot-node$n $slack $pages"
	done
	echo "atleast boot-nodes $slack $sum"
else
	echo "near freed-memory $mem_slack $(taken)"
fi
