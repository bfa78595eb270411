#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Which CPU works on which node's pages.  CPU N is on node N.
# usage: where.sh [ISOLATED_CPU isolated|nohz_full|partition]
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
trace=/sys/kernel/tracing
isolated=${1:-} workers=2
# Then both nodes share the other CPU.
[ -z "$isolated" ] || workers=1
case ${2:-} in
partition)
	alone=/sys/fs/cgroup/alone
	echo +cpuset >/sys/fs/cgroup/cgroup.subtree_control
	mkdir "$alone"
	echo "$isolated" >"$alone"/cpuset.cpus
	echo isolated >"$alone"/cpuset.cpus.partition
	check_is 'the partition is isolated' "$(cat $alone/cpuset.cpus.partition)" isolated
	;;
?*) check_is "CPUs that are $2" "$(cat "/sys/devices/system/cpu/$2")" "$isolated" ;;
esac

# where NAME PAGES: look at the chunks of one resize, "task cpu nid" lines
where() {
	before=$(nr)
	echo >$trace/trace
	echo 1 >$trace/events/hugetlb_parallel/hugetlb_parallel_chunk/enable
	set_pool sysctl "$2"
	echo 0 >$trace/events/hugetlb_parallel/hugetlb_parallel_chunk/enable
	sed -n 's/^ *\([^[]*[^ [:blank:]]\) *\[0*\([0-9]\{1,\}\)\].*_chunk:.* nid=\([0-9]*\) .*/\1 \2 \3/p' \
		$trace/trace >/tmp/where
	cat /tmp/where >>/tmp/all
	check "$1: there are chunks" [ -s /tmp/where ]
	if [ -n "$isolated" ]; then
		check_is "$1: chunks on the isolated CPU" "$(awk -v c="$isolated" '$2 == c' /tmp/where)" ''
	else
		# Whoever is done helps others, so only a worker's first one says
		# where it belongs.
		# shellcheck disable=SC2016 # awk's own
		check_is "$1: workers that began with another node's pages" \
			"$(awk '!seen[$1]++ && $2 != $3' /tmp/where)" ''
	fi
	engine "$1" "$workers" sysctl $(($2 - before))
}
where grow 3001
where shrink 0
where 'grow again' 2501
if [ "${2:-}" = partition ]; then
	echo member >"$alone"/cpuset.cpus.partition
	isolated='' workers=2
	: >/tmp/all
	where 'shrink without the partition' 0
fi
[ -n "$isolated" ] || check_is 'both CPUs worked' "$(cut -d' ' -f2 /tmp/all | sort -u | xargs)" '0 1'
