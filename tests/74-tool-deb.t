#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl's Debian package: built from what git knows, without lintian's errors.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"

command -v dh >/dev/null || skip_all 'debhelper is not installed'
export BUILD_DIR=$work
status 'it is built' 0 "$top/scripts/make-deb"
is 'lintian has looked at it' "$(grep 'nobody has looked' <<<"$output")" ''
package=$(find "$work/deb" -name 'hugetlbctl_*.deb')
files=$(dpkg-deb -c "$package" | awk '{ print $6 }')
for file in usr/sbin/hugetlbctl usr/share/man/man8/hugetlbctl.8.gz usr/share/man/man5/hugetlbctl.conf.5.gz \
	lib/systemd/system/hugetlbctl.service lib/systemd/system/hugetlbctl-metrics.timer \
	usr/share/bash-completion/completions/hugetlbctl usr/share/zsh/site-functions/_hugetlbctl; do
	like "it has $file" "$files" "^\./(usr/)?$file$"
done
dpkg-deb -x "$package" "$work/x"
like 'its program runs' "$("$work/x/usr/sbin/hugetlbctl" --version)" '^hugetlbctl [0-9.]+$'
is 'it takes these libraries only' "$(readelf -d "$work/x/usr/sbin/hugetlbctl" | sed -n 's/.*NEEDED.*\[\(.*\)\.so.*/\1/p' | sort | xargs)" \
	'libc libmnl libproc2 libsmartcols'
unit=$(find "$work/x" -name hugetlbctl.service)
like 'its unit has the right path' "$(cat "$unit")" '^ExecStart=/usr/sbin/hugetlbctl apply'
dpkg-deb -e "$package" "$work/control"
ok 'installing starts nothing' sh -c "! grep -q 'deb-systemd-invoke.* start\|_dh_action=start' '$work'/control/*"
like 'the timer is enabled only where it was before' "$(cat "$work/control/postinst")" \
	"if deb-systemd-helper debian-installed 'hugetlbctl-metrics.timer'"

done_testing
