# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0-only
# TAP and synthetic trees for the tests beside. HUGETLBCTL is the command
# under test; it may have words before it, such as valgrind's.

: "${HUGETLBCTL:?is not set: run make check}"
LC_ALL=C
export LC_ALL

tests=0
failed=0
dir=$(mktemp -d "${TMPDIR:-/tmp}/hugetlbctl.XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM

ok() { # STATUS NAME
	tests=$((tests + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tests - $2"
		return
	fi
	failed=$((failed + 1))
	echo "not ok $tests - $2"
	sed 's/^/# stdout: /' "$dir/out"
	sed 's/^/# stderr: /' "$dir/err"
}

skip() { # NAME REASON
	tests=$((tests + 1))
	echo "ok $tests - $1 # SKIP $2"
}

finish() {
	echo "1..$tests"
	[ "$failed" -eq 0 ]
	exit
}

# Run it; leaves rc, $dir/out and $dir/err.
run() {
	# shellcheck disable=SC2086 # words
	timeout 60 $HUGETLBCTL "$@" >"$dir/out" 2>"$dir/err"
	rc=$?
}

# gives STATUS NAME ARGUMENT...
gives() {
	want=$1 name=$2
	shift 2
	run "$@"
	[ "$rc" -eq "$want" ] || echo "# exit status $rc, not $want"
	ok $((rc != want)) "$name"
}

# refuses STATUS PATTERN NAME ARGUMENT...: words on stderr, none on stdout
refuses() {
	want=$1 pattern=$2 name=$3
	shift 3
	run "$@"
	if [ "$rc" -eq "$want" ] && [ ! -s "$dir/out" ] &&
		grep -q -e "$pattern" "$dir/err"; then
		ok 0 "$name"
	else
		echo "# exit status $rc, not $want, or no '$pattern'"
		ok 1 "$name"
	fi
}

# out_is NAME <text: all of the last output
out_is() {
	cat >"$dir/want"
	diff -u "$dir/want" "$dir/out" >"$dir/diff"
	same=$?
	sed 's/^/# /' "$dir/diff"
	ok "$same" "$1"
}

# json EXPRESSION NAME: of the last output, as j in Python
json() {
	python3 -c 'import json, sys
j = json.load(open(sys.argv[1]))
sys.exit(not eval(sys.argv[2]))' "$dir/out" "$1" 2>"$dir/err"
	ok $? "$2"
}

# tree NAME DEFAULT_KB: an empty tree; sets $tree
tree() {
	tree=$dir/$1
	mkdir -p "$tree/proc" "$tree/sys/kernel/mm/hugepages" \
		"$tree/sys/devices/system/node"
	printf 'MemTotal:       16384000 kB\nHugePages_Total:       0\nHugepagesize:%8s kB\nHugetlb:               0 kB\n' \
		"$2" >"$tree/proc/meminfo"
}

# pool KB TOTAL FREE RESERVED SURPLUS OVERCOMMIT: in $tree, of the system
pool() {
	p=$tree/sys/kernel/mm/hugepages/hugepages-$1kB
	mkdir -p "$p"
	echo "$2" >"$p/nr_hugepages"
	echo "$2" >"$p/nr_hugepages_mempolicy"
	echo "$3" >"$p/free_hugepages"
	echo "$4" >"$p/resv_hugepages"
	echo "$5" >"$p/surplus_hugepages"
	echo "$6" >"$p/nr_overcommit_hugepages"
}

# node NODE KB TOTAL FREE SURPLUS
node() {
	p=$tree/sys/devices/system/node/node$1/hugepages/hugepages-$2kB
	mkdir -p "$p"
	echo "$3" >"$p/nr_hugepages"
	echo "$4" >"$p/free_hugepages"
	echo "$5" >"$p/surplus_hugepages"
}
