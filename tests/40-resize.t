#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Growth and shrink through every interface, against the same steps on stock.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

same_steps 'HVO off' resize.sh
same_steps 'HVO on' --append hugetlb_free_vmemmap=on resize.sh hvo
same_steps 'HVO switched' hvo-switch.sh

done_testing
