#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Memory failure on pages that are on their way into the pool.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile transit
guest_args=(--nodes 1 --append log_buf_len=16M --file "$compiled:/usr/bin/transit")
patched_steps '2 MB, HVO off' --mem 64G "${guest_args[@]}" transit.sh 28000 3
patched_steps '2 MB, HVO on' --mem 64G "${guest_args[@]}" --append hugetlb_free_vmemmap=on transit.sh 28000 3
patched_steps '1 GB, HVO off' --mem 64G "${guest_args[@]}" --append 'default_hugepagesz=1G hugepagesz=1G' transit.sh 50 1
patched_steps '1 GB, HVO on' --mem 64G "${guest_args[@]}" --append 'default_hugepagesz=1G hugepagesz=1G hugetlb_free_vmemmap=on' transit.sh 50 1

done_testing
