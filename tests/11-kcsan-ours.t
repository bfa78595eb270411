#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Which reports of KCSAN count: tests/checkers/kcsan-ours on a log made up here.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
filter=$top/tests/checkers/kcsan-ours

mkdir "$work/mm"
echo 'void hugetlb_worker_fn(void) { }' | "${CC:-gcc}" -x c -c -o "$work/mm/hugetlb_parallel.o" - ||
	bail_out 'cannot compile'

line() { printf '[    1.000000]%s %s\r\n' "${caller:-}" "$1"; }
# report WHAT FRAME...
report() {
	line ==================================================================
	line "BUG: KCSAN: data-race in $1"
	line ''
	shift
	line 'write to 0xffff888000000000 of 8 bytes by task 1 on cpu 1:'
	for f in "$@"; do
		line " $f+0x1b/0x40"
	done
	line 'Reported by Kernel Concurrency Sanitizer on:'
	line ==================================================================
}

{ line before; report 'their_a / their_b' their_a do_syscall_64; line after; } >"$work/log"
is 'a race of others is left out, and nothing else' "$("$filter" "$work/mm" "$work/log" 2>"$work/err" | wc -l)" 2
like 'their number is told' "$(cat "$work/err")" '^1 reports '

for title in 'their_a / hugetlb_worker_fn' 'hugetlb_worker_fn.isra.0 / their_b' 'their_a / hugetlb_parallel_add_folios' \
	'hugetlb_worker_fn+0x12/0x30'; do
	report "$title" their_a do_syscall_64 >"$work/log"
	is "counts: $title" "$("$filter" "$work/mm" "$work/log" | grep -c 'BUG: KCSAN')" 1
done
report 'their_a / their_b' their_a hugetlb_worker_fn kthread >"$work/log"
is 'counts: a function of ours up the stack' "$("$filter" "$work/mm" "$work/log" | grep -c 'BUG: KCSAN')" 1
caller='[   T77]' report 'their_a / their_b' their_a hugetlb_worker_fn kthread >"$work/log"
is 'the same where lines tell who printed them' "$("$filter" "$work/mm" "$work/log" | grep -c 'BUG: KCSAN')" 1

{ report 'their_a / their_b' their_a; report 'their_a / hugetlb_worker_fn' their_a; } >"$work/log"
is 'of two, the one that counts' "$("$filter" "$work/mm" "$work/log" 2>/dev/null | grep 'BUG: KCSAN')" \
	'[    1.000000] BUG: KCSAN: data-race in their_a / hugetlb_worker_fn'
report 'their_a / hugetlb_worker_fn' their_a | sed '$d' >"$work/log"
is 'one that the log cuts off counts' "$("$filter" "$work/mm" "$work/log" | grep -c 'BUG: KCSAN')" 1

rm "$work/mm"/*
status 'no objects: nothing would count' 2 "$filter" "$work/mm" "$work/log"
done_testing
