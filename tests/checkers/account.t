#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Memory allocation profiling and page owners: the pages are in the accounts, of
# all sizes and from every source, and the kernel misses none (it warns of them).
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
TEST_KERNEL=debug+account
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/../lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/../guest/steps.sh"

patched_steps 'accounts, HVO off' --mem 10G account.sh
patched_steps 'accounts, HVO on' --mem 10G --append hugetlb_free_vmemmap=on account.sh
patched_steps 'resizes' resize.sh
size='default_hugepagesz=1G hugepagesz=1G hugetlb_free_vmemmap=on'
patched_steps '1 GB' --numa 13G:0,9G:1 --append "$size" gigantic.sh hvo
patched_steps 'demote' --mem 40G --append "$size hugetlb_parallel_workers=2" demote.sh hvo

done_testing
