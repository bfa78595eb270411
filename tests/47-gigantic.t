#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Pages of 1 GB that come and go while the system runs, against the same steps on
# stock.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

size='default_hugepagesz=1G hugepagesz=1G'
same_steps 'HVO off' --numa 13G:0,9G:1 --append "$size" gigantic.sh
same_steps 'HVO on' --numa 13G:0,9G:1 --append "$size hugetlb_free_vmemmap=on" gigantic.sh hvo
same_steps 'CMA' --numa 13G:0,9G:1 --append "$size hugetlb_cma=0:4G,1:2G" gigantic.sh
same_steps 'CMA only, HVO on' --numa 13G:0,9G:1 --append "$size hugetlb_free_vmemmap=on hugetlb_cma=0:6G,1:4G hugetlb_cma_only=on" gigantic.sh hvo
two='hugetlb_parallel_workers=2'
same_steps 'demote, HVO off' --mem 40G --append "$size $two" demote.sh
same_steps 'demote, HVO on' --mem 40G --append "$size $two hugetlb_free_vmemmap=on" demote.sh hvo
same_steps 'demote, CMA' --mem 40G --append "$size $two hugetlb_cma=4G" demote.sh

done_testing
