#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The tests that boot the patched kernel, once more on the debug kernel: lock,
# context, VM and list checking must find nothing.  One test per file.
set -u
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"

[ -z "${TEST_KERNEL:-}" ] || skip_all "TEST_KERNEL=$TEST_KERNEL is set: everything runs on that kernel already"

# Those that take their kernel from $patched follow TEST_KERNEL.
mapfile -t files < <(cd "$top" && grep -lE '\$\{?patched|^both |guest_tap|guest_kernel' tests/[0-8]*.t | grep -v tests/25-boot.t)
[ ${#files[@]} -gt 0 ] || skip_all "no test boots the patched kernel yet"
for t in "${files[@]}"; do
	note "$t"
	if out=$(cd "$top" && TEST_KERNEL=debug "./$t" 2>&1); then
		pass "$t on the debug kernel"
	else
		fail "$t on the debug kernel" "$(grep -vE '^ok ' <<<"$out" | tail -n 100)"
	fi
done

done_testing
