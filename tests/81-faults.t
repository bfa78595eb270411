#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Pressure: resizes while allocations fail.  On the debug kernel, which can make
# them fail.  FAULT_SEED=N repeats a run, FAULT_RESIZES=N makes more.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
TEST_KERNEL=${TEST_KERNEL:-debug}
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile faults

# A bug of 7.3's own, in the serial path too: bulk_vmemmap_restore_error() hands
# folios that were never optimized, and are no HugeTLB folios any more, to a
# function that warns of such.  This one warning is left out, with its trace.  So is
# what the allocator says of the failures that were asked for, which other tasks
# meet, too: kthreadd, when a worker is to be made.
known() {
	awk '/: (vmalloc error: size [0-9].* (failed to allocate|allocation failed)|page allocation failure: )/ { asked = 1 }
		asked { if (/<\/TASK>/) asked = 0; next }
		/page dumped because: VM_WARN_ON_ONCE_FOLIO\(!folio_test_hugetlb\(folio\)\)/ { on = 1 }
		on { block = block $0 "\n" }
		!on
		on && /end trace/ {
			if (block !~ /at __hugetlb_vmemmap_restore_folio/ || block !~ /update_and_free_pages_bulk/)
				printf "%s", block
			on = 0; block = ""
		}
		END { printf "%s", block }' "$1"
}

seed=${FAULT_SEED:-$RANDOM}
desc="pressure, failing allocations, seed $seed$debug_note"
run_steps patched 'failing allocations' --mem 4G --timeout 1200 --append softlockup_panic=1 \
	--file "$compiled:/usr/bin/faults" "$steps_dir/faults.sh" "$seed" "${FAULT_RESIZES:-1000}"
own_checks "$desc" "$output"
is "$desc: the script ended well" "$guest_status" 0
known "$guest_log" >"$work/log"
clean_log "$desc" "$work/log"

done_testing
