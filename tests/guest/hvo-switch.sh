#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# HVO switched while the system runs: pools of optimized and other pages.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
hvo_on() { sysctl -qw "vm.hugetlb_optimize_vmemmap=$1"; }
optimized() {
	patched || return 0
	# shellcheck disable=SC2046 # words wanted
	set -- "$1" "$2" $(hvo)
	check_is "$1: optimized pages" "$4" "$2"
}

hvo_on 1
set_pool sysctl 3000
set_pool sysctl 0
hvo_on 0
baseline
resize off 2 sysctl 701
optimized off 0
hvo_on 1
resize on 2 sysctl 1402
optimized on 701
hvo_on 0
resize off-again 2 sysctl 2103
optimized off-again 701
# Pages leave in the reverse order they came.
resize shrink-into-optimized 2 sysctl 1051
optimized shrink-into-optimized 350
hvo_on 1
resize grow-mixed 2 sysctl 1602
optimized grow-mixed 901
resize shrink-to-0 2 sysctl 0
optimized shrink-to-0 0
