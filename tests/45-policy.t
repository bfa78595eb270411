#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Policies, users and other writers of a pool, against the same steps on stock.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile hugemap
# Debug kernels are slow.
use=(--timeout 1500 --file "$compiled:/usr/bin/hugemap")
same_steps 'policy: where pages go and who holds them' "${use[@]}" --nodes 3 --cpus 3 --mem 6G policy.sh
same_steps 'policy: memory failure' "${use[@]}" --mem 4G poison.sh
same_steps 'policy: several writers' "${use[@]}" --mem 8G \
	--append 'hugetlb_free_vmemmap=on hugepagesz=1G hugepages=2' writers.sh

done_testing
