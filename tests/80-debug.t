#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The debug kernel (lock, context, list and page checks) runs the whole suite of
# the guests, and its log has no warning.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"

[ -z "${TEST_KERNEL:-}" ] || skip_all "already testing '$TEST_KERNEL'"
for t in "$top"/tests/[3-7]?-*.t; do
	if TEST_KERNEL=debug "$t" >"$work/out" 2>&1; then
		pass "${t##*/}"
	else
		fail "${t##*/}"
	fi
	sed 's/^/    /' "$work/out"
done
done_testing
