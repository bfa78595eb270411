#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Requests larger than memory end as on stock.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

same_steps 'HVO off' --numa 5G:0,2G:1 shortage.sh
same_steps 'HVO on' --numa 5G:0,2G:1 --append hugetlb_free_vmemmap=on shortage.sh hvo
# More than half of what is free is CMA's: the allocator takes from there first.
same_steps 'CMA' --nodes 1 --mem 12G --append hugetlb_cma=7G cma.sh
# With transparent huge pages in use the kernel wants more memory free, and what
# lies in CPUs' own lists may make the difference to a task that is killed.
[ "$patched" = patched ] ||
	patched_steps 'HVO and THP' --numa 5G:0,2G:1 --append 'hugetlb_free_vmemmap=on transparent_hugepage=madvise' shortage.sh hvo
compile frag
patched_steps 'a node without a page of 1 GB' --nodes 1 --cpus 4 --mem 7G --file "$compiled:/usr/bin/frag" \
	--append 'default_hugepagesz=1G hugepagesz=1G kernelcore=2G' dry-search.sh

done_testing
