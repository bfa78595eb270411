#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# set on copied trees, where a write has no effect but that it can be read.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

fresh() {
	rm -rf "$dir/t"
	tree t 2048 # 15.6 GB of memory
	pool 2048 100 100 0 0 0
	pool 1048576 4 4 0 0 0
	for n in 0 1; do
		node $n 2048 50 50 0
		node $n 1048576 2 2 0
		printf 'Node %s MemTotal: 8192000 kB\nNode %s MemFree: 4096000 kB\n' $n $n \
			>"$tree/sys/devices/system/node/node$n/meminfo"
	done
	two=$tree/sys/kernel/mm/hugepages/hugepages-2048kB
	one=$tree/sys/kernel/mm/hugepages/hugepages-1048576kB
	nodes=$tree/sys/devices/system/node
}

# wrote FILE TEXT NAME
wrote() {
	[ "$(cat "$1")" = "$2" ] || echo "# $1: $(cat "$1")"
	[ "$(cat "$1")" = "$2" ]
	ok $? "$3"
}

fresh
gives 0 "a number of pages" set --sysroot "$tree" 2M=4096
wrote "$two/nr_hugepages" 4096 "is written"
grep -q '^2M: 4096 pages (8G), +3996 in ' "$dir/out" && [ ! -s "$dir/err" ]
ok $? "and told"
gives 0 "a smaller one" set --sysroot "$tree" 2M=7
wrote "$two/nr_hugepages" 7 "nothing is left of the longer number"
gives 0 "the same again" set --sysroot "$tree" 2M=7
out_is "nothing to do" <<'E1'
2M: 7 pages (14M), as before
E1
fresh
gives 0 "--quiet" set --quiet --sysroot "$tree" 2M=+512 1G=-3
[ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
ok $? "says nothing"
wrote "$two/nr_hugepages" 612 "more pages"
wrote "$one/nr_hugepages" 1 "fewer pages"
fresh
gives 0 "memory" set --sysroot "$tree" 2M=1G
wrote "$two/nr_hugepages" 512 "in pages"
gives 0 "a share of memory" set --sysroot "$tree" 2M=50%
wrote "$two/nr_hugepages" 4000 "in pages, too"
fresh
gives 0 "surplus pages do not count" set --sysroot "$tree" 2M=+10
echo 30 >"$two/surplus_hugepages" # of 110
gives 0 "add nothing to a pool with surplus" set --sysroot "$tree" --dry-run 2M=+0
out_is "its persistent pages" <<'E1'
2M: has 80 pages, nothing to write
E1

fresh
gives 0 "shares of nodes" set --sysroot "$tree" 2M=400 --node 0=25,1=75
wrote "$nodes/node0/hugepages/hugepages-2048kB/nr_hugepages" 100 "node 0"
wrote "$nodes/node1/hugepages/hugepages-2048kB/nr_hugepages" 300 "node 1"
wrote "$two/nr_hugepages" 100 "nothing for the whole system"
fresh
gives 0 "more, in shares" set --sysroot "$tree" 2M=+9 --node 0,1
wrote "$nodes/node0/hugepages/hugepages-2048kB/nr_hugepages" 54 "node 0"
wrote "$nodes/node1/hugepages/hugepages-2048kB/nr_hugepages" 55 "node 1"
fresh
gives 0 "values of nodes" set --sysroot "$tree" 2M --node 0=60,1=-1
wrote "$nodes/node0/hugepages/hugepages-2048kB/nr_hugepages" 60 "node 0"
wrote "$nodes/node1/hugepages/hugepages-2048kB/nr_hugepages" 49 "node 1"
gives 0 "a share of a node's memory" set --sysroot "$tree" 2M --node 1=50%
wrote "$nodes/node1/hugepages/hugepages-2048kB/nr_hugepages" 2000 "of the node, not of all"

fresh
gives 0 "--dry-run: what shrinks comes first" set --sysroot "$tree" --dry-run 2M=+1 1G=-1
out_is "where and what" <<E1
write 3 to $one/nr_hugepages (-1 page)
write 101 to $two/nr_hugepages (+1 page)
E1
wrote "$two/nr_hugepages" 100 "and nothing is written"
gives 0 "--dry-run --quiet" set --sysroot "$tree" --dry-run --quiet 2M=+1 1G=4
out_is "is for the exit status" </dev/null
refuses 2 "takes away 101 pages of 100" "which tells what is wrong" set --sysroot "$tree" -nq 2M=-101
mkdir -p "$tree/proc/sys/vm"
: >"$tree/proc/sys/vm/compact_memory"
gives 0 "--dry-run --mempolicy --compact" set --sysroot "$tree" -nmc 2M=101
out_is "both files" <<E1
write 1 to $tree/proc/sys/vm/compact_memory
write 101 to ${two}/nr_hugepages_mempolicy (+1 page)
E1

# Short: the tree keeps 40 surplus pages where a kernel would turn them.
fresh
echo 40 >"$two/surplus_hugepages"
printf 'Node 0, zone   Normal %s\n' '0 0 0 0 0 0 0 0 0 3 0' >"$tree/proc/buddyinfo"
refuses 3 '2M: asked for 200 pages, got 160, 40 missing$' "pages are missing" set -q --sysroot "$tree" 2M=200
grep -q '^  node 0: 50 pages, before 50; 3.9G of memory free, blocks of 2M in it: 3$' "$dir/err"
ok $? "each node is told"
grep -q 'likely cause: fragmentation' "$dir/err"
ok $? "and a likely cause"
printf 'MemFree: 8000 kB\n' >>"$tree/proc/meminfo"
refuses 3 'likely cause: too little free memory: 7.8M are free, the missing pages take 80M$' "too little memory" \
	set -q --sysroot "$tree" 2M=216 --timeout 1
refuses 3 '^hugetlbctl: set: not tried any more: 1G$' "what the time did not suffice for" \
	set -q --sysroot "$tree" 2M=224 1G=6 --timeout 1
printf 'MemFree: 8000000 kB\n' >"$tree/proc/meminfo"
refuses 3 '40 missing after 3 tries' "--retry" set -q --sysroot "$tree" 2M=208 --retry 2
grep -q 'likely cause: fragmentation: enough memory is free, not in blocks of 2M' "$dir/err"
ok $? "the cause is fragmentation"
for limit in '' ' --timeout 30'; do
	# shellcheck disable=SC2086 # words
	refuses 3 '208 pages, got 168, 40 missing$' "--retry 0$limit tries once" \
		set -q --sysroot "$tree" 2M=208 --retry 0$limit
	echo 200 >"$two/nr_hugepages"
done

# Garbage, but no overflow.
fresh
echo 18446744073709551615 >"$two/nr_hugepages"
gives 0 "from more pages than there can be --dry-run" set -n --sysroot "$tree" 2M=5
grep -q '(-18446744073709551610 pages)$' "$dir/out"
ok $? "the difference is told"
gives 0 "from more pages than there can be" set --sysroot "$tree" 2M=5
grep -q '^2M: 5 pages (10M), -18446744073709551610 in ' "$dir/out"
ok $? "and so it is afterwards"

# A whole block is free, but the kernel holds back what it is part of.
fresh
echo 1 >"$two/surplus_hugepages" # of 100
printf 'MemFree: 16000 kB\n' >>"$tree/proc/meminfo" # 4000 pages
printf 'Node 0, zone   Normal %s\n' '0 0 0 0 0 0 0 0 0 3 0' >"$tree/proc/buddyinfo"
zone() { # MIN LOW PROTECTION
	cat >"$tree/proc/zoneinfo" <<E1
Node 0, zone   Normal
  pages free     4000
        min      $1
        low      $2
        protection: (0, $3)
E1
}
refuses 3 'memory was short then, or another resize .*; or the kernel holds back what is free; --retry' \
	"without zoneinfo the cause is open" set -q --sysroot "$tree" 2M=101
mkdir "$tree/proc/zoneinfo"
refuses 3 'or the kernel holds back what is free' "so it is with a folder" set -q --sysroot "$tree" 2M=102
rmdir "$tree/proc/zoneinfo"
zone 3000 9000 489
held='too little free memory: 15.6M are free, of which the watermarks and reserves of zones (/proc/zoneinfo) leave'
refuses 3 "likely cause: $held no page of 2M; the missing page takes 2M$" "zoneinfo tells it" \
	set -q --sysroot "$tree" 2M=103
echo 4 >"$two/surplus_hugepages"
zone 1000 2800 64
refuses 3 "$held 3 pages of 2M; the missing pages take 8M$" "three of four" set -q --sysroot "$tree" 2M=107
zone 1000 2000 64
refuses 3 'likely cause: fragmentation: enough memory is free, not in blocks of 2M' "enough, but in pieces" \
	set -q --sysroot "$tree" 2M=108

fresh
refuses 2 "takes away 101 pages of 100" "a negative result" set --sysroot "$tree" 2M=-101
refuses 2 "on node 1: takes away 51 pages of 50" "one of a node" set --sysroot "$tree" 2M --node 1=-51
refuses 2 "no huge pages of that size, only: 2M, 1G" "a size the machine lacks" set --sysroot "$tree" 4M=1
refuses 2 "no such node with huge pages, only: 0, 1" "a node it lacks" set --sysroot "$tree" 2M=1 --node 2
refuses 2 "2M=8001: 8001 pages are too many: 15.6G of memory hold 8000 of 2M" "more than all memory" \
	set --sysroot "$tree" 2M=8001
refuses 2 "7.8G of memory hold 4000 of 2M" "more than a node's memory" set --sysroot "$tree" 2M --node 0=4001
refuses 2 "1G=512M: 512M is not a whole number of 1G pages" "half a page" set --sysroot "$tree" 1G=512M
refuses 2 "'1G=': a value is" "an empty value" set --sysroot "$tree" 1G=
refuses 2 "'0=+-1': a value is .*, with one + or - before it" "two signs" set --sysroot "$tree" 2M --node 0=+-1
refuses 2 "'1G=+99999999999E': the number is too large" "more than 64 bits" set --sysroot "$tree" 1G=+99999999999E
huge=18446744073709551600
refuses 2 "2M=+$huge: adds $huge pages to 100, and 64 bits do not hold the sum" "a sum of more than 64 bits" \
	set --sysroot "$tree" 2M=+$huge
refuses 2 "2M on node 1: adds $huge pages to 50, and 64 bits" "one of a node" \
	set --sysroot "$tree" 2M --node 0=+1,1=+$huge
refuses 2 "2M=+$huge: $huge pages are too many" "shares of as many" set --sysroot "$tree" 2M=+$huge --node 0,1
refuses 2 "2M=$huge: $huge pages are too many" "as many" set --sysroot "$tree" 2M=$huge
refuses 2 "page size 2M is there twice" "a size twice" set --sysroot "$tree" 2M=1 2048kB=2
refuses 2 "give a value" "no value" set --sysroot "$tree" 2M
refuses 2 "or one for node 1, as 1=4096" "no value for a node" set --sysroot "$tree" 2M --node 0=1,1
refuses 2 "is its share, a plain number" "a share with a unit" set --sysroot "$tree" 2M=5 --node 0=1G
refuses 2 "a plain number up to 4294967295" "a share of 33 bits" set --sysroot "$tree" 2M=5 --node 0=4294967296
refuses 2 "exclude each other" "--mempolicy and --node" set --sysroot "$tree" 2M=5 --node 0 --mempolicy
refuses 2 "give what to set" "nothing to set" set --sysroot "$tree"
refuses 2 "'1=': a value is" "that of a node" set --sysroot "$tree" 2M --node 0=1,1=
refuses 2 "'4096': say of which page size, as in 2M=4096" "pages without a size" set --sysroot "$tree" 4096
refuses 2 "'2M:4096': between size and value is a '=', as in 2M=4096" "hugeadm's words" \
	set --sysroot "$tree" 2M:4096
refuses 2 "name the nodes of a range one by one, as in 0,1" "a range of nodes" \
	set --sysroot "$tree" 2M=4 --node 0-1
refuses 2 "'-1': give what to set, like 2M=4096" "a negative number alone" set --sysroot "$tree" 2M -1
for n in 1000001 -1 x; do
	refuses 2 "--retry '$n': give a number of further tries from 0 to 1000000" "--retry $n" \
		set --sysroot "$tree" 2M=5 --retry $n
done
refuses 2 "--timeout 'x'" "no time" set --sysroot "$tree" 2M=5 --timeout x
refuses 2 "too large together: 15.6G of memory do not hold the pages: 5000 of 2M, 7 of 1G" "too much in the sum" \
	set --sysroot "$tree" 2M=5000 1G=7
refuses 2 "7.8G of memory on node 1 do not hold the pages: 2560 of 2M on node 1, 5 of 1G on node 1" "on a node" \
	set --sysroot "$tree" 2M 1G --node 1=5G
gives 0 "beside pages that others may give back meanwhile" set --dry-run --sysroot "$tree" 2M=7950
gives 0 "what fits when another size shrinks" set --dry-run --sysroot "$tree" 2M=7950 1G=0
refuses 2 "hold 15 of 1G" "a good SPEC before a bad one" set --sysroot "$tree" 2M=5 1G=99
for file in "$two" "$nodes/node0/hugepages/hugepages-2048kB" "$nodes/node1/hugepages/hugepages-2048kB"; do
	[ "$(cat "$file/nr_hugepages")" -ge 50 ]
	ok $? "nothing of it was written"
done

# No way out of the tree.
echo 666 >"$dir/outside"
ln -sf "$dir/outside" "$two/nr_hugepages_mempolicy"
refuses 1 'nr_hugepages_mempolicy: a symbolic link, which is not followed' "a link for a file" \
	set --sysroot "$tree" --mempolicy 2M=5
wrote "$dir/outside" 666 "is not written through"
rm "$two/nr_hugepages_mempolicy"
echo 4 >"$one/nr_hugepages_mempolicy"
for dry in '' ' --dry-run'; do
	# shellcheck disable=SC2086 # words
	{
		refuses 4 "this kernel has no NUMA (.*/nr_hugepages_mempolicy is not there)" "no such file$dry" \
			set$dry --sysroot "$tree" --mempolicy 1G=5 2M=101
		wrote "$one/nr_hugepages_mempolicy" 4 "nothing is written, not even what could be"
		refuses 4 "CONFIG_COMPACTION" "no compaction$dry" set$dry --sysroot "$tree" --compact 2M=500 1G=5
		refuses 4 "node/node1/compact is not there.*CONFIG_COMPACTION" "no compaction on a node$dry" \
			set$dry --sysroot "$tree" --compact 1G --node 1=3
		gives 0 "none is needed to shrink$dry" set$dry --sysroot "$tree" --compact 1G=3
	}
	echo 4 >"$one/nr_hugepages"
done
for kind in mkfifo mkdir; do
	$kind "$two/nr_hugepages_mempolicy"
	for dry in '' ' --dry-run'; do
		# shellcheck disable=SC2086 # words
		refuses 1 'nr_hugepages_mempolicy: ' "$kind in its place$dry" set$dry --sysroot "$tree" --mempolicy 2M=5
	done
	rm -r "$two/nr_hugepages_mempolicy"
done
ln -s "$dir/outside" "$two/nr_hugepages_mempolicy"
refuses 1 'nr_hugepages_mempolicy: a symbolic link, which is not followed' "a link for a file --dry-run" \
	set --sysroot "$tree" --dry-run --mempolicy 2M=5
wrote "$two/nr_hugepages" 100 "nothing of it was written"

# A write that fails: no file may grow here, and the first one is one too many.
(
	ulimit -f 0
	trap '' XFSZ
	# shellcheck disable=SC2086 # words
	timeout 60 $HUGETLBCTL set --sysroot "$tree" 2M=+1 1G=+1 2>&1
	echo "status $?"
) | cat >"$dir/out"
out_is "what fails names what is not tried" <<E1
hugetlbctl: set: ${two}/nr_hugepages: File too large
hugetlbctl: set: not tried any more: 1G
status 1
E1
wrote "$one/nr_hugepages" 4 "and does not try it"
echo 100 >"$two/nr_hugepages"
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w "$two/nr_hugepages"
	refuses 1 'takes root, or the capability CAP_DAC_OVERRIDE' "a privilege that is missing" \
		set --sysroot "$tree" 1G=5 2M=5
	wrote "$one/nr_hugepages" 4 "nothing is written, not even what could be"
	gives 0 "--dry-run needs none" set --dry-run --sysroot "$tree" 1G=5 2M=5
else
	for name in "a privilege that is missing" "nothing is written" "--dry-run needs none"; do
		skip "$name" "root has all; a guest tests it"
	done
fi

# Without NUMA there are no nodes to hold what the policy asks for.
tree uma 2048
pool 2048 0 0 0 0 0
rm -r "$tree/sys/devices/system/node" "$tree"/sys/kernel/mm/hugepages/*/nr_hugepages_mempolicy
for value in 5 0; do
	echo 3 >"$tree/sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages"
	refuses 4 "this kernel has no NUMA" "no nodes at all, 2M=$value" set --sysroot "$tree" --mempolicy 2M=$value
done

# As many nodes as large machines have: a list of them is whole.
tree large 2048
nodes=$tree/sys/devices/system/node
pool 2048 0 0 0 0 0
for n in $(seq 0 127); do
	node "$n" 2048 0 0 0
done
refuses 2 "such node with huge pages, only: 0, 1, .*, 126, 127$" "a node that 128 are not" \
	set --sysroot "$tree" 2M --node 128=1
# One without memory has the files, too.
echo 'Node 126 MemTotal: 0 kB' >"$nodes/node126/meminfo"
refuses 2 "node 126: this machine has no such node with huge pages, only: .*, 125, 127$" "a node without memory" \
	set --sysroot "$tree" 2M --node 126=1

finish
