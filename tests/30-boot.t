#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Boot-time allocation: both formats of hugepages=, uneven and short of memory.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

same_steps 'any node' --append hugepages=3001 boot.sh 2 3001
same_steps 'any node, HVO' --append 'hugepages=3001 hugetlb_free_vmemmap=on' boot.sh 2 3001 hvo
same_steps 'node format' --append hugepages=0:900,1:1503 boot.sh 2 2403
same_steps 'node format, HVO' --append 'hugepages=0:1503,1:900 hugetlb_free_vmemmap=on' boot.sh 2 2403 hvo
same_steps 'one node of two' --append hugepages=1:1001 boot.sh 1 1001
same_steps 'few pages take the serial path' --append hugepages=255 boot.sh 0 255
same_steps 'the fewest for workers' --append hugepages=256 boot.sh 2 256
# All CPUs are on node 0; the nodes share them.
same_steps 'a node without CPUs' --numa 4G:0+1,2G: --append hugepages=1501 boot.sh 2 1501
# Node 1 cannot hold its half.
same_steps 'uneven nodes' --numa 6G:0,2G:1 --append hugepages=2501 boot.sh 2 2501 short
# Not larger than all memory: that leaves none to boot with, on stock too.
same_steps 'larger than a node' --append hugepages=0:100000,1:501 boot.sh 2 100501 short
same_steps 'larger than a node, HVO' --append 'hugepages=0:501,1:100000 hugetlb_free_vmemmap=on' boot.sh 2 100501 short-hvo

done_testing
