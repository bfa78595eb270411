#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# On the running kernel, whatever it has. Changes nothing.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

# Like wc -l on what the kernel has, to compare with what show says.
sizes() {
	find /sys/kernel/mm/hugepages -mindepth 1 -maxdepth 1 -name 'hugepages-*kB' | wc -l
}

if [ -d /sys/kernel/mm/hugepages ] && [ "$(sizes)" -gt 0 ]; then
	gives 0 "show" show --json
	json "len({p['size'] for p in j['pools']}) == $(sizes)" "as many sizes as sysfs has"
	run show --raw --noheadings --node all --bytes --output size,default
	[ "$(grep -c yes "$dir/out")" -eq 1 ]
	ok $? "one of them is the default"
	gives 0 "show / as a copied tree" show --sysroot / --json
else
	refuses 4 'no huge pages here' "show without huge pages" show
fi

run last --json
if [ "$rc" -eq 0 ]; then
	json "isinstance(j['resizes'], list)" "last --json"
	gives 0 "last" last
else
	refuses 4 'last: this kernel keeps no record of resizes (it lacks CONFIG_HUGETLB_PARALLEL_INIT)' \
		"last on a stock kernel" last
	[ "$(wc -l <"$dir/err")" -eq 1 ]
	ok $? "says so in one line"
	refuses 4 'keeps no record' "with --json too" last --json
	refuses 4 'monitor: this kernel tells of no resizes (it lacks CONFIG_HUGETLB_PARALLEL_INIT)' \
		"monitor on a stock kernel" monitor
fi
if [ -d /sys/kernel/mm/hugepages ] && [ "$(sizes)" -gt 0 ]; then
	refuses 2 '--size 7M: this machine has no huge pages of that size' \
		"last of a size the machine lacks" last --size 7M
	refuses 2 '--size 7M: this machine has no huge pages of that size' \
		"monitor of a size the machine lacks" monitor --size 7M
fi

finish
