#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl's own tests once more: under AddressSanitizer and UBSan, and in valgrind.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
tool=(make -s -C "$top/tools/hugetlbctl" BUILD="$build/hugetlbctl" PROVE="prove -j$(nproc)")

ok 'AddressSanitizer and UBSan find nothing' "${tool[@]}" check-asan
if command -v valgrind >/dev/null; then
	ok 'valgrind finds nothing' "${tool[@]}" check-valgrind
else
	skip 'valgrind is not installed'
fi

done_testing
