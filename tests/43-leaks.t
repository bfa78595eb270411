#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Ten rounds of growth and shrink leak nothing, and what a pool gave back can be
# pages of another size.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

if [ "$patched" = patched ]; then
	same_steps 'HVO off' leaks.sh 10
	same_steps 'HVO on' --append hugetlb_free_vmemmap=on leaks.sh 10
	same_steps 'HVO on, 24 GB' --mem 24G --append hugetlb_free_vmemmap=on repurpose.sh
else
	# Slow kernels: fewer rounds, which hold no news against stock.
	patched_steps 'HVO off' leaks.sh 3
	patched_steps 'HVO on' --append hugetlb_free_vmemmap=on leaks.sh 3
fi

done_testing
