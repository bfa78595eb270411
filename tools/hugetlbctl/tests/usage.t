#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Help, wrong usage, exit statuses.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

tree t 2048
pool 2048 10 10 0 0 0
pool 1048576 0 0 0 0 0
node 0 2048 10 10 0
node 0 1048576 0 0 0
node 1 2048 0 0 0
node 1 1048576 0 0 0

for args in --help -h --hel --h help 'help help' 'help --help' 'help --he' 'help -h'; do
	# shellcheck disable=SC2086 # words
	gives 0 "$args" $args
	grep -q '^Usage: hugetlbctl \[COMMAND\]' "$dir/out" && grep -q ' last ' "$dir/out"
	ok $? "$args names the commands"
done
for cmd in show last monitor set overcommit demote workers apply dump metrics; do
	gives 0 "$cmd --help" $cmd --help
	grep -q "^Usage: .*$cmd" "$dir/out" && [ ! -s "$dir/err" ]
	ok $? "$cmd --help says how"
	gives 0 "help $cmd" help $cmd
	grep -q "^Usage: .*$cmd" "$dir/out"
	ok $? "help $cmd too"
done
run show --help
for column in SIZE NODE TOTAL FREE USED RSVD SURPLUS OVERCOMMIT HVO MEMORY SAVED DEFAULT; do
	grep -q "^  $column " "$dir/out"
	ok $? "show --help explains $column"
done
run workers --help
grep -q '^Each boot begins with auto, and with all CPUs of each node, 16 at most' "$dir/out" &&
	grep -q 'hugetlb_parallel_workers=N' "$dir/out"
ok $? "workers --help tells what holds at boot"
for args in --version --versio --v -V; do
	gives 0 "$args" $args
	grep -qx 'hugetlbctl [0-9.]*' "$dir/out"
	ok $? "the version"
	refuses 2 "^hugetlbctl: --version: 'extra' is one argument too many" "$args extra" $args extra
	grep -qx "Try 'hugetlbctl --help'." "$dir/err"
	ok $? "and where help is"
done
refuses 2 "show: unrecognized option '--versions'" "more than the option" --versions
refuses 2 "show: unrecognized option '--x'" "the beginning of no option" --x

refuses 2 "'shwo' is not a command; did you mean 'show'" "a mistyped command" shwo
refuses 2 "did you mean 'last'" "half a command" la
refuses 2 "see 'hugetlbctl --help'" "a word unlike any" frobnicate
refuses 2 "is not a command" "an empty word" ''
refuses 2 "help: 'extra' is one argument too many" "help for two" help set extra
grep -qx "Try 'hugetlbctl --help'." "$dir/err"
ok $? "and where help is"
refuses 2 "'lst' is not a command" "help for a mistyped command" help lst
refuses 2 "hugetlbctl: show: unrecognized option '--foo'" "an unknown option" --foo
refuses 2 "hugetlbctl: last: invalid option -- 'x'" "an unknown letter" last -x
refuses 2 "requires an argument" "an option without its value" show --size
refuses 2 "'extra' is one argument too many" "an argument too many" show extra
refuses 2 "'extra' is one argument too many" "an argument too many for last" last extra
refuses 2 "'1' is one argument too many; a value of --watch is joined to it: --watch=1" "--watch 1" \
	show --watch 1
refuses 2 "exclude each other" "two formats" show --json --raw
first='^The command comes first: hugetlbctl'
refuses 2 "$first dump " "an option before dump" --sysroot "$tree" dump
refuses 2 "$first set " "an option before set" -n set --sysroot "$tree" 2M=5
refuses 2 "$first workers " "an option that show lacks before workers" --persist workers 4
refuses 2 "^Try 'hugetlbctl show --help'" "no command after an option" --json dmp
refuses 2 "^Try 'hugetlbctl show --help'" "another command after show" show dump
refuses 2 "^Try 'hugetlbctl last --help'" "another command after last" last show
gives 0 "the same format twice" show --sysroot "$tree" -J --json

for cmd in show 'set 2M=1' 'overcommit 2M=1' 'demote 1G=1' workers apply dump metrics; do
	# shellcheck disable=SC2086 # words
	refuses 2 "--sysroot '': give a directory" "$cmd: --sysroot ''" $cmd --sysroot ''
done
refuses 2 "no huge pages of that size, only: 2M, 1G" "a size the machine lacks" \
	show --sysroot "$tree" --size 4M
for size in '' 0 x 2X -2M 2.5M 99999999999E; do
	refuses 2 "--size '*$size" "--size '$size'" show --sysroot "$tree" --size "$size"
done
refuses 2 "an item of the list is empty" "a list with a hole" show --sysroot "$tree" --size 2M,,1G
refuses 2 "--size" "last checks sizes before it looks at the kernel" last --size 2X
refuses 2 "no such node with huge pages, only: 0, 1" "a node the machine lacks" \
	show --sysroot "$tree" --node 7
for node in '' x -1 0x0 99999999999 0-1; do
	refuses 2 "--node '*$node" "--node '$node'" show --sysroot "$tree" --node="$node"
done
refuses 2 "name the nodes of a range one by one, as in 0,1" "a range of nodes" show --sysroot "$tree" --node 0-1
refuses 2 "no such column, only: SIZE, NODE, .*DEFAULT" "a column there is not" \
	show --sysroot "$tree" --output SIZE,COLOR
refuses 2 "column SIZE is there twice" "a column twice" show --sysroot "$tree" --output SIZE,size
refuses 2 "column HVO is there twice" "a usual column added" show --sysroot "$tree" --output +hvo
refuses 2 "an item of the list is empty" "no column" show --sysroot "$tree" --output ''
refuses 2 "--output '+': name columns after the +" "no column to add" show --sysroot "$tree" -o +

# Without standard files: none of those that are opened gets what is meant for them.
fails_closed() { # NAME: the last status, and $dir/err
	[ "$rc" -eq 1 ] && grep -q 'cannot write the output: Bad file descriptor' "$dir/err"
	ok $? "$1"
}
: >"$dir/out"
for cmd in show 'set 2M=11' 'overcommit 2M=1' workers dump metrics; do
	mkdir -p "$tree/proc/sys/vm"
	echo 0 >"$tree/proc/sys/vm/hugetlb_parallel_workers"
	# shellcheck disable=SC2086 # words
	timeout 60 $HUGETLBCTL $cmd --sysroot "$tree" <&- >&- 2>"$dir/err"
	rc=$?
	fails_closed "$cmd without standard output"
done
# shellcheck disable=SC2086 # words
timeout 60 $HUGETLBCTL apply --sysroot "$tree" - <&- >"$dir/out" 2>"$dir/err"
[ $? -eq 1 ] && grep -q 'Bad file descriptor' "$dir/err"
ok $? "apply - without standard input"

# What changes something goes on when nobody reads any more.
{
	sleep 0.3
	# shellcheck disable=SC2086 # words
	timeout 60 $HUGETLBCTL set --sysroot "$tree" 2M=12 1G=5 2>"$dir/err"
	echo $? >"$dir/out"
} | true
grep -qx 1 "$dir/out" && grep -q 'set: cannot write the output: Broken pipe' "$dir/err" &&
	[ "$(cat "$tree/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages")" = 5 ]
ok $? "a pipe without a reader"

# There I is no capital i.
if localedef -i tr_TR -f UTF-8 "$dir/tr_TR.UTF-8" >"$dir/out" 2>"$dir/err"; then
	LC_ALL=tr_TR.UTF-8 LOCPATH=$dir
	export LC_ALL LOCPATH
	gives 0 "a Turkish locale" show --sysroot "$tree" --size 2MIB --output size -nr
	LC_ALL=C
	unset LOCPATH
else
	skip "a Turkish locale" "localedef cannot make it"
fi

if [ -w /dev/full ]; then
	# shellcheck disable=SC2086 # words
	$HUGETLBCTL show --sysroot "$tree" >/dev/full 2>"$dir/err"
	[ $? -eq 1 ] && grep -q 'cannot write the output: No space left' "$dir/err"
	ok $? "a full disk is noticed"
else
	skip "a full disk is noticed" "no /dev/full"
fi

finish
