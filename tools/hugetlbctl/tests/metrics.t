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
: >"$dir/after"
ls -A "$dir" >"$dir/before"

# Whoever writes at the same time has a file of his own.
echo other >"$dir/.hugetlbctl.prom.new"
(
	umask 027
	for i in 1 2 3 4; do
		for n in 1 2 3 4 5 6 7 8 9 10; do
			# shellcheck disable=SC2086 # words
			timeout 60 $HUGETLBCTL metrics --sysroot "$tree" -o "$dir/many.prom" || echo "writer $i, time $n"
			cmp -s "$dir/text" "$dir/many.prom" || echo "not whole: writer $i, time $n"
		done &
	done
	wait
) >"$dir/out" 2>"$dir/err"
[ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
ok $? "four writers of a file do not disturb each other"
[ "$(cat "$dir/.hugetlbctl.prom.new")" = other ]
ok $? "nor is the file of another taken away"
[ "$(stat -c %a "$dir/many.prom")" = 640 ]
ok $? "a new file has the mode that umask leaves"
rm "$dir/.hugetlbctl.prom.new" "$dir/many.prom"
for mode in 600 664; do
	echo old >"$dir/hugetlbctl.prom"
	chmod $mode "$dir/hugetlbctl.prom"
	gives 0 "--output over a file of mode $mode" metrics --sysroot "$tree" -o "$dir/hugetlbctl.prom"
	[ "$(stat -c %a "$dir/hugetlbctl.prom")" = $mode ] && cmp -s "$dir/text" "$dir/hugetlbctl.prom"
	ok $? "keeps it"
done
if [ "$(id -u)" -eq 0 ]; then
	chown 12:34 "$dir/hugetlbctl.prom"
	gives 0 "--output over the file of another" metrics --sysroot "$tree" -o "$dir/hugetlbctl.prom"
	[ "$(stat -c %u:%g:%a "$dir/hugetlbctl.prom")" = 12:34:664 ]
	ok $? "keeps the owner"
	chown 0:0 "$dir/hugetlbctl.prom"
else
	skip "--output over the file of another" "only root can give it back"
fi
cp "$dir/hugetlbctl.prom" "$dir/kept"
for trap in "trap '' XFSZ" :; do
	(
		ulimit -f 0
		eval "$trap"
		# shellcheck disable=SC2086 # words
		timeout 60 $HUGETLBCTL metrics --sysroot "$tree" -o "$dir/hugetlbctl.prom"
		echo "status $?"
	) 2>&1 | cat >"$dir/out"
done
cmp -s "$dir/kept" "$dir/hugetlbctl.prom"
ok $? "a write that fails leaves the old file"
rm "$dir/kept"
ls -A "$dir" >"$dir/after"
diff "$dir/before" "$dir/after" >"$dir/out" 2>"$dir/err"
ok $? "and nothing is ever left beside it"

full=$(printf '%0300d' 0)
for name in "$full" "./$full" "$dir/./$full" "$dir//$full"; do
	refuses 1 "metrics: $name: File name too long" "a name that cannot be, told as given" \
		metrics --sysroot "$tree" -o "$name"
done
refuses 1 "nowhere/: No such file" "no folder for it" metrics --sysroot "$tree" -o "$dir/nowhere/x"
mkfifo "$dir/odd-fifo"
ln -s text "$dir/odd-link"
for odd in fifo link; do
	refuses 2 "not a regular file" "a $odd stays" metrics --sysroot "$tree" -o "$dir/odd-$odd"
done
[ -p "$dir/odd-fifo" ] && [ -L "$dir/odd-link" ]
ok $? "both are what they were"
refuses 2 "give a file" "no file" metrics --sysroot "$tree" -o "$dir/"
(
	cd "$dir" || exit
	# shellcheck disable=SC2086 # words
	timeout 60 $HUGETLBCTL metrics --sysroot "$tree" -o - >"$dir/out" 2>"$dir/err"
)
cmp -s "$dir/text" "$dir/out" && [ ! -e "$dir/-" ]
ok $? "--output - is standard output"

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
