# SPDX-License-Identifier: GPL-2.0-only
# For the guest scripts of this folder: `. /run/lib.sh; . /run/steps.sh`.
#
# The same script runs on the stock and on the patched kernel.  It writes
#   step NAME WORD...          must be the same on both
#   near NAME SLACK WORD...    node:number words may differ by SLACK
#   atleast NAME SLACK NUMBER  patched may be smaller than stock by SLACK
#   ok TEXT, not ok TEXT       a check of its own, on either
# and tests/guest/steps.sh makes tests of them.
# shellcheck shell=sh
# shellcheck disable=SC2154 # from lib.sh

# Which kernel the host booted: stock or patched.
kind=$(cat /run/kind)
# shellcheck disable=SC2034 # for the scripts
workers_file=/proc/sys/vm/hugetlb_parallel_workers

patched() { [ "$kind" = patched ]; }

# Forks are what takes time in a guest without KVM: read without them.
nr() { read -r nr_pages <"$hp/nr_hugepages" && echo "$nr_pages"; }

# kB that each node has less than in the words $1, or minus what is free: "NODE:KB".
# MemFree leaves out what lies in the CPUs' own page lists, megabytes that come and
# go; MemFree itself lags behind by what CPUs have not yet added to the zones'
# counters.  A page that moves between zone and list while the file is read counts
# twice or not at all: look until two looks agree.
less_than() {
	seen=''
	for _ in 1 2 3 4 5; do
		read -r _ </proc/sys/vm/stat_refresh
		now=$(awk -v nodes="$nodes" -v base="$1" -v seen="$seen" '
			function words(text, to, list, i, n, pair) {
				n = split(text, list, " ")
				for (i = 1; i <= n; i++) {
					split(list[i], pair, ":")
					to[pair[1]] = pair[2]
				}
				return n
			}
			$1 == "Node" { node = $2 + 0 }
			$1 == "pages" && $2 == "free" { free[node] += $3 * 4 }
			$1 == "count:" { free[node] += $2 * 4 }
			END {
				words(base, had)
				agree = words(seen, saw) > 0
				n = split(nodes, list, " ")
				for (i = 1; i <= n; i++) {
					kb = -had[list[i]] - free[list[i]]
					diff = kb - saw[list[i]]
					agree = agree && diff <= 64 && diff >= -64
					printf "%s:%d ", list[i], kb
				}
				print agree ? "agreed" : ""
			}' /proc/zoneinfo)
		seen=${now% *}
		[ "${now##* }" != agreed ] || break
	done
	echo "$seen"
}

# The first resize makes kernel threads and splits page tables that stay, and the
# first look and record fill slabs: measured from here on.
baseline() {
	less_than '' >/dev/null
	look baseline >/dev/null
	! patched || record >/dev/null
	base=$(less_than '')
}

# beyond NODE PAGES: how many pages more than the memory that was free at baseline
# makes, so less than none: what a kernel takes for itself hangs on its configuration.
beyond() {
	for word in $base; do
		[ "${word%:*}" != "$1" ] || echo $(($2 + ${word#*:} / page_kb))
	done
}

# lost NODE: kB it has less than at baseline
lost() {
	for word in $(less_than "$base"); do
		[ "${word%:*}" != "$1" ] || echo "${word#*:}"
	done
}

# The words for a "near" line; with $mem_sum one word for all nodes: where
# nodes are full or forbidden to some, the kernel's own pages move to others.
mem_sum=
taken() {
	taken_out=$(less_than "$base") taken_sum=0
	for word in $taken_out; do
		taken_sum=$((taken_sum + ${word#*:}))
	done
	[ -z "$mem_sum" ] || taken_out="all:$taken_sum"
	echo "$taken_out"
}

# kB that the same steps may take more or less on another kernel.  Half a huge
# page: one that is lost shows, and so do the struct pages of 40 of them under
# HVO.  The rest is page tables split on one kernel and not on the other (the
# pages lie elsewhere), slabs and stacks of whoever ran last.
mem_slack=1024
# KASAN keeps what is freed, up to a 32nd of all memory.
! grep -q ' kasan_quarantine_put$' /proc/kallsyms ||
	mem_slack=$(awk '/^MemTotal:/ { print int($2 / 32) }' /proc/meminfo)

# fill MB KEEP: a task, $frag, that takes so much memory and keeps one page in KEEP
fill() {
	echo >/tmp/frag
	frag "$1" "$2" >/tmp/frag &
	# shellcheck disable=SC2034 # for the scripts
	frag=$!
	until grep -q ready /tmp/frag; do sleep 1; done
}

# Per node total/free/surplus, then what the global files say; and a check that
# the global counts are the sums of the nodes'.
look() {
	look_out='' sum=0 sum_free=0
	for n in $nodes; do
		d=/sys/devices/system/node/node$n/hugepages/hugepages-${page_kb}kB
		read -r t <"$d/nr_hugepages"
		read -r f <"$d/free_hugepages"
		read -r s <"$d/surplus_hugepages"
		look_out="$look_out$n:$t/$f/$s "
		sum=$((sum + t)) sum_free=$((sum_free + f))
	done
	read -r t <"$hp/nr_hugepages"
	read -r f <"$hp/free_hugepages"
	read -r s <"$hp/surplus_hugepages"
	read -r r <"$hp/resv_hugepages"
	# Sysctl files give all or nothing, read takes bytes.
	c=$(cat /proc/sys/vm/nr_hugepages)
	look_out="$look_out$t/$f/$s resv=$r sysctl=$c"
	check_is "$1: the nodes' counts add up" "$sum $sum_free" "$t $f"
}

step() {
	look "$1"
	echo "step $1 $look_out"
	echo "near $1-memory $mem_slack $(taken)"
}

# The record of the last resize: "direction origin asked done
# pages-over-nodes interrupted workers ns".
record() {
	hugetlbctl last --size "${page_kb}K" --json | awk -F'[:,]' '
		{ gsub(/[" ]/, "") }
		$1 == "nodes" { in_nodes = 1 }
		in_nodes && $1 == "pages" { sum += $2 }
		!in_nodes { v[$1] = $2 }
		END { print v["direction"], v["origin"], v["asked"], v["done"], sum, v["interrupted"], v["workers"], v["elapsed_ns"] }'
}
# shellcheck disable=SC2034 # for the scripts
read_record() { IFS=' ' read -r direction by asked done_pages node_pages interrupted workers ns <<-EOR
	$(record)
	EOR
}

# engine NAME WORKERS ORIGIN PAGES: the record of the last resize is this one,
# and so many workers did it: a number, or 1+ where any is right.
engine() {
	patched || return 0
	read_record
	dir=grow
	[ "$4" -ge 0 ] || dir=shrink
	pages=${4#-}
	case $2 in
	1+) [ "${workers:-0}" -ge 1 ] && workers=1+ ;;
	esac
	check_is "$1: record (direction, origin, done, over nodes, interrupted)" \
		"$direction $by $done_pages $node_pages $interrupted" "$dir $3 $pages $pages false"
	check_is "$1: workers" "$workers" "$2"
}

# Total and HVO-optimized pages of the pool, of all nodes or of one.
hvo() { hugetlbctl show --size "${page_kb}K" --node "${1:-all}" --raw --noheadings --output total,hvo; }

# all_optimized NAME: every page of the pool is, on each node.
all_optimized() {
	patched || return 0
	for n in all $nodes; do
		# shellcheck disable=SC2046 # words wanted
		set -- "$1" $(hvo "$n")
		check_is "$1: node $n: every page is optimized" "${3:-unknown}" "${2:-}"
	done
}

# Ways to set the pool: sysctl, sysfs, "bind NODES", "interleave NODES",
# "node N"; the last argument is the number of pages.
set_pool() {
	case $1 in
	sysctl) sysctl -qw "vm.nr_hugepages=$2" ;;
	sysfs) echo "$2" >"$hp/nr_hugepages" ;;
	bind) numactl "--membind=$2" sysctl -qw "vm.nr_hugepages_mempolicy=$3" ;;
	interleave) numactl "--interleave=$2" sysctl -qw "vm.nr_hugepages_mempolicy=$3" ;;
	node) echo "$3" >"$(node_hp "$2")/nr_hugepages" ;;
	esac
}

# resize NAME WORKERS WAY...: a step that goes through the engine.
resize() {
	name=$1 want_workers=$2
	shift 2
	origin=$1
	case $1 in
	bind | interleave) origin=sysctl ;;
	esac
	before=$(nr)
	set_pool "$@" || echo "not ok $name: the write failed"
	step "$name"
	engine "$name" "$want_workers" "$origin" $(($(nr) - before))
}

# use_pages CPU PAGES TOUCHED: a program on this CPU maps so many and touches some,
# until unuse_pages.  /tmp/used has what hugemap.c writes.
use_pages() {
	rm -f /tmp/used
	numactl "--physcpubind=$1" hugemap hold "$2" "$3" >/tmp/used &
	user=$!
	# A slow guest clears 100 MB in a second.
	while [ ! -s /tmp/used ] && kill -0 "$user"; do
		sleep 0.1
	done
	[ -s /tmp/used ] || echo "not ok cannot use $3 of $2 pages"
}
unuse_pages() {
	kill "$user"
	wait "$user"
}

# confined CGROUP COMMAND...: runs it in the cgroup
confined() {
	# shellcheck disable=SC2016 # for the inner shell
	sh -c 'echo $$ >"/sys/fs/cgroup/$1/cgroup.procs" && shift && exec "$@"' sh "$@"
}

# The turn, which hangs on how concurrent writers met, to node 1 on any kernel.
turn_to_node_1() {
	set_pool sysctl 0
	set_pool node 1 8
	set_pool node 1 0
}
