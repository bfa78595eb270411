# SPDX-License-Identifier: GPL-2.0-only
# For scripts that run in the guest: `. /run/lib.sh`.
# shellcheck shell=sh

# The pool of the default size: default_hugepagesz=1G makes it that of 1 GB pages.
page_kb=$(awk '/^Hugepagesize:/ { print $2 }' /proc/meminfo)
# shellcheck disable=SC2034 # for the scripts
hp=/sys/kernel/mm/hugepages/hugepages-${page_kb}kB
nodes=$(cd /sys/devices/system/node && echo node* | sed 's/node//g')

# check TEXT COMMAND...: a test of its own, for guest_tap.
check() {
	check_text=$1
	shift
	if "$@"; then echo "ok $check_text"; else echo "not ok $check_text"; fi
}
# check_is TEXT GOT WANTED
check_is() {
	if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: got '$2', wanted '$3'"; fi
}

# result NAME VALUE...: must be equal on stock and patched (see `both`).
result() { echo "result $*"; }

node_hp() { echo "/sys/devices/system/node/node$1/hugepages/hugepages-${page_kb}kB"; }

# "total free surplus" of every node, one word each node: 0:10/10/0 1:10/10/0
pool() {
	pool_out=
	for n in $nodes; do
		d=$(node_hp "$n")
		pool_out="$pool_out $n:$(cat "$d/nr_hugepages")/$(cat "$d/free_hugepages")/$(cat "$d/surplus_hugepages")"
	done
	echo "${pool_out# }"
}

# Free memory of a node in kB, after per-CPU lists were emptied.
memfree() {
	echo 1 >/proc/sys/vm/compact_memory 2>/dev/null
	awk '/MemFree/ { print $4 }' "/sys/devices/system/node/node$1/meminfo"
}

# Milliseconds since boot; /proc/uptime knows hundredths.
now_ms() { awk '{ printf "%d\n", $1 * 1000 }' /proc/uptime; }
