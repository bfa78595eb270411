#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The kernel tree's own tests that use HugeTLB, in /usr/upstream, one after the
# other, and what each leaves of the pool.
# usage: upstream.sh few|most|all
#
# Writes "verdict PROGRAM|LINE", which must be equal on stock and patched; what a
# program that failed said as "said PROGRAM|LINE"; "missing PROGRAM|WHY" for one
# that cannot run here; and "took PROGRAM|MILLISECONDS".
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
cd /usr/upstream || exit 1
PATH=.:$PATH
tracing=/sys/kernel/tracing
tools=/tmp/tools

# Which choice a program belongs to, and the command as in run_vmtests.sh, but
# for less memory where every byte is written and parts of long series.
# "within SECONDS": takes minutes where guests are emulated; it runs so long and
# must not have failed by then.  Programs that take pages out of service come
# last, as others want all of the pool.
programs() { cat <<-'END'
	few hugetlb-mremap
	few hugetlb_dio
	few hugetlb_madv_vs_map
	few thuge-gen
	few va_high_addr_switch
	few gup_test -H -m 64 -u -w -n 1
	few gup_test -H -m 64 -U -W -S -n 123
	few gup_test -H -m 64 -a -w -n 512
	few gup_test -H -m 64 -b -W -n -1
	few gup_test -H -m 64 -L -w -S -n 512
	few gup_longterm
	few uffd-wp-mremap
	few uffd-unit-tests -f poison
	few mincore_selftest -t check_huge_pages
	few test_hugetlb_memcg
	few hugetlb_reparenting_test.sh -cgroup-v2
	most hugetlb-mmap 64
	most hugetlb-shm
	most hugetlb-madvise
	most within 3 hugetlb_fault_after_madv
	most uffd-stress hugetlb 16 2
	most uffd-stress hugetlb-private 16 2
	most charge_reserved_hugetlb.sh -cgroup-v2
	all compaction_test
	all cow
	all pagemap_ioctl
	all hugetlb-mmap
	all gup_test -H -m 256 -u -w -n 1
	all gup_test -H -m 256 -L -w -n 123
	all uffd-stress hugetlb 128 32
	all uffd-stress hugetlb-private 128 32
	all uffd-unit-tests
	all within 60 hugetlb_fault_after_madv
	all migration -t private_anon_htlb
	all migration -t shared_anon_htlb
	few hugetlb-soft-offline
	few hugetlb-read-hwpoison
	END
}

# The scripts' pgrep and killall --wait, which busybox lacks; and they sleep half
# and whole seconds over what takes a tenth.
make_tools() {
	mkdir -p "$tools"
	cat >"$tools/pgrep" <<-'END'
		#!/bin/sh
		exec busybox pidof "$2"
	END
	cat >"$tools/killall" <<-'END'
		#!/bin/sh
		busybox killall "$1" "$3"
		while busybox pidof "$3" >/dev/null; do busybox sleep 0.05; done
	END
	cat >"$tools/sleep" <<-'END'
		#!/bin/sh
		exec busybox sleep 0.1
	END
	chmod +x "$tools"/*
}

wanted() { case $level:$1 in all:* | most:most | *:few) ;; *) false ;; esac; }

# Why a program cannot run in this guest; empty when it can.
why_not() {
	case $1 in
	test_hugetlb_memcg)
		[ -e "$cg/memory.swap.max" ] || echo "it sets memory.swap.max, which needs CONFIG_SWAP" ;;
	esac
}

# Options of the cgroup mount, which only one program wants.
cgroup_mount() { mount -t cgroup2 -o "remount${1:+,$1}" cgroup2 /sys/fs/cgroup; }

before() {
	case $1 in
	*.sh) PATH=$tools:$PATH ;;
	test_hugetlb_memcg) cgroup_mount memory_hugetlb_accounting ;;
	hugetlb_fault_after_madv)
		# It tells of a SIGBUS only at its end, which may not come.
		echo 'sig == 7' >"$tracing/events/signal/signal_generate/filter"
		echo >"$tracing/trace"
		echo 1 >"$tracing/events/signal/signal_generate/enable"
		;;
	esac
}
after() {
	case $1 in
	*.sh) PATH=$old_path ;;
	test_hugetlb_memcg) cgroup_mount ;;
	hugetlb_fault_after_madv)
		echo 0 >"$tracing/events/signal/signal_generate/enable"
		verdict "SIGBUS sent: $(grep -c signal_generate: "$tracing/trace")"
		;;
	esac
}

# A program that had no end, or a good one: 137 is KILL when its time is over.
unharmed() {
	case $1 in
	0 | 137) ! grep -qE 'SKIP|^not ok' /tmp/out ;;
	*) false ;;
	esac
}

verdict() { echo "verdict $name|$*"; }

# The lines a verdict is made of: TAP, and what the scripts write.
# Of uffd-wp-mremap those on hugetlb: the others are as many as the kernel has
# sizes of transparent huge pages.
lines() {
	case $name in
	uffd-wp-mremap) sed -nE 's/^((not )?ok) [0-9]+ (.*hugetlb=true\))$/\1 \3/p' /tmp/out ;;
	*) grep -E '^ *(not )?ok |^1\.\.|^(ALL )?PASS$|FAIL|^expected \(' /tmp/out ;;
	esac
}

run() { # [within SECONDS] COMMAND...
	within='' limit=300
	if [ "$1" = within ]; then
		within=" ($2 s)" limit=$2
		shift 2
	fi
	name=$*$within
	[ -e "$1" ] || { echo "missing $name|this tree has no $1"; return; }
	why=$(why_not "$1")
	[ -z "$why" ] || { echo "missing $name|$why"; return; }
	[ "$(nr)" = "$pages" ] || set_pool sysctl "$pages"
	before "$1"
	start=$(now_ms)
	timeout -s KILL "$limit" "$@" >/tmp/out 2>&1
	status=$?
	took=$(($(now_ms) - start))
	# Whoever was killed may have left children.
	while busybox killall -9 "$1" 2>/dev/null; do :; done
	if [ -n "$within" ] && unharmed "$status"; then
		verdict "no failure"
	else
		verdict "exit $status"
		lines | while IFS= read -r line; do
			verdict "$line"
		done
		[ "$status" = 0 ] || tail -n 20 /tmp/out | sed "s|^|said $name\||"
	fi
	after "$1"
	look "$name"
	verdict "pool $(echo "$look_out" | sed 's/[0-9]*:[^ ]* //g')"
	echo "took $name|$took"
}

level=$1 pages=600 old_path=$PATH cg=/sys/fs/cgroup/probe
make_tools
echo '+memory +hugetlb' >/sys/fs/cgroup/cgroup.subtree_control
mkdir "$cg"
set_pool sysctl "$pages"
engine 'the pool they start with' 1+ sysctl "$pages"
programs >/tmp/programs
while IFS= read -r line; do
	# shellcheck disable=SC2086 # words wanted
	set -- $line
	wanted "$1" || continue
	shift
	run "$@" </dev/null
done </tmp/programs
