#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# After a boot with hugetlb_parallel_workers= and hugepages=.
# usage: boot-param.sh VALUE WORKERS PAGES [REFUSED]
#   VALUE    what the sysctl must say
#   WORKERS  those that allocated PAGES
#   REFUSED  value that the kernel must have refused
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
check_is 'the sysctl says' "$(cat "$workers_file")" "$1"
check_is 'pages' "$(nr)" "$3"
engine 'boot' "$2" boot "$3"
look boot
dmesg | grep -o 'HugeTLB: hugetlb_parallel_workers=.*' >/tmp/warned
if [ $# -gt 3 ]; then
	check_is 'one line tells what is wrong' "$(wc -l </tmp/warned)" 1
	check 'it names the value' grep -qF "hugetlb_parallel_workers=$4 " /tmp/warned
	check 'it names the rule' grep -q '0 to 1024' /tmp/warned
else
	check_is 'no complaint' "$(cat /tmp/warned)" ''
fi
