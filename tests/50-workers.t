#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# vm.hugetlb_parallel_workers.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

patched_steps workers workers.sh

done_testing
