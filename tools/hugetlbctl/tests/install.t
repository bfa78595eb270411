#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What install puts there, uninstall takes away, and nothing else.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

unset MAKEFLAGS MAKELEVEL
program=${HUGETLBCTL##* }
try() { # TARGET [PREFIX]
	make -s -C "$(dirname "$0")/.." "$1" BUILD="$(dirname "$program")" DESTDIR="$dir/root" PREFIX="${2:-/usr}" \
		>"$dir/out" 2>"$dir/err"
	ok $? "make $1"
}

try install
(cd "$dir/root" && find . -type f | sort) >"$dir/out"
out_is "is there" <<'E1'
./usr/lib/systemd/system/hugetlbctl-metrics.service
./usr/lib/systemd/system/hugetlbctl-metrics.timer
./usr/lib/systemd/system/hugetlbctl.service
./usr/sbin/hugetlbctl
./usr/share/bash-completion/completions/hugetlbctl
./usr/share/man/man5/hugetlbctl.conf.5
./usr/share/man/man8/hugetlbctl.8
./usr/share/zsh/site-functions/_hugetlbctl
E1
grep '^Condition\|^ExecStart' "$dir/root/usr/lib/systemd/system/hugetlbctl.service" >"$dir/out"
out_is "the unit starts where a file is that apply reads" <<'E1'
ConditionPathExists=|/etc/hugetlbctl.conf
ConditionPathExistsGlob=|/etc/hugetlbctl.d/*.conf
ExecStart=/usr/sbin/hugetlbctl apply --retry 3
E1
cmp -s "$program" "$dir/root/usr/sbin/hugetlbctl"
ok $? "the program under test"
mkdir -p "$dir/root/etc"
touch "$dir/root/etc/hugetlbctl.conf" "$dir/root/usr/sbin/other"
try uninstall
(cd "$dir/root" && find . -type f | sort) >"$dir/out"
out_is "only what others put there" <<'E1'
./etc/hugetlbctl.conf
./usr/sbin/other
E1
try uninstall
try install /opt/x/
grep -rho '/opt/[^ ]*/hugetlbctl' "$dir/root/opt/x/lib/systemd/system" | sort -u >"$dir/out"
out_is "a / at the end of PREFIX is not doubled" <<'E1'
/opt/x/sbin/hugetlbctl
E1
try uninstall /opt/x/
[ -z "$(find "$dir/root/opt" -type f)" ]
ok $? "and taken away again"

# Before anything is made.
for var in 'PREFIX=opt/x' 'DESTDIR=root' "PREFIX=/a $dir/b" "DESTDIR=$dir/a b" "BUILD=$dir/a b" 'PKG_CONFIG=false'; do
	make -s -C "$(dirname "$0")/.." install BUILD="$dir/build" DESTDIR="$dir/c" "$var" >"$dir/out" 2>"$dir/err"
	[ $? -eq 2 ] && [ "$(wc -l <"$dir/err")" -eq 1 ] && grep -qF "${var#*=}" "$dir/err" && [ ! -s "$dir/out" ]
	ok $? "install refuses $var with one line"
done
[ ! -e "$dir/b" ] && [ ! -e "$dir/c" ] && [ ! -e "$dir/build" ] && [ ! -e "$dir/a" ] && [ ! -e "$(dirname "$0")/../opt" ]
ok $? "and makes nothing"

finish
