# SPDX-License-Identifier: GPL-2.0-only
# TAP from bash: one function per kind of check.  Sourced by tests/*.t, which
# end with done_testing.
# shellcheck shell=bash

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034 # for guest.sh and the tests
build=${BUILD_DIR:-$top/build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
tap_count=0 tap_failed=0

note() { printf '# %s\n' "${*//$'\n'/$'\n'# }"; }

# pass DESC; fail DESC [REASON...]: prove shows what is on standard error, the
# beginning of it is there, too.
pass() { echo "ok $((++tap_count)) - $1"; }
fail() {
	echo "not ok $((++tap_count)) - $1"
	tap_failed=$((tap_failed + 1))
	echo "# ${0##*/}: failed: $1" >&2
	shift
	[ $# -gt 0 ] || return 0
	note "$@"
	note "$@" | sed -n '1,30p' >&2
}

# ok DESC COMMAND...: the command succeeds.  What it writes shows on failure.
ok() {
	local desc=$1 out
	shift
	if out=$("$@" 2>&1); then pass "$desc"; else fail "$desc" "status $? from: $*"$'\n'"$out"; fi
}

# is DESC GOT WANTED: equal text.
is() {
	if [ "$2" = "$3" ]; then pass "$1"; else fail "$1" "got:    $2"$'\n'"wanted: $3"; fi
}

# like DESC TEXT REGEX: an extended regular expression matches a line of it.
like() {
	if grep -qE -e "$3" <<<"$2"; then pass "$1"; else fail "$1" "no line matches: $3"$'\n'"$2"; fi
}

# status DESC WANTED COMMAND...: exit status; the output is left in $output.
status() {
	local desc=$1 wanted=$2 got=0
	shift 2
	output=$("$@" 2>&1) || got=$?
	if [ "$got" = "$wanted" ]; then pass "$desc"; else fail "$desc" "status $got, wanted $wanted, from: $*"$'\n'"$output"; fi
}

skip() { echo "ok $((++tap_count)) # SKIP $1"; }
skip_all() { echo "1..0 # SKIP $1"; exit 0; }
bail_out() { echo "Bail out! $1"; exit 255; }

done_testing() {
	echo "1..$tap_count"
	[ "$tap_failed" -eq 0 ]
	exit
}
