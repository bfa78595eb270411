#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# overcommit, demote and workers on copied trees.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

fresh() {
	rm -rf "$dir/t"
	tree t 2048
	pool 2048 100 100 0 0 8
	pool 1048576 4 4 0 0 0
	for n in 0 1; do
		node $n 2048 50 50 0
		node $n 1048576 2 2 0
		echo 0 >"$p/demote"
	done
	two=$tree/sys/kernel/mm/hugepages/hugepages-2048kB
	one=$tree/sys/kernel/mm/hugepages/hugepages-1048576kB
	node1=$tree/sys/devices/system/node/node1/hugepages/hugepages-1048576kB
	echo 0 >"$one/demote"
	echo 2048kB >"$one/demote_size"
	mkdir -p "$tree/proc/sys/vm" "$tree/etc/sysctl.d"
	knob=$tree/proc/sys/vm/hugetlb_parallel_workers
	fragment=$tree/etc/sysctl.d/90-hugetlbctl.conf
	echo 0 >"$knob"
}
wrote() { # FILE TEXT NAME
	[ "$(cat "$1")" = "$2" ] || echo "# $1: $(cat "$1")"
	[ "$(cat "$1")" = "$2" ]
	ok $? "$3"
}

fresh
gives 0 "overcommit" overcommit --sysroot "$tree" 2M=512 1G=+1
out_is "told" <<'E1'
2M: up to 512 surplus pages
1G: up to 1 surplus page
E1
wrote "$two/nr_overcommit_hugepages" 512 "written"
gives 0 "overcommit: more" overcommit -q --sysroot "$tree" 2M=+8
wrote "$two/nr_overcommit_hugepages" 520 "is added to the limit"
gives 0 "overcommit: a share of memory" overcommit -q --sysroot "$tree" 2M=10%
wrote "$two/nr_overcommit_hugepages" 800 "in pages"
gives 0 "overcommit: more than memory" overcommit -q --sysroot "$tree" 2M=1T
wrote "$two/nr_overcommit_hugepages" 524288 "is only a limit"
gives 0 "overcommit: more by a share of memory" overcommit -q --sysroot "$tree" 2M=+10%
wrote "$two/nr_overcommit_hugepages" 525088 "above that limit, too"
echo 18446744073709551615 >"$two/nr_overcommit_hugepages"
refuses 2 '2M=+1: adds 1 page to 18446744073709551615, and 64 bits do not hold the sum' \
	"overcommit: more than 64 bits hold" overcommit --sysroot "$tree" 1G=5 2M=+1
wrote "$two/nr_overcommit_hugepages" 18446744073709551615 "the limit is as before"
wrote "$one/nr_overcommit_hugepages" 1 "and so is the other one"
gives 0 "overcommit: away with it" overcommit --sysroot "$tree" 2M=-18446744073709551614
out_is "told without an overflow" <<'E1'
2M: up to 1 surplus page
E1
fresh
gives 0 "overcommit --dry-run" overcommit --dry-run --sysroot "$tree" 2M=5
out_is "says where" <<E1
write 5 to $two/nr_overcommit_hugepages
E1
gives 0 "overcommit --dry-run --quiet" overcommit -nq --sysroot "$tree" 2M=5
out_is "says nothing" </dev/null
rm "$one/nr_overcommit_hugepages"
mkfifo "$one/nr_overcommit_hugepages"
for dry in '' ' --dry-run'; do
	# shellcheck disable=SC2086 # words
	refuses 1 "1048576kB/nr_overcommit_hugepages: " "overcommit$dry: a FIFO" \
		overcommit$dry --sysroot "$tree" 2M=5 1G=5
	wrote "$two/nr_overcommit_hugepages" 8 "nothing is written"
done
rm "$one/nr_overcommit_hugepages"
echo 0 >"$one/nr_overcommit_hugepages"
(
	ulimit -f 0
	trap '' XFSZ
	# shellcheck disable=SC2086 # words
	timeout 60 $HUGETLBCTL overcommit --sysroot "$tree" 2M=5 1G=5 2>&1
	echo "status $?"
) | cat >"$dir/out"
out_is "overcommit: what fails names what is not tried" <<E1
hugetlbctl: overcommit: $two/nr_overcommit_hugepages: File too large
hugetlbctl: overcommit: not tried any more: 1G=5
status 1
E1
echo 8 >"$two/nr_overcommit_hugepages"
refuses 2 "takes away 9 pages of 8" "a negative limit" overcommit --sysroot "$tree" 2M=-9
refuses 2 "no huge pages of that size" "a wrong second SPEC" overcommit --sysroot "$tree" 2M=5 4M=5
refuses 2 "give a limit, as 2M=512" "no limit" overcommit --sysroot "$tree" 2M
refuses 2 "'2048kB=6': page size 2M is there twice" "a size twice" overcommit --sysroot "$tree" 2M=5 2048kB=6
wrote "$two/nr_overcommit_hugepages" 8 "nothing of it is written"

fresh
refuses 3 "1G: 0 of 3 pages demoted: the rest is in use" "demote: a tree does nothing" demote -q --sysroot "$tree" 1G=3
wrote "$one/demote" 3 "but has the number"
refuses 3 "1G on node 1: 0 of 1 page demoted" "demote on a node" demote -q --sysroot "$tree" 1G --node 1=1G
wrote "$node1/demote" 1 "has the number there"
fresh
refuses 3 "1G on node 0: 0 of 2 pages demoted" "demote on two nodes" demote -q --sysroot "$tree" 1G --node 0=2,1=1
grep -q '^hugetlbctl: demote: 1G on node 1: 0 of 1 page demoted' "$dir/err"
ok $? "both are told"
wrote "$node1/demote" 1 "and one that is short does not keep the other back"
gives 0 "demote --to --dry-run" demote --to 2M --dry-run --sysroot "$tree" 1G=2
out_is "both files" <<E1
write 2048kB to $one/demote_size
write 2 to $one/demote
E1
for pages in 0 2; do
	gives 0 "demote --dry-run --quiet of $pages pages" demote --to 2M -nq --sysroot "$tree" 1G=$pages
	out_is "says nothing" </dev/null
done
fresh
echo 3 >"$one/free_hugepages"
echo 1 >"$one/resv_hugepages"
refuses 3 "1G: 0 of 4 pages demoted: the rest is in use or reserved" "demote more than there are free" \
	demote -q --sysroot "$tree" 1G=4
wrote "$one/demote" 2 "asks for those that are, less the reserved ones"
run demote --sysroot "$tree" --dry-run 1G=4
[ "$rc" -eq 3 ] && grep -q "1G: 2 of 4 pages can be demoted now: the rest is in use or reserved" "$dir/err"
ok $? "--dry-run knows it before"
out_is "and what would be written" <<E1
write 2 to $one/demote
E1
run demote --sysroot "$tree" -n 1G --node 0=2,1=1
[ "$rc" -eq 3 ] && grep -q "1G on node 1: 0 of 1 page can be demoted now" "$dir/err"
ok $? "one node leaves nothing to the next"
out_is "which is not written" <<E1
write 2 to ${node1%/node1/*}/node0/hugepages/hugepages-1048576kB/demote
E1
echo 3 >"$one/resv_hugepages"
echo 0 >"$one/demote"
refuses 3 "1G: 0 of 1 page demoted" "demote with all reserved" demote -q --sysroot "$tree" 1G=1
wrote "$one/demote" 0 "asks for nothing"
fresh
rm "$node1/demote"
for dry in '' ' --dry-run'; do
	# shellcheck disable=SC2086 # words
	{
		refuses 4 "pages of 2M cannot be demoted on this kernel (.*2048kB/demote is not there)" \
			"a size that cannot be demoted$dry" demote$dry --sysroot "$tree" 2M=1
		refuses 4 "node1/.*/demote is not there" "no file for one of two nodes$dry" \
			demote$dry --sysroot "$tree" 1G --node 0=1,1=1 --to 2M
	}
done
for pages in 0 1 101; do
	pool 2048 $((pages == 101 ? 100 : 0)) 0 0 0 8
	refuses 4 "pages of 2M cannot be demoted on this kernel" "$pages pages of it, however many there are" \
		demote -n --sysroot "$tree" 2M=$pages
	refuses 2 "pages of 2M can only become smaller" "nor to a size, $pages" \
		demote -n --to 2M --sysroot "$tree" 2M=$pages
done
wrote "$one/demote_size" 2048kB "nothing is written"
wrote "${node1%/node1/*}/node0/hugepages/hugepages-1048576kB/demote" 0 "not on the other node either"
rm "$one/demote_size"
for dry in '' ' --dry-run'; do
	# shellcheck disable=SC2086 # words
	refuses 4 "demote_size is not there" "no file for the size$dry" \
		demote$dry --sysroot "$tree" 1G=1 --to 2M
done
fresh
refuses 2 "1G: the pool has 4 pages only, not 5" "more than there are" demote --sysroot "$tree" 1G=5
refuses 2 "1G on node 1: the pool has 2 pages only, not 3" "more than a node has" \
	demote --sysroot "$tree" 1G --node 1=3
refuses 2 "1G=+1: say how many pages to demote" "a sign" demote --sysroot "$tree" 1G=+1
refuses 2 "1G on node 1: say how many pages to demote" "a share" demote --sysroot "$tree" 1G --node 0=1,1=50%
refuses 2 "1G on node 1: 512M is not a whole number of 1G pages" "half a page of a node" \
	demote --sysroot "$tree" 1G --node 0=1,1=512M
gives 0 "demote nothing --dry-run" demote --dry-run --sysroot "$tree" 1G=0
out_is "is told" <<'E1'
1G: no page to demote, nothing to write
E1
refuses 2 "pages of 1G can only become smaller" "a larger size" demote --sysroot "$tree" --to 1G 1G=1
refuses 2 "no huge pages of that size, only" "a size there is not" demote --sysroot "$tree" --to 64K 1G=1
for nodes in 0=1 0,1; do
	refuses 2 "'1G=2' and --node exclude each other: .* as 1G --node 0=2,1=1" "a number and --node $nodes" \
		demote --sysroot "$tree" 1G=2 --node $nodes
done
refuses 2 "--node: give node 1 a number of pages" "a node without a number" demote --sysroot "$tree" 1G --node 0=1,1
refuses 2 "or those of nodes, as 1G --node 0=2" "neither" demote --sysroot "$tree" 1G
refuses 2 "no such node" "a node there is not" demote --sysroot "$tree" 1G --node 2=1
refuses 2 "'1G=2' is one argument too many" "two SPECs" demote --sysroot "$tree" 1G=1 1G=2
wrote "$one/demote" 0 "nothing of it is written"

fresh
gives 0 "workers" workers --sysroot "$tree"
out_is "automatic" <<'E1'
auto
E1
gives 0 "workers 8" workers --sysroot "$tree" 8
wrote "$knob" 8 "is written"
[ ! -e "$fragment" ]
ok $? "but not for the next boot"
run workers --sysroot "$tree"
out_is "and read" <<'E1'
8
E1
gives 0 "workers --persist" workers --persist --sysroot "$tree"
grep -qx 'vm.hugetlb_parallel_workers = 8' "$fragment"
ok $? "keeps the number"
gives 0 "workers auto --persist" workers auto --persist --sysroot "$tree"
grep -qx 'vm.hugetlb_parallel_workers = 0' "$fragment" && [ "$(cat "$knob")" = 0 ]
ok $? "sets both"
[ "$(ls -A "$tree/etc/sysctl.d")" = 90-hugetlbctl.conf ]
ok $? "and leaves nothing beside"
printf '\n-vm/hugetlb_parallel_workers=7\n\n' >>"$fragment"
gives 0 "workers 6 --persist" workers 6 --persist --sysroot "$tree"
[ "$(cat "$fragment")" = "# Written by hugetlbctl workers --persist; 0 is automatic.
vm.hugetlb_parallel_workers = 6" ]
ok $? "the number that was written by hand is replaced"
for line in 'vm.swappiness = 1' '# mine' 'vm.hugetlb_parallel_workers_x = 1' 'vm.hugetlb_parallel_workers'; do
	printf '%s\n%s\n' "$(cat "$fragment")" "$line" >"$fragment"
	cp "$fragment" "$dir/kept"
	refuses 1 "90-hugetlbctl.conf:3: '$line' would be lost" "a line of another: $line" \
		workers 9 --persist --sysroot "$tree"
	cmp -s "$fragment" "$dir/kept"
	ok $? "stays"
	sed -i 3d "$fragment"
done
printf '\0\n' >>"$fragment"
refuses 1 "90-hugetlbctl.conf: not written by hugetlbctl" "something that is no text" \
	workers 9 --persist --sysroot "$tree"
yes '' | head -n 5000 >"$fragment"
refuses 1 "90-hugetlbctl.conf: not written by hugetlbctl" "more than this tool writes" \
	workers 9 --persist --sysroot "$tree"
wrote "$knob" 6 "the running kernel is as before"
[ "$(ls -A "$tree/etc/sysctl.d")" = 90-hugetlbctl.conf ]
ok $? "and nothing is left beside"
rm "$fragment"
gives 0 "workers auto" workers auto --sysroot "$tree"
for n in 1025 -1 x 1.5 '' 99999999999999999999; do
	refuses 2 "'$n': give a number of workers from 1 to 1024, or auto" "'$n' workers" \
		workers --sysroot "$tree" -- "$n"
done
refuses 2 "'-1': give a number of workers from 1 to 1024, or auto" "-1 workers, an option by its look" \
	workers --persist --sysroot "$tree" -1
wrote "$knob" 0 "nothing of it is written"
echo 666 >"$dir/outside"
ln -sf "$dir/outside" "$fragment"
refuses 1 "90-hugetlbctl.conf: a symbolic link, which is not followed" "a link in the place of the fragment" \
	workers 3 --persist --sysroot "$tree"
wrote "$dir/outside" 666 "is not written through"
[ -L "$fragment" ] && [ "$(ls -A "$tree/etc/sysctl.d")" = 90-hugetlbctl.conf ]
ok $? "and stays"
wrote "$knob" 0 "nor does the running kernel get it"
rm "$fragment"
mkdir "$fragment"
refuses 1 "90-hugetlbctl.conf: Is a directory" "a folder in its place" workers 3 --persist --sysroot "$tree"
wrote "$knob" 0 "and nothing is done"
rm -r "$tree/etc/sysctl.d"
gives 0 "no sysctl.d" workers 4 --persist --sysroot "$tree"
grep -qx 'vm.hugetlb_parallel_workers = 4' "$fragment"
ok $? "it is made"
wrote "$knob" 4 "the running kernel has it, too"
for i in 1 2 3 4 5 6 7 8 9 10; do
	rm -r "$tree/etc/sysctl.d"
	for n in 1 2; do
		# shellcheck disable=SC2086 # words
		timeout 60 $HUGETLBCTL workers --persist --sysroot "$tree" 2>&1 || echo "writer $n, time $i" &
	done
	wait
done >"$dir/out"
out_is "two that make it at the same time" </dev/null
[ "$(ls -A "$tree/etc/sysctl.d")" = 90-hugetlbctl.conf ]
ok $? "leave nothing beside"
rm -r "$tree/etc/sysctl.d"
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w "$knob"
	refuses 1 "hugetlb_parallel_workers: .*takes root" "a knob that cannot be set" workers 5 --persist --sysroot "$tree"
	[ ! -e "$tree/etc/sysctl.d" ]
	ok $? "leaves no file either"
	chmod u+w "$knob"
else
	skip "a knob that cannot be set" "root has all; a guest tests it"
fi
rm -r "${tree:?}/etc"
refuses 1 "etc/sysctl.d: No such file" "no etc" workers 5 --persist --sysroot "$tree"
wrote "$knob" 4 "the running kernel is as before"
rm "$knob"
refuses 4 "lacks CONFIG_HUGETLB_PARALLEL_INIT" "a stock kernel" workers --sysroot "$tree"
refuses 4 "lacks CONFIG_HUGETLB_PARALLEL_INIT" "a stock kernel, set" workers 5 --sysroot "$tree"

finish
