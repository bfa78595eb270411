#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Memory that was 2 MB pages becomes pages of 1 GB: the struct pages that HVO gives
# back must not lie where these shall be.  Which memory the kernel's own pages take
# differs from boot to boot, by a page of 1 GB.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
gigantic=/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages

# gigantic_after NAME: how many there can be
gigantic_after() {
	echo 100 >$gigantic
	echo "atleast $1 1 $(cat $gigantic)"
	echo 0 >$gigantic
}

for pages in 6000 11000; do
	for round in 1 2; do
		set_pool sysctl $pages
		set_pool sysctl 0
		gigantic_after "gigantic-after-$pages-$round"
	done
done
