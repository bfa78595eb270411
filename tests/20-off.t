#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# With CONFIG_HUGETLB_PARALLEL_INIT=n not one instruction differs from stock:
# compares every object of mm/ and every other one the patches touch.
set -u
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=scripts/lib.sh
. "$top/scripts/lib.sh"

series=$(series_current)
stock=$build/$series/stock/src off=$build/$series/off/src
[ -f "$stock/mm/hugetlb.o" ] || bail_out "no objects in $stock: run make kernel"

mapfile -t touched < <(sed -n 's/^+++ b\/\(.*\)\.c$/\1.o/p' "$top/patches/$series"/*.patch | sort -u)
others=()
for o in "${touched[@]}"; do
	[ "${o#mm/}" != "$o" ] || [ ! -f "$stock/$o" ] || others+=("$o")
done
ok "the objects build with the option off" "$top/scripts/build-kernel" off mm/ ${others[@]+"${others[@]}"}
ok "the option is off" test -z "$(grep '^CONFIG_HUGETLB_PARALLEL_INIT' "$off/.config")"
is "the configurations are equal but for the option" \
	"$(diff <(grep '^CONFIG_' "$stock/.config") <(grep '^CONFIG_' "$off/.config"))" ''

# Code with relocations, and all data.  Line numbers of WARN and BUG, which move
# with the lines inserted above them, are in __bug_table.
code() { objdump -d -r --no-show-raw-insn "$1" 2>/dev/null | tail -n +4; }
sections() { readelf -SW "$1" | sed -n 's/^ *\[ *[0-9]*\] \([^ ]*\) .* \([0-9a-f]\{6,\}\) [0-9a-f]\{2\} .*/\1 \2/p' | grep -v '^\.\(sym\|str\|shstr\)tab'; }
data() {
	local s
	for s in $(objdump -h "$1" | awk '$1 ~ /^[0-9]+$/ && $2 !~ /text|comment|note|discard/ { print $2 }'); do
		echo "section $s"
		objdump -s -j "$s" "$1" 2>/dev/null | tail -n +5
	done
}
lines=''
grep -q '^CONFIG_DEBUG_BUGVERBOSE=y' "$stock/.config" && lines=1

same=0 n=0 differing=''
while read -r o; do
	n=$((n + 1))
	if [ ! -f "$off/$o" ]; then
		differing+=" $o(missing)"
		continue
	fi
	# Most are equal to the byte; look into those that are not.
	cmp -s "$stock/$o" "$off/$o" && { same=$((same + 1)); continue; }
	if [ "$(code "$stock/$o")" != "$(code "$off/$o")" ]; then
		differing+=" $o(code)"
	elif [ "$(sections "$stock/$o")" != "$(sections "$off/$o")" ]; then
		differing+=" $o(sections)"
	elif [ "$(data "$stock/$o")" = "$(data "$off/$o")" ]; then
		same=$((same + 1))
	elif [ -n "$lines" ] && [ "$(data "$stock/$o" | sed '/^section __bug_table/,/^section/d')" = \
		"$(data "$off/$o" | sed '/^section __bug_table/,/^section/d')" ]; then
		note "$o: line numbers in __bug_table moved"
		same=$((same + 1))
	else
		differing+=" $o(data)"
	fi
done < <({ (cd "$stock" && find mm -name '*.o'); printf '%s\n' ${others[@]+"${others[@]}"}; } | grep . | sort)
is "all $n objects are stock's: code, section sizes, data" "$same of $n:$differing" "$n of $n:"
ok "mm/hugetlb.o is among them" test -f "$off/mm/hugetlb.o"
is "no object of the engine is there" "$(cd "$off" && find mm kernel -name 'hugetlb_parallel*.o')" ''

done_testing
