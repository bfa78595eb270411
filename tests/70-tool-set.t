#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl set on the patched and on the stock kernel.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile pty -lutil
for kernel in "$patched" stock; do
	guest_tap "$kernel" "set-$kernel" --kernel "$kernel" "$steps_dir/tool-set.sh"
	# What other flavours check takes more memory than such a guest is worth.
	case $kernel in
	patched | stock) ;;
	*) continue ;;
	esac
	guest_tap "$kernel: progress" "progress-$kernel" --kernel "$kernel" --mem 200G \
		--append hugetlb_free_vmemmap=on --file "$compiled:/run/pty" "$steps_dir/tool-progress.sh" 90000
done

done_testing
