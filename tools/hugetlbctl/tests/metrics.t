#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# metrics: the text, and that Prometheus' own programs take it.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

tree t 2048
pool 2048 100 90 8 4 16
pool 1048576 4 4 0 0 0
for n in 0 1; do
	node $n 2048 50 45 2
	node $n 1048576 2 2 0
done
mkdir -p "$tree/proc/sys/vm"
echo 6 >"$tree/proc/sys/vm/hugetlb_parallel_workers"

gives 0 "metrics" metrics --sysroot "$tree"
for line in 'hugetlb_pages{size="2097152"} 100' 'hugetlb_free_pages{size="1073741824"} 4' \
	'hugetlb_node_pages{size="2097152",node="1"} 50' 'hugetlb_reserved_pages{size="2097152"} 8' \
	'hugetlb_surplus_pages{size="2097152"} 4' 'hugetlb_overcommit_pages{size="2097152"} 16' \
	'hugetlb_system_memory_bytes 16777216000' 'hugetlb_workers 6'; do
	grep -qxF "$line" "$dir/out"
	ok $? "$line"
done
[ "$(tail -n 1 "$dir/out")" = '# EOF' ] && [ "$(grep -c '^# EOF' "$dir/out")" -eq 1 ]
ok $? "the end is marked"
! grep -q hvo "$dir/out"
ok $? "what is not known is left out"
awk '$1 == "#" { name[$3]++ } $1 != "#" { sub(/[{ ].*/, ""); if (!name[$0]) exit 1; sample[$0] = 1 }
	END { for (n in name) if (n != "" && !sample[n]) exit 1 }' "$dir/out"
ok $? "each sample has a head, each head a sample"

mv "$dir/out" "$dir/text"
gives 0 "--output" metrics --sysroot "$tree" --output "$dir/hugetlbctl.prom"
cmp -s "$dir/text" "$dir/hugetlbctl.prom"
ok $? "the same in a file"
echo old >"$dir/hugetlbctl.prom"
(cd "$dir" && ln hugetlbctl.prom link)
gives 0 "--output again" metrics --sysroot "$tree" -o "$dir/hugetlbctl.prom"
cmp -s "$dir/text" "$dir/hugetlbctl.prom" && [ "$(cat "$dir/link")" = old ]
ok $? "the file is replaced, not written over"
refuses 1 "nowhere/: No such file" "no folder for it" metrics --sysroot "$tree" -o "$dir/nowhere/x"
mkfifo "$dir/odd-fifo"
ln -s text "$dir/odd-link"
for odd in fifo link; do
	refuses 2 "not a regular file" "a $odd stays" metrics --sysroot "$tree" -o "$dir/odd-$odd"
done
[ -p "$dir/odd-fifo" ] && [ -L "$dir/odd-link" ]
ok $? "both are what they were"
refuses 2 "give a file" "no file" metrics --sysroot "$tree" -o "$dir/"

if command -v promtool >/dev/null; then
	promtool check metrics <"$dir/text" >"$dir/out" 2>"$dir/err"
	ok $? "promtool check metrics"
else
	skip "promtool check metrics" "no promtool (package prometheus)"
fi
if command -v prometheus-node-exporter >/dev/null && command -v python3 >/dev/null; then
	mkdir "$dir/collect"
	cp "$dir/text" "$dir/collect/hugetlbctl.prom"
	"$(dirname "$0")/scrape" "$dir/collect/hugetlbctl.prom" >"$dir/out" 2>"$dir/err"
	ok $? "node_exporter hands it on"
else
	skip "node_exporter hands it on" "no prometheus-node-exporter"
fi

finish
