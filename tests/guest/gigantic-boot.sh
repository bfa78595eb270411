#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# After a boot with 1 GB pages.
# usage: gigantic-boot.sh PAGES ASKED WORKERS
#   PAGES    how many must be there, on stock too
#   WORKERS  those the patched kernel must have used; "none" if it must not even
#            have tried
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
# shellcheck source=tests/guest/lib.sh
. /run/steps.sh
dir=hugepages-1048576kB
file=/sys/kernel/mm/hugepages/$dir/nr_hugepages

# Which gigabytes of memory are pages of the pool: bits 15 and 17 of their first
# frame, the head of a huge page.
gigabytes() {
	gb=0
	while [ "$gb" -le "$last_gb" ]; do
		flags=$(dd if=/proc/kpageflags bs=8 skip=$((gb << 18)) count=1 2>/dev/null | od -An -tu8)
		[ $((${flags:-0} >> 15 & 5)) != 5 ] || printf '%s ' "$gb"
		gb=$((gb + 1))
	done
}
last_gb=$(awk '$1 == "spanned" { spanned = $2 }
	$1 == "start_pfn:" && $2 + spanned > end { end = $2 + spanned }
	END { print int(end / 262144) }' /proc/zoneinfo)

counts() {
	for n in $nodes; do
		d=/sys/devices/system/node/node$n/hugepages/$dir
		printf '%s:%s/%s ' "$n" "$(cat "$d/nr_hugepages")" "$(cat "$d/free_hugepages")"
	done
	for f in nr free resv surplus; do
		printf '%s=%s ' $f "$(cat "${file%/*}/${f}_hugepages")"
	done
	grep -h Hugetlb: /proc/meminfo
}

# Where this kernel wants the next one to find memory, and what it was told itself.
handover() {
	cat /sys/kernel/debug/kho/out/scratch_* 2>/dev/null
	dmesg | sed 's/^\[[^]]*\] //' | grep '^KHO: found\|^Revived\|mirrored memory$'
}

# "then=next,RANGE...": the next kernel is looked at, with as many pages asked for; it
# takes over from this one or, with ranges, is told that this memory is mirrored.
then=$(sed -n 's/.* then=\([^ ]*\).*/\1/p' /proc/cmdline)
if [ -n "$then" ]; then
	echo "step first $(counts) at $(gigabytes)"
	echo "step first-handover $(handover | tr '\n' ' ')"
	(cd / && find . -xdev ! -path './run/stock' ! -path './run/patched' |
		cpio -o -H newc 2>/dev/null >/tmp/initrd)
	# What was written must be out of the port before.
	sleep 1
	start=kexec
	[ "$then" = next ] || start=mirror
	# shellcheck disable=SC2046 # words wanted
	exec $start "/run/$kind" /tmp/initrd \
		"$(sed "s/ then=[^ ]*/ then-was=it/; s/hugepages=[0-9]*/hugepages=$2/" /proc/cmdline)" \
		$(echo "${then#next}" | tr ',' ' ')
fi
if grep -q 'then-was=it' /proc/cmdline; then
	check 'it was told of memory' [ "$(handover | grep -c '^Revived\|mirrored')" = 1 ]
	echo "step handover $(handover | tr '\n' ' ')"
fi

check_is 'pages' "$(cat $file)" "$1"
echo "step counts $(counts)"
echo "step frames $(gigabytes)"
echo "step messages $(dmesg | sed -n 's/^\[[^]]*\] //; /^HugeTLB: \(freed\|allocating\|hugetlb_cma\)/p' | tr '\n' ';')"
echo "step totals $(awk '/present/ { printf "%s ", $2 }' /proc/zoneinfo)"

if patched; then
	dmesg | sed 's/^\[[^]]*\] //' | grep '^HugeTLB: allocated .* GiB' >/tmp/line
	line="HugeTLB: allocated $1 of $2 pages of size 1.00 GiB"
	[ "$3" = 0 ] || line="$line with $3 workers"
	line="$line in N ms: reserving N, initializing N, optimizing N"
	wanted="boot grow $2 $1 $1 $3"
	[ "$3" != none ] || line='' wanted='     '
	check_is 'one line tells of it' "$(sed 's/\( in\|ing\) [0-9]*/\1 N/g' /tmp/line)" "$line"
	page_kb=1048576
	read_record
	# shellcheck disable=SC2154 # from read_record
	check_is 'record' "$by $direction $asked $done_pages $node_pages $workers" "$wanted"
	check 'it took as long as its phases, or longer' [ "${ns:-0}" -ge "$(hugetlbctl last --size 1G --json |
		awk -F'[:,]' '/"(reserving|initializing|optimizing)_ns"/ { n += $2 } END { printf "%.0f", n }')" ]
	# shellcheck disable=SC2046 # words wanted
	set -- "$1" $(hvo)
	grep -q hugetlb_free_vmemmap=on /proc/cmdline && want=$1 || want=0
	check_is 'as many are optimized' "$3" "$want"
fi

# All of their memory must be good for something else.
baseline
echo 0 >$file
echo "step freed $(counts)"
echo "near freed-memory $mem_slack $(taken)"
set_pool sysctl $(($1 * 512))
echo "atleast small-pages 64 $(nr)"
set_pool sysctl 0
# Where nodes were full, struct pages that came back may lie on another one.
mem_sum=1
echo "near all-free $mem_slack $(taken)"
