#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Upstream's own tests that use HugeTLB (tools/testing/selftests of the kernel
# tree) give the verdicts that they give on stock: exit status, every line of TAP
# and what they leave of the pool.  UPSTREAM=all runs the long ones, too.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"
# shellcheck source=scripts/lib.sh
. "$top/scripts/lib.sh"

choice=${UPSTREAM:-most}
case $choice in
few | most | all) ;;
*) bail_out "UPSTREAM '$choice': give few, most or all" ;;
esac
# Slow kernels.
[ "$patched" = patched ] || choice=few
selftests=$build/$(series_current)/selftests
[ -s "$selftests/stamp" ] || bail_out "no programs in $selftests: run scripts/build-selftests"

# One page size, as 1 GB pages would be written whole.
options=(--mem 3G --cpu "max,pdpe1gb=off" --timeout 1800)
# migration is among them, which uses all CPUs but two.
[ "$choice" != all ] || options+=(--cpus 4)
for f in "$selftests"/*; do
	options+=(--file "$f:/usr/upstream/${f##*/}")
done

# The lines of one program, without its name.
of() { # KIND NAME OUTPUT
	awk -v key="$1 $2|" 'index($0, key) == 1 { print substr($0, length(key) + 1) }' <<<"$3"
}

# What a verdict comes to in a few words.
short() {
	awk '/^exit |^no failure/ { s = $0 }
		/SKIP/ { skip++; next }
		/^ *ok |PASS$/ { ok++ }
		/^ *not ok |FAIL/ { bad++ }
		END { print s ": " ok + 0 " ok, " bad + 0 " not ok, " skip + 0 " skipped" }' <<<"$1"
}

# What these programs provoke: memory failures on purpose, each logged with the
# program's name or as a request of a process.  All else that tells of bad
# memory is trouble.
provoked='Injecting memory failure for pfn 0x[0-9a-f]+ at process virtual address'
provoked+='|Memory failure: 0x[0-9a-f]+: Sending SIGBUS to hugetlb-read-hw:'
provoked+='|Memory failure: 0x[0-9a-f]+: recovery action for huge page: Recovered'
provoked+='|MCE: Killing uffd-unit-tests:[0-9]+ due to hardware memory corruption fault'
provoked+='|Soft offlining pfn 0x[0-9a-f]+ at process virtual address'
provoked+='|Soft offline: disabled by /proc/sys/vm/enable_soft_offline'
bad_memory() {
	grep -aE '[Mm]emory failure|MCE:|hwpoison|[Ss]oft.?offlin' "$1" | grep -avE "$provoked" | tr -d '\r'
}

same_verdicts() { # DESC CHOICE [OPTION...]
	local desc=$1$debug_note which=$2 stock_output name a b why not_well=''
	local label=$1
	shift 2
	set -- "${options[@]}" "$@" "$steps_dir/upstream.sh" "$which"
	run_steps stock "$label" "$@"
	is "$desc: the script ended well on stock" "$guest_status" 0
	clean_log "$desc: stock" "$guest_log"
	is "$desc: stock: no failure of memory but those provoked" "$(bad_memory "$guest_log")" ''
	stock_output=$output
	run_steps patched "$label" "$@"
	is "$desc: the script ended well" "$guest_status" 0
	clean_log "$desc" "$guest_log"
	is "$desc: no failure of memory but those provoked" "$(bad_memory "$guest_log")" ''
	own_checks "$desc: stock" "$(grep -E '^(not )?ok ' <<<"$stock_output")"
	own_checks "$desc" "$(grep -E '^(not )?ok ' <<<"$output")"

	while IFS= read -r name; do
		why=$(of missing "$name" "$stock_output")
		if [ -n "$why" ]; then
			skip "$desc: $name: $why"
			continue
		fi
		a=$(of verdict "$name" "$stock_output")
		b=$(of verdict "$name" "$output")
		case $a in
		'exit 0'* | 'no failure'*) ;;
		*)
			not_well+="$name"$'\n'
			note "$(of said "$name" "$stock_output")"
			;;
		esac
		if [ -n "$a" ] && [ "$a" = "$b" ]; then
			pass "$desc: $name: $(short "$a")"
		else
			fail "$desc: $name: as on stock" \
				"$(diff -U 1 --label stock --label "$patched" <(echo "$a") <(echo "$b"))"$'\n'"$(of said "$name" "$output")"
		fi
	done < <(sed -n 's/^\(verdict\|missing\) \([^|]*\)|.*/\2/p' <<<"$stock_output" | uniq)
	is "$desc: stock passes every program, so that passing says something" "$not_well" ''
}

same_verdicts 'HVO on' "$choice" --append hugetlb_free_vmemmap=on
same_verdicts 'HVO off' few

done_testing
