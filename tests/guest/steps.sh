# SPDX-License-Identifier: GPL-2.0-only
# Guest scripts of tests/guest in tests; source tap.sh and guest.sh first.
#
# same_steps DESC [OPTION...] SCRIPT [ARG...]
#     runs the script on the stock and on the patched kernel and compares what
#     it writes, see tests/guest/lib.sh: every line becomes a test.  Under KASAN,
#     whose shadow takes an eighth of all memory, not so those that give amounts
#     of it, near and atleast.
# patched_steps DESC [OPTION...] SCRIPT [ARG...]
#     the patched kernel alone; only its own checks count.
# clean_steps DESC [OPTION...] SCRIPT [ARG...]
#     the same, but what the script finds is only noted: where nothing but the
#     kernel's own reports is looked for.
# compile NAME [FLAG...]
#     builds tests/guest/NAME.c; leaves the program's path in $compiled.
#
# Options are those of scripts/guest; SCRIPT is a name in tests/guest.
# shellcheck shell=bash
# shellcheck disable=SC2154 # from tap.sh and guest.sh

steps_dir=$top/tests/guest
debug_note=''
[ "$patched" = patched ] || debug_note=" ($patched)"

# run_steps KIND DESC [OPTION...] SCRIPT [ARG...]
run_steps() {
	local kind=$1 label kernel=$patched lock
	label=$(tr -cs 'a-z0-9\n' '-' <<<"${2,,}")
	[ "$kind" = patched ] || kernel=$kind
	shift 2
	# Files that run side by side may want the same of stock.
	mkdir -p "$logs"
	exec {lock}>"$logs/$test_name-$label-$kernel.lock"
	flock "$lock"
	run_kind "$@"
	exec {lock}>&-
}

# Its second half, with its variables.
run_kind() {
	echo "$kind" >"$work/kind"
	# What stock did for the patched kernel serves the other flavours too.
	if [ "$kind" = stock ] && [ "$patched" != patched ] && fresh "$logs/$test_name-$label-stock" "$*"; then
		guest_log=$logs/$test_name-$label-stock.log guest_status=0
		output=$(cat "${guest_log%.log}.out")
		return
	fi
	[ "$kind" != patched ] || kind=${patched##*/}
	guest "$label-$kind" --kernel "$kernel" --file "$work/kind:/run/kind" \
		--file "$steps_dir/lib.sh:/run/steps.sh" "$@"
	[ "$guest_status" != 0 ] || echo "# ended: $*" >>"${guest_log%.log}.out"
}

# fresh RUN ARGS: it ended well, with this image and these scripts and arguments.
fresh() {
	local f
	[ "$(tail -n 1 "$1.out" 2>/dev/null)" = "# ended: $2" ] || return 1
	for f in "$build/${KERNEL:-$(cat "$build/series" 2>/dev/null)}/"{stock/bzImage,selftests/stamp} "$steps_dir"/* "$top"/tests/lib/*; do
		[ "$1.out" -nt "$f" ] || return 1
	done
}

# SCRIPT is the first argument that is no option; every option has a value but
# these.
script_path() {
	args=()
	while [ $# -gt 0 ]; do
		case $1 in
		--thp | --tcg | --monitor) args+=("$1") ;;
		--*) args+=("$1" "$2"); shift ;;
		*) args+=("$steps_dir/$1" "${@:2}"); return ;;
		esac
		shift
	done
}

own_checks() { # DESC OUTPUT
	local line
	while IFS= read -r line; do
		case $line in
		'ok '*'# SKIP '*) skip "$1: ${line#ok }" ;;
		'ok '*) pass "$1: ${line#ok }" ;;
		'not ok '*) fail "$1: ${line#not ok }" ;;
		'step '* | 'near '* | 'atleast '*) ;;
		?*) note "$line" ;;
		esac
	done <<<"$2"
}

note_output() { note "$2"; }

# alone CHECKS DESC [OPTION...] SCRIPT [ARG...]
alone() {
	local checks=$1 desc=$2$debug_note
	script_path "${@:3}"
	run_steps patched "$2" "${args[@]}"
	"$checks" "$desc" "$output"
	is "$desc: the script ended well" "$guest_status" 0
	clean_log "$desc" "$guest_log"
}

patched_steps() { alone own_checks "$@"; }
clean_steps() { alone note_output "$@"; }

# near SLACK STOCK PATCHED: equal words but for numbers at most SLACK apart
near() {
	awk -v slack="$1" -v a="$2" -v b="$3" 'BEGIN {
		n = split(a, x, " ")
		if (n != split(b, y, " ")) exit 1
		for (i = 1; i <= n; i++) {
			split(x[i], p, ":"); split(y[i], q, ":")
			d = p[2] - q[2]
			if (p[1] != q[1] || d > slack || d < -slack) exit 1
		}
	}'
}

# shellcheck disable=SC2317 # called through ok
atleast() { [ "$3" -ge $(($2 - $1)) ]; }

same_steps() {
	local desc=$1$debug_note stock_output patched_output line other key words slack
	local -A seen=()
	script_path "${@:2}"
	run_steps stock "$1" "${args[@]}"
	stock_output=$output
	is "$desc: the script ended well on stock" "$guest_status" 0
	clean_log "$desc: stock" "$guest_log"
	run_steps patched "$1" "${args[@]}"
	patched_output=$output
	is "$desc: the script ended well" "$guest_status" 0
	clean_log "$desc" "$guest_log"
	own_checks "$desc: stock" "$stock_output"
	own_checks "$desc" "$patched_output"

	while IFS= read -r line; do
		case $line in
		'step '* | 'near '* | 'atleast '*) ;;
		*) continue ;;
		esac
		key=$(cut -d' ' -f1,2 <<<"$line")
		words=${line#"$key "}
		seen[$key]=1
		other=$(grep -m1 "^$key " <<<"$patched_output") || {
			fail "$desc: ${key#* }" 'the patched kernel did not get there'
			continue
		}
		other=${other#"$key "}
		case $key in
		'step '*)
			is "$desc: ${key#* } as on stock" "$other" "$words"
			;;
		*)
			[[ $patched != *kasan* ]] || continue
			slack=${words%% *}
			if "${key%% *}" "$slack" "${words#* }" "${other#* }"; then
				pass "$desc: ${key#* } as on stock"
			else
				fail "$desc: ${key#* } as on stock, ${key%% *} $slack" \
					"got:    ${other#* }"$'\n'"stock:  ${words#* }"
			fi
			;;
		esac
	done <<<"$stock_output"
	[ "${#seen[@]}" -gt 0 ] || fail "$desc: the script wrote no step"
}

compile() {
	local name=$1 dir=$build/tests
	shift
	compiled=$dir/$name
	mkdir -p "$dir"
	[ "$compiled" -nt "$steps_dir/$name.c" ] && return
	# Whole or not at all: other files may want it, too.
	{
		"${CC:-gcc}" -Wall -Wextra -Werror -O2 -I"$top/include/uapi" -o "$compiled.$$" "$steps_dir/$name.c" "$@" &&
			mv "$compiled.$$" "$compiled"
	} || bail_out "cannot compile tests/guest/$name.c"
}
