#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Getting and patching kernel trees, on trees of three files: what is refused,
# what it says, and that nothing is changed then.  No guest, no network.
set -u
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"

# A project of our scripts with a small overlay and a series for kernel 9.9.
p=$work/project
mkdir -p "$p/patches/9.9" "$p/mm"
cp -r "$top/scripts" "$p/scripts"
echo 'new file' >"$p/mm/hugetlb_parallel.c"
echo 'config X' >"$p/Kconfig"
export BUILD_DIR=$work/build XDG_CACHE_HOME=$work/cache
unset KERNEL KERNEL_SRC REFRESH

make_tree() { # DIR [PATCHLEVEL]
	rm -rf "$1"
	mkdir -p "$1/mm"
	printf 'VERSION = 9\nPATCHLEVEL = %s\nSUBLEVEL = 1\nNAME = x\n' "${2:-9}" >"$1/Makefile"
	: >"$1/Kbuild"
	seq 1 40 >"$1/mm/hugetlb.c"
	echo 'obj-y := hugetlb.o' >"$1/mm/Makefile"
}
make_patch() { # NAME FILE SED-EXPRESSION: what that changes in $work/v, which keeps it
	mkdir -p "$work/d/a/$(dirname "$2")" "$work/d/b/$(dirname "$2")"
	cp "$work/v/$2" "$work/d/a/$2"
	sed -i "$3" "$work/v/$2"
	cp "$work/v/$2" "$work/d/b/$2"
	(cd "$work/d" && diff -u "a/$2" "b/$2") >"$p/patches/9.9/$1"
}
sums() { (cd "$1" && find . -type f ! -path './.*.lock' -exec stat -c '%n %Y %i %h' {} + -exec sha256sum {} + | sort); }

make_tree "$work/v"
# shellcheck disable=SC2016 # for sed
make_patch 0001-build.patch mm/Makefile '$aobj-y += hugetlb_parallel.o'
make_patch 0002-hooks.patch mm/hugetlb.c '10s/$/\nhook one/;30s/$/\nhook two/'
make_patch 0003-more.patch mm/hugetlb.c '20s/$/\nhook three/'

# --- a tree of the user's
make_tree "$work/user"
status "a tree of a supported series is patched" 0 "$p/scripts/apply" "$work/user"
ok "the hooks are in" grep -q 'hook three' "$work/user/mm/hugetlb.c"
ok "new files are in" cmp "$p/mm/hugetlb_parallel.c" "$work/user/mm/hugetlb_parallel.c"
ok "Kconfig is in" cmp "$p/Kconfig" "$work/user/mm/Kconfig.hugetlb_parallel"
before=$(sums "$work/user")
status "applying again is fine" 0 "$p/scripts/apply" "$work/user"
like "and says so" "$output" 'already applied'
is "and touches nothing" "$(sums "$work/user")" "$before"

make_tree "$work/user"
sed -i 's/^31$/thirty-one/' "$work/user/mm/hugetlb.c"
before=$(sums "$work/user")
status "a hunk that does not apply is refused" 1 "$p/scripts/apply" "$work/user"
like "with patch, file, hunk and place" "$output" '0002-hooks.patch: mm/hugetlb.c: hunk 2 does not apply: @@ -28,6'
is "nothing was changed" "$(sums "$work/user")" "$before"

make_tree "$work/user"
rm "$work/user/mm/Makefile"
before=$(sums "$work/user")
status "a missing file is refused" 1 "$p/scripts/apply" "$work/user"
like "by name" "$output" '0001-build.patch: no such file in the tree: mm/Makefile'
is "nothing was changed" "$(sums "$work/user")" "$before"

make_tree "$work/user"
sed -i '1i\new line from a point release' "$work/user/mm/hugetlb.c"
status "moved lines do no harm" 0 "$p/scripts/apply" "$work/user"

make_tree "$work/user"
echo theirs >"$work/user/mm/hugetlb_parallel.c"
before=$(sums "$work/user")
status "somebody else's file is not overwritten" 1 "$p/scripts/apply" "$work/user"
like "and is named" "$output" 'mm/hugetlb_parallel.c.* exists and is not ours'
is "nothing was changed" "$(sums "$work/user")" "$before"

make_tree "$work/user" 8
before=$(sums "$work/user")
status "an unsupported series is refused" 1 "$p/scripts/apply" "$work/user"
like "by name, with those that are supported" "$output" "kernel 9.8.1: series '9.8' is not supported; there are patches for: 9.9"
is "nothing was changed" "$(sums "$work/user")" "$before"
status "a folder that is no kernel is refused" 1 "$p/scripts/apply" "$work/d"
like "and named" "$output" 'not a kernel source tree: no Makefile'
make_tree "$work/user"
: >"$work/user/Makefile"
status "a tree without a version is refused" 1 "$p/scripts/apply" "$work/user"
is "and named" "$output" "apply: '$work/user' is not a kernel source tree: no VERSION and PATCHLEVEL in its Makefile"
status "no tree is wrong usage" 2 "$p/scripts/apply"
status "a manifest alone is wrong usage" 2 "$p/scripts/apply" --manifest "$work/manifest" "$work/user"
status "--help works" 0 "$p/scripts/apply" --help
ok "no rejects are left" test -z "$(find "$work" -name '*.rej' -o -name '*.orig')"

# --- a build tree of hard links
# shellcheck disable=SC2317 # called by status
build_apply() { "$p/scripts/apply" --pristine "$work/pristine" --manifest "$work/manifest" "$work/bt"; }
make_tree "$work/pristine"
status "a pristine tree that is no folder is refused" 1 "$p/scripts/apply" --pristine /nonexistent "$work/pristine"
is "by name" "$output" "apply: --pristine '/nonexistent' is not a folder"
cp -al "$work/pristine" "$work/bt"
before=$(cd "$work/pristine" && sha256sum mm/*)
status "a build tree is patched" 0 build_apply
is "the pristine tree is not written through its links" "$(cd "$work/pristine" && sha256sum mm/*)" "$before"
before=$(sums "$work/bt")
status "again" 0 build_apply
is "nothing is touched, so that nothing is rebuilt" "$(sums "$work/bt")" "$before"
echo 'changed' >"$p/mm/hugetlb_parallel.c"
before=$(stat -c %Y.%i "$work/bt/mm/hugetlb.c")
status "a changed file" 0 build_apply
ok "arrives" cmp "$p/mm/hugetlb_parallel.c" "$work/bt/mm/hugetlb_parallel.c"
is "and nothing else" "$(stat -c %Y.%i "$work/bt/mm/hugetlb.c")" "$before"
rm "$p/patches/9.9/0003-more.patch"
status "a patch less" 0 build_apply
ok "its hook is gone" test -z "$(grep 'hook three' "$work/bt/mm/hugetlb.c")"
ok "the others are there" grep -q 'hook two' "$work/bt/mm/hugetlb.c"
rm "$p/mm/hugetlb_parallel.c" "$p/patches/9.9"/*
status "the whole project less" 0 build_apply
is "gives the pristine tree" "$(diff -r "$work/pristine" "$work/bt" | grep -v Kconfig)" ''

# --- fetch
status "KERNEL of no series is refused" 1 env KERNEL=5.10 "$p/scripts/fetch"
like "by name" "$output" "series '5.10' is not supported; there are patches for: 9.9"
status "KERNEL_SRC takes a tree" 0 env KERNEL_SRC="$work/pristine" "$p/scripts/fetch"
is "copied whole" "$(diff -r "$work/pristine" "$work/build/9.9/linux")" ''
status "fetching again" 0 "$p/scripts/fetch"
like "keeps it" "$output" "$work/build/9.9/linux is there"
rm "$work/build/9.9/linux.stamp" "$work/build/9.9/linux/mm/hugetlb.c"
mkdir "$work/build/9.9/.linux.half"
status "a tree without its stamp" 0 env KERNEL_SRC="$work/pristine" "$p/scripts/fetch"
is "is not taken for a whole one" "$(diff -r "$work/pristine" "$work/build/9.9/linux")" ''
ok "remains of an interrupted run are gone" test ! -e "$work/build/9.9/.linux.half"
make_tree "$work/user" 8
status "KERNEL_SRC of an unsupported series is refused" 1 env KERNEL_SRC="$work/user" "$p/scripts/fetch"
status "KERNEL_SRC that is no folder is refused" 1 env KERNEL_SRC=/nonexistent "$p/scripts/fetch"
like "by name" "$output" "KERNEL_SRC '/nonexistent' is not a folder"
status "KERNEL and KERNEL_SRC that differ are refused" 1 env KERNEL=9.9 KERNEL_SRC="$work/user" "$p/scripts/fetch"

# Those that run in a guest refuse to run here, see 25-boot.t.
for s in "$top"/scripts/*; do
	[ -x "$s" ] || continue
	case ${s##*/} in
	guest-init | demo-guest) continue ;;
	esac
	status "${s##*/} --help" 0 "$s" --help
	like "${s##*/}: usage" "$output" "^usage: .*${s##*/}"
	is "${s##*/}: only help" "$(grep -E '^(#|shellcheck|set -)' <<<"$output")" ''
done
status "generate-netlink without a tree is wrong usage" 2 "$top/scripts/generate-netlink"
status "generate-netlink refuses what is no tree" 1 "$top/scripts/generate-netlink" /nonexistent
like "and names it" "$output" "'/nonexistent' is not a kernel source tree"
status "refresh-patches without trees is wrong usage" 2 "$top/scripts/refresh-patches"
status "refresh-patches refuses a folder without patches" 1 "$top/scripts/refresh-patches" \
	"$work/pristine" "$work/pristine" "$work/d"
like "and names it" "$output" "there is no patch in '$work/d'"

# Only what scripts/fetch made is removed, wherever BUILD_DIR leads.
mkdir -p "$work/b/foreign" "$work/b/7.3/linux" "$work/b/7.3/stock" "$work/b/8.8/data" "$work/b/deb" "$work/b/tests"
touch "$work/b/7.3/linux.stamp"
echo 7.3 >"$work/b/series"
status "clean" 0 env BUILD_DIR="$work/b" "$top/scripts/clean"
is "clean keeps the sources and what is not ours" "$(cd "$work/b" && echo * */*)" \
	"7.3 8.8 foreign series 7.3/linux 7.3/linux.stamp 8.8/data"
status "clean --all" 0 env BUILD_DIR="$work/b" "$top/scripts/clean" --all
is "clean --all keeps what is not ours" "$(cd "$work/b" && echo * */*)" "8.8 foreign 8.8/data"
for s in fetch 'build-kernel stock' mkinitramfs build-selftests; do
	# shellcheck disable=SC2086 # words wanted
	status "$s takes no blanks in paths" 1 env BUILD_DIR="$work/a b" "$top/scripts/"$s
	is "and says so" "$output" \
		"${s%% *}: the path '$work/a b' has a blank in it: move the checkout, or set BUILD_DIR to a path without"
done
ok "nor makes anything there" test ! -e "$work/a b"
status ".ci/run takes no argument" 2 "$top/.ci/run" --help
status "clean refuses other arguments" 2 env BUILD_DIR="$work/b" "$top/scripts/clean" everything

done_testing
