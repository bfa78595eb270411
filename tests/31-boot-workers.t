#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hugetlb_parallel_workers= and hugepage_alloc_threads= govern boot-time allocation.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

# boot DESC APPEND VALUE WORKERS [REFUSED]
boot() {
	patched_steps "$1" --mem 4G --append "hugepages=1001 $2" boot-param.sh "$3" "$4" 1001 "${@:5}"
}
boot 'workers=2' hugetlb_parallel_workers=2 2 2
boot 'threads=2' hugepage_alloc_threads=2 0 2
# Slow kernels look at locks, not at numbers.
if [ "$patched" != patched ]; then
	done_testing
fi
boot 'workers=1: serial' hugetlb_parallel_workers=1 1 0
boot 'workers=1024' hugetlb_parallel_workers=1024 1024 2
boot 'workers=1025' hugetlb_parallel_workers=1025 0 2 1025
boot 'workers=-1' hugetlb_parallel_workers=-1 0 2 -1
boot 'workers=abc' hugetlb_parallel_workers=abc 0 2 abc
boot 'workers=' hugetlb_parallel_workers= 0 2 ''
boot 'threads=1' hugepage_alloc_threads=1 0 1
boot 'threads=64' hugepage_alloc_threads=64 0 2
boot 'workers= comes before threads=' 'hugepage_alloc_threads=2 hugetlb_parallel_workers=1' 1 0

done_testing
