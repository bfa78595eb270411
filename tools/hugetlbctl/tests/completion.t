#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The bash completion, on a machine with two sizes and two nodes.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"
# shellcheck source=../completion/hugetlbctl.bash
. "$(dirname "$0")/../completion/hugetlbctl.bash"

tree t 2048
pool 2048 0 0 0 0 0
pool 1048576 0 0 0 0 0
for n in 0 1; do
	node $n 2048 0 0 0
	node $n 1048576 0 0 0
done
# The command that the completion asks, on this tree.
printf '#!/bin/sh\nexec %s "$@" --sysroot %s\n' "$HUGETLBCTL" "$tree" >"$dir/hugetlbctl"
chmod +x "$dir/hugetlbctl"

# completes WANT WORD...: the last word is the one at the cursor
completes() {
	local want=$1
	shift
	COMP_WORDS=("$dir/hugetlbctl" "$@")
	COMP_CWORD=$#
	_hugetlbctl
	echo "${COMPREPLY[*]}" >"$dir/out"
	: >"$dir/err"
	[[ ${COMPREPLY[*]} == "$want" ]]
	ok $? "$* -> $want"
}

completes show sh
completes metrics me
completes last l
completes --version --v
completes --sysroot --sys
completes '--json' show --j
completes '--size --json --help' last -
completes 'show last monitor set overcommit demote workers apply dump metrics' help ''
completes overcommit o
completes '1G= 2M=' demote ''
completes '1G 2M' demote --to ''
completes auto workers a
completes '--check' apply --ch
completes "$dir/hugetlbctl" apply "$dir/huge"
completes '--json' monitor --j
completes 'show set' s
completes '1G= 2M=' set ''
completes '1G=' set 2M=4 1
completes '--retry' set --r
completes '0 1' set --node ''
completes '' set -N al
completes '1G 2M' --size ''
completes 1G show --size 1
completes '1G 2M' show --size = ''
completes 2M,1G show -s 2M,
completes '0 1 all' show --node ''
completes '0,1 0,all' show -N 0,
completes SURPLUS show --output SU
completes FREE,HVO show -o FREE,H
completes +DEFAULT show -o +
completes +DEFAULT show -o +DE
completes +DEFAULT show --output = +D
completes '' show -o +S
completes '' show -o +DEFAULT,
completes '' show --size 3
completes '' set 2M =
completes '' set 2M = 1
completes '' set 2M -N 0 = 1,1 =
completes '1G 2M' demote -t ''
completes '' set -t ''

finish
