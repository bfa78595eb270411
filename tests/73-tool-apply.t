#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl apply and dump on the patched and on the stock kernel.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"

for kernel in "$patched" stock; do
	guest_tap "$kernel" "$kernel" --kernel "$kernel" "$top/tests/guest/tool-apply.sh"
done

done_testing
