#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# show on trees of machines of several kinds.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

# One node.
tree one 2048
pool 2048 512 500 4 0 0
node 0 2048 512 500 0
gives 0 "one node" show --sysroot "$tree"
out_is "one node: the table" <<'E1'
SIZE NODE TOTAL FREE USED RSVD SURPLUS OVERCOMMIT HVO MEMORY SAVED
 2M*  all   512  500   12    4       0          0   -     1G     -
 2M*    0   512  500   12    -       0          -   -     1G     -

memory 15.6G, free -, in huge pages 0
* vm.nr_hugepages and its like are of this size only
E1
gives 0 "without a command it is show" --sysroot "$tree"
[ "$(wc -l <"$dir/out")" -eq 6 ]
ok $? "the same table"
gives 0 "--sysroot with a slash at its end" --sysroot "$tree/"

# Two nodes, two sizes; folders in no order, the larger size the default.
tree two 1048576
pool 1048576 4 4 0 0 0
pool 2048 150000 149000 10 8 16
for n in 1 0; do
	node $n 2048 75000 74500 4
	node $n 1048576 2 2 0
done
mkdir "$tree/sys/devices/system/node/power" # as in the real one
gives 0 "two nodes, two sizes" --sysroot "$tree"
out_is "sorted by size and node, the default size marked" <<'E1'
SIZE NODE  TOTAL   FREE USED RSVD SURPLUS OVERCOMMIT HVO MEMORY SAVED
 2M   all 150000 149000 1000   10       8         16   - 293.0G     -
 2M     0  75000  74500  500    -       4          -   - 146.5G     -
 2M     1  75000  74500  500    -       4          -   - 146.5G     -
 1G*  all      4      4    0    0       0          0   -     4G     -
 1G*    0      2      2    0    -       0          -   -     2G     -
 1G*    1      2      2    0    -       0          -   -     2G     -

memory 15.6G, free -, in huge pages 0
* vm.nr_hugepages and its like are of this size only
E1
gives 0 "--size, --node, --output" --sysroot "$tree" --size 2048kB --node 1 \
	--output node,total,memory
out_is "filtered" <<'E1'
NODE TOTAL MEMORY
   1 75000 146.5G
E1
gives 0 "lists and repeated options" --sysroot "$tree" -s 2M,1G -N all -N 0 \
	-o SIZE,NODE,DEFAULT -r -n
out_is "filtered, raw, without headings" <<'E1'
2M all no
2M 0 no
1G all yes
1G 0 yes
E1
gives 0 "--bytes --pairs" --sysroot "$tree" -s 1G -N all -b -P -o size,node,hvo,memory
out_is "bytes in pairs" <<'E1'
SIZE="1073741824" NODE="all" HVO="" MEMORY="4294967296"
E1
gives 0 "+COLUMN" --sysroot "$tree" -s 1G -N 1 -r -o +default
out_is "added to the usual ones" <<'E1'
SIZE NODE TOTAL FREE USED RSVD SURPLUS OVERCOMMIT HVO MEMORY SAVED DEFAULT
1G 1 2 2 0 - 0 - - 2G - yes
E1
gives 0 "--json" --sysroot "$tree" --json
json 'len(j["pools"]) == 6' "six objects"
json 'j["pools"][0] == {"size": 2097152, "node": None, "total": 150000, "free": 149000, "used": 1000,
	"rsvd": 10, "surplus": 8, "overcommit": 16, "hvo": None, "memory": 314572800000, "saved": None,
	"default": False}' "numbers, null and booleans"
json 'j["pools"][4]["default"] is True and j["pools"][4]["node"] == 0' "a node's object"
gives 0 "--json --output" --sysroot "$tree" --json -o size,used -s 1G -N all
json 'j == {"pools": [{"size": 1073741824, "used": 0}]}' "only these keys"
python3 -m json.tool "$dir/out" >/dev/null 2>"$dir/err"
ok $? "valid for json.tool"

# Eight nodes, one of them without memory, and one with a number of two digits.
tree eight 2048
pool 2048 7000 7000 0 0 0
pool 1048576 7 0 0 0 0
for n in 10 0 1 2 3 4 5; do
	node $n 2048 1000 1000 0
	node $n 1048576 1 0 0
done
mkdir "$tree/sys/devices/system/node/node6"
gives 0 "eight nodes" --sysroot "$tree" -r -n -s 2M -o node
[ "$(tr '\n' ' ' <"$dir/out")" = "all 0 1 2 3 4 5 10 " ]
ok $? "in the order of their numbers"
gives 0 "eight nodes, JSON" --sysroot "$tree" -J
json 'sum(p["total"] for p in j["pools"] if p["node"] is not None and p["size"] == 2 << 20) == 7000' \
	"the nodes make the total"

# lines N: wait until the task in the background has written so many, or is gone.
lines() {
	while [ "$(wc -l <"$dir/out")" -lt "$1" ] && kill -0 $! 2>/dev/null; do sleep 0.1; done
}

# Small and fast; no sense in it under valgrind or a sanitizer.  A busy machine is slow
# for everybody: what Python takes to start is the measure (5 ms and 20 ms when idle).
case $HUGETLBCTL in
*\ ?* | *-asan/*) skip "8 nodes: half of Python's start and 4 MB" "not the plain program" ;;
*)
	# shellcheck disable=SC2086 # words
	python3 -c 'import os, resource, sys
def cpu(*command):
	before = resource.getrusage(resource.RUSAGE_CHILDREN)
	os.waitpid(os.posix_spawn(command[0], command, os.environ,
		file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)]), 0)
	after = resource.getrusage(resource.RUSAGE_CHILDREN)
	return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
runs = [(cpu(*sys.argv[1:]), cpu(sys.executable, "-c", "pass")) for i in range(10)]
best, python = map(min, zip(*runs))
print("# %.1f ms, Python %.1f ms" % (best * 1000, python * 1000))
sys.exit(best > python / 2)' $HUGETLBCTL --sysroot "$tree"
	ok $? "8 nodes: at most half of the CPU time that Python takes to start"
	: >"$dir/out"
	# shellcheck disable=SC2086 # words
	$HUGETLBCTL --watch=60 --sysroot "$tree" >"$dir/out" 2>"$dir/err" &
	lines 1
	kb=$(awk '/^VmHWM:/ { print $2 }' /proc/$!/status)
	kill $!
	echo "# $kb kB"
	[ "$kb" -le 4096 ]
	ok $? "8 nodes: under 4 MB resident"
	;;
esac

# Again and again, until it is stopped; in valgrind that takes its time.
: >"$dir/out"
# shellcheck disable=SC2086 # words
timeout 60 $HUGETLBCTL --watch=1 --sysroot "$tree" -rn -N all -s 2M -o total >"$dir/out" 2>"$dir/err" &
lines 2
kill $!
wait $! 2>/dev/null
[ $? -eq 143 ] && [ "$(sort -u "$dir/out")" = 7000 ] && [ "$(wc -l <"$dir/out")" -ge 2 ]
ok $? "--watch"
for n in 0 x 99999999; do
	refuses 2 "--watch '$n': give a number of seconds from 1" "--watch=$n" --watch=$n --sysroot "$tree"
done

# Only 1 GB.
tree big 1048576
pool 1048576 11776 0 0 0 0
node 0 1048576 11776 0 0
gives 0 "only 1 GB pages" --sysroot "$tree" -N all
out_is "12 TB" <<'E1'
SIZE NODE TOTAL FREE  USED RSVD SURPLUS OVERCOMMIT HVO MEMORY SAVED
 1G*  all 11776    0 11776    0       0          0   -  11.5T     -
E1

# Sizes of arm64 and ppc64.
tree arm 524288
pool 64 1 1 0 0 0
pool 32768 1 1 0 0 0
pool 524288 1 1 0 0 0
pool 16777216 1 1 0 0 0
gives 0 "sizes of other machines" --sysroot "$tree" -r -n -o size,default
[ "$(tr '\n' ' ' <"$dir/out")" = "64K no 32M no 512M yes 16G no " ]
ok $? "64K to 16G"
rm -r "$tree/sys/devices" "$tree/proc"
gives 0 "without NUMA and procfs" --sysroot "$tree" -r -n -o size,default
[ "$(tr '\n' ' ' <"$dir/out")" = "64K no 32M no 512M no 16G no " ]
ok $? "no size is the default"

finish
