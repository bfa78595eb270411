#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What install puts there, uninstall takes away, and nothing else.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

# What the calling make was given on its command line is in the environment, too: a
# clean below would take away the programs under test.
unset MAKEFLAGS MAKELEVEL BUILD PREFIX DESTDIR SBINDIR MANDIR UNITDIR COMPDIR ZSHDIR PKG_CONFIG
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

# What make or the shell would take for two names, or for one in the sources, is refused.
work=$dir/work
mkdir "$work"
cp "$(dirname "$0")/../Makefile" "$work/"
says_no() { # RULE NAME GOAL VARIABLE=VALUE...
	rule=$1 name=$2
	shift 2
	rm -rf "$dir/root"
	make -s -C "$work" "$@" >"$dir/out" 2>"$dir/err"
	rc=$?
	[ "$rc" -eq 2 ] && [ "$(wc -l <"$dir/err")" -eq 1 ] && grep -q -e "$rule" "$dir/err" &&
		[ ! -s "$dir/out" ] && [ ! -e "$dir/root" ] && [ "$(ls -A "$work")" = Makefile ]
	ok $? "$name"
}
for goal in install uninstall; do
	says_no "PREFIX='/a b': no blank" "$goal: a blank in PREFIX" $goal DESTDIR="$dir/root" PREFIX='/a b'
	says_no "PREFIX='/a ': no blank" "$goal: a blank behind PREFIX" $goal DESTDIR="$dir/root" PREFIX='/a '
	says_no "PREFIX='a': give an absolute path" "$goal: a relative PREFIX" $goal DESTDIR="$dir/root" PREFIX=a
	says_no "DESTDIR='.*/root b': no blank" "$goal: a blank in DESTDIR" $goal DESTDIR="$dir/root b"
	says_no "DESTDIR='root': give an absolute path" "$goal: a relative DESTDIR" $goal DESTDIR=root
	says_no "UNITDIR='units': give an absolute path" "$goal: a relative UNITDIR" $goal DESTDIR="$dir/root" UNITDIR=units
done
for goal in all install clean; do
	says_no "BUILD='a b': no blank" "$goal: a blank in BUILD" $goal DESTDIR="$dir/root" BUILD='a b'
	says_no "BUILD='': name the folder" "$goal: an empty BUILD" $goal DESTDIR="$dir/root" BUILD=
done

# Without the libraries nothing is compiled; to clean up takes none.
says_no "PKG_CONFIG='false' does not find libmnl smartcols libproc2 (Debian: pkg-config libmnl-dev libsmartcols-dev libproc2-dev)" \
	"no library" PKG_CONFIG=false
printf '#!/bin/sh\ncase $* in *smartcols*) exit 1 ;; esac\n' >"$dir/pkg-config"
chmod +x "$dir/pkg-config"
says_no "does not find smartcols (Debian: pkg-config libsmartcols-dev)" "one of three" PKG_CONFIG="$dir/pkg-config" all
says_no "PKG_CONFIG='/nowhere' does not find libmnl" "no pkg-config" PKG_CONFIG=/nowhere install
make -s -C "$work" clean PKG_CONFIG=false >"$dir/out" 2>"$dir/err"
ok $? "clean needs none"
[ -x "$program" ]
ok $? "and leaves the programs under test"

finish
