#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Pages in use, reserved, surplus, and writers in a cpuset: as on stock.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

same_steps 'HVO off' in-use.sh
same_steps 'HVO on' --append hugetlb_free_vmemmap=on in-use.sh

done_testing
