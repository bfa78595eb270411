#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The kept seeds of the fuzz targets. REPLAY is the programs' path without the
# target's name, and may have words before it.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
: "${REPLAY:?is not set: run make check}"

for target in spec conf netlink; do
	# shellcheck disable=SC2086 # words
	timeout 120 $REPLAY-$target "$(dirname "$0")/../fuzz/seeds/$target"/* >"$dir/out" 2>"$dir/err" &&
		grep -q '^[1-9][0-9]* files$' "$dir/out"
	ok $? "seeds of $target"
done

finish
