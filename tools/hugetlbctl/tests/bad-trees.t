#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Trees without huge pages, with garbage, and with ways out of them.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

fresh() {
	rm -rf "$dir/t"
	tree t 2048
	pool 2048 10 10 0 0 0
	node 0 2048 10 10 0
	pools=$tree/sys/kernel/mm/hugepages
	node0=$tree/sys/devices/system/node/node0
}

tree none 2048
refuses 4 'no huge pages here' "no page size" --sysroot "$tree"
rmdir "$tree/sys/kernel/mm/hugepages"
refuses 4 "none/sys/kernel/mm/hugepages" "no hugepages folder, which is named" --sysroot "$tree"
mkdir "$dir/empty"
refuses 4 'no huge pages here' "an empty tree" --sysroot "$dir/empty"
refuses 1 'nowhere: No such file' "no tree" --sysroot "$dir/nowhere"

for text in abc '' 12x -1 '1 2' 99999999999999999999999 0x10 ' 5' '5 '; do
	fresh
	printf '%s\n' "$text" >"$pools/hugepages-2048kB/free_hugepages"
	refuses 1 "free_hugepages: '$text' is not a number of pages" "a count '$text'" \
		--sysroot "$tree"
done
fresh
: >"$node0/hugepages/hugepages-2048kB/nr_hugepages"
refuses 1 "node0/hugepages/hugepages-2048kB/nr_hugepages: ''" "an empty file of a node" \
	--sysroot "$tree"
fresh
head -c 5000 /dev/urandom >"$pools/hugepages-2048kB/nr_hugepages"
refuses 1 "is not a number of pages" "binary garbage" --sysroot "$tree"
LC_ALL=C grep -q '[^ -~]' "$dir/err"
ok $((! $?)) "the message is printable"
fresh
printf 'Hugepagesize: many kB\n' >"$tree/proc/meminfo"
refuses 1 "meminfo: Hugepagesize 'many kB' is not" "garbage in meminfo" --sysroot "$tree"

# A file that every kernel has is no 0 and no blank where it is not there.
echo 'pool 2M=10' >"$dir/conf"
for file in nr_hugepages free_hugepages surplus_hugepages resv_hugepages; do
	for folder in "$pools" "$node0/hugepages"; do
		for cmd in show metrics dump "apply --check $dir/conf" 'set -n 2M=+1' 'overcommit -n 2M=5' \
			'demote -n 2M=1'; do
			fresh
			rm "$folder/hugepages-2048kB/$file" 2>/dev/null || continue
			# shellcheck disable=SC2086 # words
			refuses 1 "$folder/hugepages-2048kB/$file: No such file" "$cmd without $file" \
				$cmd --sysroot "$tree"
		done
	done
done
fresh
rm "$pools/hugepages-2048kB/nr_overcommit_hugepages"
gives 0 "a kernel without limits of surplus pages" --sysroot "$tree" -r -n -o node,total,overcommit
out_is "has none to show" <<'E1'
all 10 -
0 10 -
E1
gives 0 "nor to dump" dump --sysroot "$tree"
grep -q 'pool 2M=10' "$dir/out" && ! grep -q overcommit "$dir/out"
ok $? "but all else"
for cmd in overcommit 'overcommit -n'; do
	# shellcheck disable=SC2086 # words
	refuses 4 "2M: this kernel has no limit of surplus pages of this size (.*/nr_overcommit_hugepages is not there)" \
		"$cmd without a limit" $cmd 2M=0 --sysroot "$tree"
done
echo 'overcommit 2M=0' >>"$dir/conf"
gives 3 "a limit of 0 is not as configured" apply --check --sysroot "$tree" "$dir/conf"
grep -q "conf:2: 2M: this kernel has no limit" "$dir/err"
ok $? "the line is told"
fresh
mkdir -p "$tree/proc/sys/vm"
echo many >"$tree/proc/sys/vm/hugetlb_parallel_workers"
for cmd in dump metrics workers 'workers 5'; do
	# shellcheck disable=SC2086 # words
	refuses 1 "hugetlb_parallel_workers: 'many' is not a number of workers" "$cmd: workers that are no number" \
		$cmd --sysroot "$tree"
done
rm "$tree/proc/sys/vm/hugetlb_parallel_workers"
mkdir "$tree/proc/sys/vm/hugetlb_parallel_workers"
refuses 1 "/hugetlb_parallel_workers: not a regular file" "metrics: a folder in the place of workers" \
	metrics --sysroot "$tree"
rmdir "$tree/proc/sys/vm/hugetlb_parallel_workers"
gives 0 "metrics without workers" metrics --sysroot "$tree"
! grep -q hugetlb_workers "$dir/out"
ok $? "leaves them out"
fresh
rm -r "$node0"
node 0 1048576 0 0 0
pool 1048576 0 0 0 0 0
node 1 2048 0 0 0
for cmd in "set 1G --node 1=1" "set -n 1G --node 1=1" "demote 1G --node 1=1"; do
	# shellcheck disable=SC2086 # words
	refuses 2 "node 1: it has no huge pages of 1G" "$cmd on a node without that size" $cmd --sysroot "$tree"
done
fresh
echo 18446744073709551615 >"$pools/hugepages-2048kB/nr_hugepages"
echo 18446744073709551615 >"$pools/hugepages-2048kB/nr_overcommit_hugepages"
gives 0 "the largest numbers" --sysroot "$tree" -N all -r -n -o total,overcommit,memory
out_is "a product too large is not known" <<'E1'
18446744073709551615 18446744073709551615 -
E1
fresh
echo 20 >"$pools/hugepages-2048kB/free_hugepages"
gives 0 "more free than there are" --sysroot "$tree" -N all -r -n -o used
out_is "none used" <<'E1'
0
E1
fresh
for name in hugepages-kB hugepages-0kB hugepages-2048 hugepages-4096kBx hugepages-18446744073709551615kB \
	hugepages--1kB other; do
	mkdir "$pools/$name"
done
mkdir "$node0/../nodeX" "$node0/../node" "$node0/../node99999999999"
gives 0 "folders with other names" --sysroot "$tree" -r -n -o size
[ "$(tr '\n' ' ' <"$dir/out")" = "2M 2M " ]
ok $? "are passed over"

# No way out of the tree, and none to hang in.
mkdir "$dir/outside"
echo 666 >"$dir/outside/free_hugepages"
fresh
ln -sf "$dir/outside/free_hugepages" "$pools/hugepages-2048kB/free_hugepages"
refuses 1 'free_hugepages: a symbolic link' "a link for a file" --sysroot "$tree"
fresh
mv "$pools/hugepages-2048kB" "$dir/outside/"
ln -s "$dir/outside/hugepages-2048kB" "$pools/hugepages-2048kB"
refuses 1 'symbolic links are not followed' "a link for a folder" --sysroot "$tree"
fresh
rm -r "$tree/sys"
ln -s /sys "$tree/sys"
refuses 1 'symbolic links are not followed' "a link for sys" --sysroot "$tree"
fresh
rm -r "$node0"
ln -s "$dir/outside" "$node0"
refuses 1 'symbolic links are not followed' "a link for a node" --sysroot "$tree"
fresh
rm "$pools/hugepages-2048kB/free_hugepages"
mkfifo "$pools/hugepages-2048kB/free_hugepages"
refuses 1 'not a regular file' "a FIFO" --sysroot "$tree"
fresh
rm "$tree/proc/meminfo"
mkdir "$tree/proc/meminfo"
refuses 1 'not a regular file' "a folder for a file" --sysroot "$tree"

finish
