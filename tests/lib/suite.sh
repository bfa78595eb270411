# SPDX-License-Identifier: GPL-2.0-only
# The guests' whole suite on another kernel; source tap.sh first.
#
# suite FLAVOUR [FILE...]: every file of it, and these, becomes a test.
# The files in $suite_long take minutes each on a slow kernel: for checkers.
# shellcheck shell=bash
# shellcheck disable=SC2154 # from tap.sh

# shellcheck disable=SC2034 # for the checkers
suite_long=("$top"/tests/4[4-8]-*.t "$top"/tests/65-*.t)

suite() {
	local t flavour=$1
	shift
	[ -z "${TEST_KERNEL:-}" ] || skip_all "already testing '$TEST_KERNEL'"
	for t in "$top"/tests/{3?,4[0-3],5?,60}-*.t "$@"; do
		SECONDS=0
		if TEST_KERNEL=$flavour "$t" >"$work/out" 2>&1; then
			pass "${t##*/} ($SECONDS s)"
		else
			fail "${t##*/} ($SECONDS s)" "$(grep -A 9 '^not ok' "$work/out")"
		fi
		sed 's/^/    /' "$work/out"
	done
}
