#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The guests' whole suite, and failing allocations, under KASAN and lockdep; and
# which lines of the engine that runs: at least 95 % of them.  One kernel does
# both, as each takes more than an hour.  The annotated sources are left in
# build/SERIES/gcov/.
#
# What no test here runs:
# - no memory at boot: for the workqueue, for the plan of hugepages=;
# - netlink: messages shorter than what they were sized for, no memory for them;
# - HVO: pages of struct pages that span zones in one chunk, or that somebody who
#   looks at pages by number holds at that moment; a memory failure that strikes
#   between a folio's way out of the pool and its end.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/lib/suite.sh
. "$(dirname "$0")/../lib/suite.sh"
# shellcheck source=scripts/lib.sh
. "$top/scripts/lib.sh"

flavour=debug+kasan+gcov
dir=$build/$(series_current)/gcov
objects=$build/$(series_current)/$flavour/src/mm
rm -rf "$dir"
mkdir -p "$dir/guests"

GUEST_GCOV=$dir/guests suite "$flavour" "${suite_long[@]}" "$top"/tests/81-faults.t

# Every guest sent its counters, file after file; add them up.  Stock has none.
rm -f "$dir"/guests/*-stock
n=0
for sent in "$dir"/guests/*; do
	if [ ! -s "$sent" ]; then
		note "${sent##*/} sent nothing"
		continue
	fi
	one=$dir/one
	rm -rf "$one"
	mkdir "$one"
	tr -d '\r' <"$sent" | while read -r word path; do
		case $word in
		FILE) out=$one/${path##*/} ;;
		*) echo "$word" >>"$out.base64" ;;
		esac
	done
	for f in "$one"/*.base64; do
		[ -s "$f" ] && base64 -d "$f" >"${f%.base64}"
		rm -f "$f"
	done
	# It adds nothing to an empty folder.
	if [ ! -d "$dir/all" ]; then
		mv "$one" "$dir/sum"
	elif ! gcov-tool merge -o "$dir/sum" "$dir/all" "$one" >/dev/null 2>&1; then
		note "${sent##*/} does not add up"
		continue
	fi
	rm -rf "$dir/all"
	mv "$dir/sum" "$dir/all"
	n=$((n + 1))
done
is 'the counters of all guests add up' "$n" "$(find "$dir/guests" -type f | wc -l)"

cp "$objects"/hugetlb_parallel*.gcno "$dir/all/"
# Where gcov looks for the sources.
ln -s "$objects" "$dir/all/mm"
(cd "$dir/all" && gcov -- *.gcda) >"$dir/report" 2>&1
awk -F"'" '/^File / { file = $2 }
	/^Lines executed/ && file ~ /hugetlb_parallel[a-z_]*\.c$/ {
		split($0, w, /[:% ]+/); of = w[5]; ran += w[3] * of / 100; lines += of
		sub(/.*\//, "", file); printf "# %s: %s %% of %d lines\n", file, w[3], of; file = "" }
	END { printf "total %.2f\n", lines ? 100 * ran / lines : 0 }' "$dir/report" >"$dir/summary"
grep '^#' "$dir/summary"
total=$(sed -n 's/^total //p' "$dir/summary")
ok "at least 95 % of the engine's lines ran ($total %)" awk -v t="$total" 'BEGIN { exit t < 95 }'
grep -Hn '#####:' "$dir"/all/hugetlb_parallel*.c.gcov | sed 's/.*hugetlb_parallel/# not run: hugetlb_parallel/'
done_testing
