# SPDX-License-Identifier: GPL-2.0-only
# For scripts/guest, which has read its options: NUMA nodes in QEMU's words.
# Sets $qemu_numa, its arguments; $total, megabytes in all nodes; $n, how many
# nodes there are.
# shellcheck shell=bash disable=SC2154

total=0 n=0 qemu_numa=()
cpu_node=() # by CPU: the node it is in

node_cpus() { # LIST: sets $ids
	local part parts first last c
	ids=''
	IFS=+ read -ra parts <<<"$1"
	for part in ${parts[@]+"${parts[@]}"}; do
		[[ $part =~ ^([0-9]{1,4})(-([0-9]{1,4}))?$ ]] ||
			usage_error "--numa '$numa': CPUs '$part': give a number or FIRST-LAST, several joined by +"
		first=$((10#${BASH_REMATCH[1]})) last=$((10#${BASH_REMATCH[3]:-${BASH_REMATCH[1]}}))
		[ "$first" -le "$last" ] || usage_error "--numa '$numa': CPUs '$part': the first comes after the last"
		[ "$last" -lt "$cpus" ] ||
			usage_error "--numa '$numa': there is no CPU $last: --cpus $cpus makes 0 to $((cpus - 1))"
		for ((c = first; c <= last; c++)); do
			[ -z "${cpu_node[c]:-}" ] ||
				usage_error "--numa '$numa': CPU $c is in node ${cpu_node[c]} and in node $n: give it to one"
			cpu_node[c]=$n
		done
		ids+=",cpus=$first-$last"
	done
}

node() { # MEGABYTES CPUS
	local mem=''
	node_cpus "$2"
	if [ "$1" -gt 0 ]; then
		[ "$1" -ge 128 ] || usage_error "$1 MB for node $n: give each node 128M or more"
		qemu_numa+=(-object "memory-backend-ram,id=m$n,size=${1}M,reserve=off")
		mem=,memdev=m$n
	elif [ -z "$ids" ]; then
		usage_error "--numa '$numa': node $n has neither memory nor CPUs"
	fi
	qemu_numa+=(-numa "node,nodeid=$n$mem$ids")
	total=$((total + $1)) n=$((n + 1))
}

# --numa SPEC
uneven_nodes() {
	local part parts mb c
	IFS=, read -ra parts <<<"$numa"
	[ ${#parts[@]} -le "$nodes_max" ] || usage_error "--numa: ${#parts[@]} nodes: give $nodes_max at most"
	for part in "${parts[@]}"; do
		case $part in
		:*) mb=0 ;;
		*:*) mb=$(size_mb "${part%%:*}") ;;
		*) usage_error "--numa '$part': a node is SIZE:CPUS" ;;
		esac
		node "$mb" "${part#*:}"
	done
	[ "$total" -gt 0 ] || usage_error "--numa '$numa': no node has memory"
	for ((c = 0; c < cpus; c++)); do
		[ -n "${cpu_node[c]:-}" ] ||
			usage_error "--numa '$numa': CPU $c is in no node: give each of --cpus $cpus to one"
	done
}

# --mem and --nodes: memory and CPUs dealt out in order, to the last megabyte
even_nodes() {
	local i mb first last
	mb=$(size_mb "$mem")
	for ((i = 0; i < nodes; i++)); do
		first=$((i * cpus / nodes)) last=$(((i + 1) * cpus / nodes - 1))
		[ "$last" -ge "$first" ] || first='' last=''
		node $(((i + 1) * mb / nodes - i * mb / nodes)) "$first${last:+-$last}"
	done
}

if [ -n "$numa" ]; then
	uneven_nodes
else
	even_nodes
fi
