#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Machines of every shape, against the same steps on stock.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

same_steps 'topology: one node' --nodes 1 --mem 4G topology.sh 1201 1
same_steps 'topology: 4 nodes' --nodes 4 --cpus 4 --mem 6G topology.sh 1501 4
same_steps 'topology: 8 nodes, more workers than CPUs' --nodes 8 --mem 8G topology.sh 1203 2 64
same_steps 'topology: nodes of very different size, one without memory' \
	--numa 3G:0,256M:1,:2 --cpus 3 uneven.sh
same_steps 'topology: a node without CPUs' --numa 3G:0+1,3G: topology.sh 1501 1
same_steps 'topology: maxcpus=1' --append maxcpus=1 topology.sh 1501 1 2
same_steps 'topology: nr_cpus=1' --append nr_cpus=1 topology.sh 1501 1 2
# isolcpus= is in 52-where.t.
patched_steps 'topology: nohz_full=' --append nohz_full=1 where.sh 1 nohz_full
patched_steps 'topology: an isolated cpuset partition' where.sh 1 partition
same_steps 'topology: CPUs and memory come and go in the middle of a resize' --numa 6G:0,6G:1,:2 --cpus 3 --timeout 1500 \
	--hotplug 2G --monitor --append hugetlb_free_vmemmap=on hotplug.sh

done_testing
