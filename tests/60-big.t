#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Growth that a signal ends, and resizes that are watched.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

compile events -lmnl
# HVO makes a resize take longest: 0.3 s and more for so many pages.
mem=64G pages=30000
# Slower, and every 8 bytes of memory cost the host one more.
case $patched in
*kasan*) mem=16G pages=6000 ;;
esac
patched_steps big --mem "$mem" --append hugetlb_free_vmemmap=on --file "$compiled:/usr/bin/events" big.sh "$pages" hvo
# Of 1 GB, HVO adds the pages at the end only, when a signal is too late.
case $patched in
*kasan*) skip 'big-1G: too much memory for this kernel' ;;
*) patched_steps big-1G --mem 210G --append 'default_hugepagesz=1G hugepagesz=1G' --file "$compiled:/usr/bin/events" big.sh 200 ;;
esac

done_testing
