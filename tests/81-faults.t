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
patched_steps 'pressure, failing allocations' --mem 4G --timeout 1200 --append softlockup_panic=1 \
	--file "$compiled:/usr/bin/faults" faults.sh "${FAULT_SEED:-$RANDOM}" "${FAULT_RESIZES:-1000}"

done_testing
