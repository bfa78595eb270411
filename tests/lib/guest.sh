# SPDX-License-Identifier: GPL-2.0-only
# Guests in tests; source tap.sh first.
#
# guest LABEL [OPTION...] SCRIPT [ARG...]
#     runs scripts/guest with these options; tests/lib/in-guest.sh is there as
#     /run/lib.sh.  Sets $output (what the script wrote), $guest_status and
#     $guest_log.  Labels tell the runs of one test apart.
# guest_tap DESC LABEL [OPTION...] SCRIPT [ARG...]
#     the same; every "ok TEXT" and "not ok TEXT" line the script writes becomes
#     a test of ours, and so do "it ended well" and "its log has no warning".
# clean_log DESC LOG
#     the kernel log has no warning, bug, lock problem or stall in it.
#
# GUEST_GCOV=DIR: every guest leaves its line counters in a file there.
# GUEST_LOG_FILTER=COMMAND: writes what of a log (its argument) counts.
#
# A guest with KASAN has half as much memory again, as its shadow takes an eighth and
# freed objects more; but not with pages of 1 GB, which tests count out.
#
# $patched is the flavour under test: patched, or what TEST_KERNEL says (debug).
# shellcheck shell=bash
# shellcheck disable=SC2154 # from tap.sh

# shellcheck disable=SC2034 # for the tests
patched=${TEST_KERNEL:-patched}
test_name=$(basename "$0" .t)
logs=$build/guest-logs

# Sets $options to these and half as much memory again in --mem and --numa.
with_more_memory() {
	local size sizes
	options=()
	[[ " $* " == *' --mem '* || " $* " == *' --numa '* ]] || options+=(--mem 12G)
	while [ $# -gt 0 ]; do
		options+=("$1")
		case $1 in
		--mem | --numa)
			sizes=''
			for size in ${2//,/ }; do
				case $size in
				[0-9]*G*) size=$((${size%%G*} * 1536))M${size#*G} ;;
				[0-9]*M*) size=$((${size%%M*} * 3 / 2))M${size#*M} ;;
				esac
				sizes+=,$size
			done
			options+=("${sizes#,}")
			shift
			;;
		esac
		shift
	done
}

guest() {
	local label=$1 gcov=() options
	shift
	options=("$@")
	[[ " $* " != *kasan* || " $* " == *hugepagesz=1G* ]] || with_more_memory "$@"
	mkdir -p "$logs"
	guest_log=$logs/$test_name-$label.log
	guest_status=0
	[ -z "${GUEST_GCOV:-}" ] ||
		gcov=(--qemu "-chardev file,id=gcov,path=$GUEST_GCOV/$test_name-$label -device isa-serial,chardev=gcov,index=2")
	output=$("$top/scripts/guest" --quiet --log "$guest_log" "${gcov[@]}" \
		--file "$top/tests/lib/in-guest.sh:/run/lib.sh" "${options[@]}" 2>"$work/guest.err") || guest_status=$?
	printf '%s\n' "$output" >"${guest_log%.log}.out"
	[ ! -s "$work/guest.err" ] || note "$(cat "$work/guest.err")"
}

clean_log() {
	local log=$2
	if [ -n "${GUEST_LOG_FILTER:-}" ]; then
		log=$work/filtered.log
		# shellcheck disable=SC2086 # words wanted
		$GUEST_LOG_FILTER "$2" >"$log" 2>"$work/left-out" || fail "$1: $GUEST_LOG_FILTER"
		[ ! -s "$work/left-out" ] || note "$1: $(cat "$work/left-out")"
	fi
	ok "$1: no warning in the kernel log" "$top/scripts/check-log" "$log"
}

guest_tap() {
	local desc=$1 line
	shift
	guest "$@"
	while IFS= read -r line; do
		case $line in
		'ok '*'# SKIP'*) skip "$desc: ${line#ok }" ;;
		'ok '*) pass "$desc: ${line#ok }" ;;
		'not ok '*) fail "$desc: ${line#not ok }" ;;
		?*) note "$line" ;;
		esac
	done <<<"$output"
	is "$desc: the guest's script ended well" "$guest_status" 0
	clean_log "$desc" "$guest_log"
}
