# SPDX-License-Identifier: GPL-2.0-only
# Shared by the scripts of this folder; sourced, never run.
# shellcheck shell=bash

top=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=${BUILD_DIR:-$top/build}
# As messages name it.
# shellcheck disable=SC2034 # for the scripts
shown=${build#"$top/"}
me=${0##*/}
# shellcheck disable=SC2034 # for the scripts
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}

say() { printf '[%s] %s\n' "$me" "$*" >&2; }
die() { printf '%s: %s\n' "$me" "$*" >&2; exit 1; }
usage_error() { printf '%s: %s\nTry "%s --help".\n' "$me" "$*" "$me" >&2; exit 2; }

# The comment block under the SPDX line is the help text.
help() { sed -n '/^# SPDX/d;/^# shellcheck /d;/^#!/d;/^#/!q;s/^# \{0,1\}//p' "$0"; }

# For scripts that run a kernel's make, which takes no blanks in paths.
no_blanks() {
	local path
	for path in "$top" "$build"; do
		case $path in
		*[[:space:]]*) die "the path '$path' has a blank in it: move the checkout, or set BUILD_DIR to a path without" ;;
		esac
	done
}

# Supported series, newest first: those with a folder of hook patches.
series_supported() {
	find "$top/patches" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort -Vr
}

series_check() {
	series_supported | grep -qxF "$1" ||
		die "series '$1' is not supported; there are patches for: $(series_supported | xargs)"
}

# A flavour is one of these, and +NAME for each fragment configs/NAME.config.
flavours='stock, patched, debug or off'
flavour_check() { # OPTION FLAVOUR
	local rule="give $flavours, and +NAME for configs/NAME.config" n names
	case ${2%%+*} in
	stock | patched | debug | off) ;;
	*) usage_error "$1 '$2': $rule" ;;
	esac
	case $2 in
	*+*)
		IFS=+ read -r -a names <<<"${2#*+}"
		for n in "${names[@]}"; do
			[ -f "$top/configs/$n.config" ] || usage_error "$1 '$2': $rule; there is no configs/$n.config"
		done
		;;
	esac
}

# KERNEL decides; else what the last fetch chose.
series_current() {
	if [ -n "${KERNEL:-}" ]; then
		series_check "$KERNEL"
		echo "$KERNEL"
	elif [ -s "$build/series" ]; then
		cat "$build/series"
	else
		series_supported | head -n 1
	fi
}

# "7.3 7.3.4" (series, version) of a kernel tree.
tree_version() {
	local f
	for f in Makefile Kbuild mm/hugetlb.c; do
		[ -f "$1/$f" ] || die "'$1' is not a kernel source tree: no $f in it"
	done
	awk '$2 == "=" && /^(VERSION|PATCHLEVEL|SUBLEVEL) / { v[$1] = $3 }
	     /^NAME/ { exit }
	     END { s = v["VERSION"] "." v["PATCHLEVEL"]; print s, s "." v["SUBLEVEL"]; exit s !~ /^[0-9]+\.[0-9]+$/ }' \
		"$1/Makefile" || die "'$1' is not a kernel source tree: no VERSION and PATCHLEVEL in its Makefile"
}

# Replace a file only when its content differs, and never through a hard link.
install_if_changed() {
	cmp -s "$1" "$2" && return 1
	mkdir -p "$(dirname "$2")"
	cp "$1" "$2.new.$$" && mv -f "$2.new.$$" "$2"
}

# A size such as 512M, 8G or 1T in megabytes.
size_mb() {
	case $1 in
	*[!0-9MGT]* | '' | [MGT]* | *[MGT]?* | 0* | ????????*)
		usage_error "size '$1': give a whole number with M, G or T, six digits at most" ;;
	*M) echo "${1%M}" ;;
	*G) echo $((${1%G} * 1024)) ;;
	*T) echo $((${1%T} * 1024 * 1024)) ;;
	*) usage_error "size '$1': give a whole number with M, G or T" ;;
	esac
}
