#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The KUnit suite ran at boot and passed.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

patched_steps boot --mem 1G true.sh
suite=$(tr -d '\r' <"$guest_log" | sed 's/^\[[^]]*\] //' |
	sed -n '/# Subtest: hugetlb_parallel$/,/^\(not \)\{0,1\}ok [0-9]* hugetlb_parallel$/p')
while IFS= read -r line; do
	case $line in
	*'not ok '*) fail "KUnit: ${line##*not ok }" "$suite" ;;
	*'ok '*'# SKIP'*) skip "KUnit: ${line##*ok }" ;;
	*'ok '*) pass "KUnit: ${line##*ok }" ;;
	esac
done <<<"$suite"
like 'KUnit: the suite ran to its end' "$suite" '^ok [0-9]+ hugetlb_parallel$'

done_testing
