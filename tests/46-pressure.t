#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Pressure: growth that must reclaim or compact.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile frag
guest_args=(--mem 2G --append 'brd.rd_nr=1 brd.rd_size=1400000 softlockup_panic=1' --file "$compiled:/usr/bin/frag")
same_steps 'pressure, HVO off' "${guest_args[@]}" pressure.sh
same_steps 'pressure, HVO on' "${guest_args[@]}" --append hugetlb_free_vmemmap=on pressure.sh

done_testing
