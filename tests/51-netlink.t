#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Netlink for everybody, tracepoints, and the tool on a stock kernel.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile events -lmnl
patched_steps netlink --file "$compiled:/usr/bin/events" netlink.sh
# With KASAN, the first nodes are full of its shadow.
many=patched_steps
[[ $patched != *kasan* ]] || many=clean_steps
"$many" 'many nodes' --nodes 64 --mem 16G --file "$compiled:/usr/bin/events" many-nodes.sh 64
if [ "$patched" = patched ]; then
	run_steps stock 'tool on stock' "$steps_dir/stock-tool.sh"
	own_checks 'tool on stock' "$output"
	is 'tool on stock: the script ended well' "$guest_status" 0
fi

done_testing
