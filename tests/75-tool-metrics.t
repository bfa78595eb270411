#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl metrics of real kernels, resizes among them, read by Prometheus' own
# programs.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"

# The packages would start services where they are installed.
"$top/scripts/unpack" prometheus prometheus-node-exporter 2>"$work/err" || note "$(cat "$work/err")"
PATH=$PATH:$build/unpacked/usr/bin
mkdir "$work/collect"
text=$work/collect/hugetlbctl.prom
cat >"$work/script" <<'EOS'
#!/bin/sh
hugetlbctl set -q 2M=600 1G=1 && hugetlbctl set -q 2M=30 --node 1 && exec hugetlbctl metrics
EOS

for kernel in "$patched" stock; do
	guest "$kernel" --kernel "$kernel" "$work/script"
	is "$kernel: the guest's script ended well" "$guest_status" 0
	clean_log "$kernel" "$guest_log"
	printf '%s\n' "$output" >"$text"
	resizes=$(sed -n 's/^hugetlb_last_resize_\(asked_pages\|workers\){\(size="[0-9]*"\)}.*/\1 \2/p' "$text" | sort)
	if [ "$kernel" = stock ]; then
		is "$kernel: no record of resizes" "$resizes" ''
	else
		is "$kernel: the last resize of both sizes" "$resizes" 'asked_pages size="1073741824"
asked_pages size="2097152"
workers size="1073741824"
workers size="2097152"'
	fi
	if command -v promtool >/dev/null; then
		status "$kernel: promtool check metrics" 0 promtool check metrics <"$text"
		is "$kernel: without a remark" "$output" ''
	else
		skip "$kernel: no promtool (package prometheus)"
	fi
	if command -v prometheus-node-exporter >/dev/null; then
		ok "$kernel: node_exporter hands it on" "$top/tools/hugetlbctl/tests/scrape" "$text"
	else
		skip "$kernel: no prometheus-node-exporter"
	fi
done

done_testing
