#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# 1 GB pages at boot: the same pages as on stock, and the same messages.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"
# shellcheck source=scripts/lib.sh
. "$top/scripts/lib.sh"

hvo=hugetlb_free_vmemmap=on
steps=same_steps scratch=256M
if [[ $patched == *kasan* ]]; then
	# Its shadow is in one piece: other pages, and fewer of them.  A kernel that takes over
	# must find its own in the scratch areas.
	steps=clean_steps scratch=1G
fi
# boot DESC PAGES ASKED WORKERS APPEND [OPTION...]
boot() {
	$steps "$1" "${@:6}" --append "hugepagesz=1G $5" gigantic-boot.sh "${@:2:3}"
}
boot 'any node' 5 5 2 hugepages=5 --mem 12G
boot 'any node, HVO' 5 5 2 "hugepages=5 $hvo" --mem 12G
boot 'one node' 6 6 2 "hugepages=6 $hvo" --mem 12G --nodes 1
boot 'one page takes the serial path' 1 1 0 "hugepages=1 $hvo" --mem 12G
boot 'more CPUs than pages' 2 2 2 hugepages=2 --mem 8G --cpus 4 --nodes 1
boot 'node format' 4 4 2 "hugepages=0:1,1:3 $hvo" --mem 12G
boot 'node format, more than a node has' 4 10 2 "hugepages=0:1,1:9" --mem 8G
boot 'too little memory' 8 50 2 hugepages=50 --mem 12G
boot 'too little memory, HVO' 8 50 2 "hugepages=50 $hvo" --mem 12G
boot 'nothing to be had' 0 3 0 hugepages=3 --mem 1G --nodes 1
# Whoever has nothing left passes its turn to the end of memory.
boot 'uneven nodes' 9 9 2 hugepages=9 --numa 2G:0,8G:1,4G:
boot 'uneven nodes, node 0 largest' 8 8 2 "hugepages=8 $hvo" --numa 8G:0,1500M:1,3G:
boot 'holes' 6 9 2 "hugepages=9 $hvo memmap=2M\$0x160000000 memmap=4K\$0x1ffffe000" --mem 12G
boot 'many holes' 4 9 2 "hugepages=9 memmap=2M\$0x140000000 memmap=2M\$0x181000000 memmap=1M\$0x1e0000000 memmap=1G\$0x220000000" --mem 12G --nodes 1
boot 'a page in two zones' 8 9 2 "hugepages=9 kernelcore=6400M $hvo" --mem 12G --nodes 1
boot 'pages in two zones' 6 50 2 "hugepages=50 movablecore=3600M" --mem 12G
boot 'pages in two zones, node format' 6 53 2 "hugepages=0:3,1:50 movablecore=3600M" --mem 12G
boot 'movable nodes' 5 5 2 "hugepages=5 movable_node" --mem 12G
boot 'default size' 3 3 2 "hugepages=3 default_hugepagesz=1G" --mem 12G
boot 'CMA' 0 4 none "hugepages=4 hugetlb_cma=3G" --mem 12G
# They count in their zone, which one thread does.
boot 'CMA only' 3 4 0 "hugepages=4 hugetlb_cma=3G hugetlb_cma_only=on" --mem 12G
boot 'CMA only, HVO, node format' 2 2 0 "hugepages=0:1,1:1 hugetlb_cma=0:1G,1:2G hugetlb_cma_only=on $hvo" --mem 12G
boot 'two sizes' 4 4 2 "hugepages=4 hugepagesz=2M hugepages=1000 $hvo" --mem 12G
boot 'serial' 5 5 0 "hugepages=5 hugetlb_parallel_workers=1 $hvo" --mem 12G
# The kernel that is looked at is started by one before.
compile kexec
images=$build/$(series_current)
next=(--mem 12G --file "$images/stock/bzImage:/run/stock" --file "$images/$patched/bzImage:/run/patched" --file "$compiled:/usr/bin/kexec")
compile mirror
next+=(--file "$compiled:/usr/bin/mirror")
# Scratch areas, and memory that is kept, become no pages.  Without sizes the areas are as
# large as what the kernel has reserved, of which one for debugging has more.
kho='kho=on reserve_mem=64M:4096:kept then=next'
boot 'handed over' 5 5 2 "hugepages=5 $kho kho_scratch=64M,64M,$scratch $hvo" "${next[@]}"
boot 'handed over, too little memory' 4 50 2 "hugepages=2 $kho kho_scratch=64M,64M,1500M" "${next[@]}"
# Pages may lie in mirrored memory, but not across its ends.
mirror='kernelcore=mirror then=next,0-2048,4608-5632'
boot 'mirrored memory' 5 5 2 "hugepages=5 $mirror $hvo" "${next[@]}"
boot 'mirrored memory, too little of all' 7 50 2 "hugepages=50 $mirror,10752-11000" "${next[@]}"
boot 'as many workers as threads' 5 5 1 "hugepages=5 hugepage_alloc_threads=1" --mem 12G

done_testing
