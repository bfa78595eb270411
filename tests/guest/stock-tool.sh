#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl on a kernel that lacks the feature.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
check 'the kernel is stock: no sysctl' [ ! -e "$workers_file" ]
set_pool sysctl 301
check_is 'show: the pool' \
	"$(hugetlbctl show --size 2M --raw --noheadings --output node,total,free,surplus)" \
	"$(printf '%s\n' 'all 301 301 0' '0 151 151 0' '1 150 150 0')"
check_is 'show: optimized pages are not known' "$(hugetlbctl show -s 2M -N all -rn -o hvo)" -
hugetlbctl >/tmp/out
check_is 'no command: show' "$(grep -v '^memory' /tmp/out)" "$(hugetlbctl show | grep -v '^memory')"
check_is 'show: memory of the system' "$(hugetlbctl --bytes | sed -n 's/^memory \([0-9]*\),.* in huge pages \(.*\)/\1 \2/p')" \
	"$(awk '$1 == "MemTotal:" || $1 == "Hugetlb:" { printf "%.0f ", $2 * 1024 }' /proc/meminfo | xargs)"
hugetlbctl last >/tmp/out 2>/tmp/err
check_is 'last: exit status' $? 4
check_is 'last: nothing on standard output' "$(cat /tmp/out)" ''
check_is 'last: one line' "$(wc -l </tmp/err)" 1
check 'last: it names what the kernel lacks' grep -q CONFIG_HUGETLB_PARALLEL_INIT /tmp/err
