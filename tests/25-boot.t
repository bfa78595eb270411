#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The guest runner itself, with the stock kernel.
set -u
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$top/tests/lib/guest.sh"

script() { printf '#!/bin/sh\n%s\n' "$*" >"$work/script"; }
small=(--kernel stock --mem 1G --timeout 120)

# shellcheck disable=SC2016 # for the guest
script '. /run/lib.sh
echo "nodes $nodes"
echo "args $# [$1] [$2]"
cat /run/data
check "runs as root" [ "$(id -u)" = 0 ]
check "nobody is there" su nobody -s /bin/sh -c "[ \$(id -u) = 65534 ]"
check "sysctl is procps" sh -c "sysctl --version | grep -q procps"
check "numactl works" numactl --membind 1 true
check "debugfs, tracefs, cgroup2 are mounted" sh -c "[ -d /sys/kernel/debug/bdi ] && [ -f /sys/kernel/tracing/trace ] && [ -f /sys/fs/cgroup/cgroup.procs ]"
check "/tmp can be written" touch /tmp/x
seq 1 20000
printf "no newline at the end"'
echo 'a file' >"$work/data"
# shellcheck disable=SC2016 # literally
guest_tap "a script" ok "${small[@]}" --file "$work/data:/run/data" "$work/script" "it's one" '$two' >"$work/tap"
grep -v '^# [0-9]*$' "$work/tap"
tap_count=$(grep -cE '^(not )?ok ' "$work/tap") tap_failed=$(grep -c '^not ok ' "$work/tap")
like "two nodes" "$output" '^nodes 0 1$'
# shellcheck disable=SC2016 # literally
like "arguments arrive as they are" "$output" "^args 2 \[it's one\] \[\\\$two\]$"
like "a file arrives" "$output" '^a file$'
is "long output arrives whole" "$(grep -cE '^[0-9]+$' <<<"$output")" 20000
is "to its last byte" "$(tail -n 1 <<<"$output")" 'no newline at the end'

script 'exit 7'
guest status "${small[@]}" "$work/script"
is "the script's exit status is the runner's" "$guest_status" 7

script 'echo before; echo c >/proc/sysrq-trigger; sleep 60'
guest panic "${small[@]}" "$work/script"
is "a panic gives 125" "$guest_status" 125
is "what was written before it arrives" "$output" before
ok "and check-log finds it" test "$("$top/scripts/check-log" "$guest_log" | grep -c 'Kernel panic')" = 1

script 'echo started; sleep 600'
guest timeout --kernel stock --mem 1G --timeout 15 "$work/script"
is "a script that does not end gives 124" "$guest_status" 124
is "what was written before arrives" "$output" started

: >"$work/out"
"$top/scripts/guest" --quiet --log "$work/log" "${small[@]}" "$work/script" >"$work/out" 2>&1 &
runner=$!
for ((i = 0; i < 60; i++)); do grep -q started "$work/out" && break; sleep 0.5; done
kill -TERM "$runner"
wait "$runner"
is "a runner that is ended gives 143" $? 143
is "and leaves no QEMU" "$(pgrep -fc "qemu-system.*$work/log")" 0

# shellcheck disable=SC2016 # for the guest
script 'for n in /sys/devices/system/node/node*; do
	echo "$(basename $n) cpus $(cat $n/cpulist) mb $(awk "/MemTotal/ { print int(\$4 / 512000 + 0.5) }" $n/meminfo)"
done'
guest uneven --kernel stock --numa 1G:0+2,512M:1,512M: --cpus 3 "$work/script"
is "uneven nodes and one without CPUs" "$output" "node0 cpus 0,2 mb 2
node1 cpus 1 mb 1
node2 cpus  mb 1"
clean_log "uneven nodes" "$guest_log"

status "wrong memory is refused" 2 "$top/scripts/guest" --kernel stock --mem 8X "$work/script"
like "with value and rule" "$output" "size '8X': give a whole number with M, G or T"
status "no script is wrong usage" 2 "$top/scripts/guest" --kernel stock
status "a kernel that is not built is named" 1 "$top/scripts/guest" --kernel nosuch "$work/script"
like "with what to do" "$output" "no kernel .*/nosuch/bzImage.*: run 'make kernel'"

# Each would change the machine it runs on.  Not tried if the guard is not there.
for s in scripts/guest-init scripts/demo-guest bench/guest.sh; do
	if grep -qE '^(if )?\[ (\$\$ -ne 1|-f /run/script) \]' "$top/$s"; then
		status "$s refuses to run outside of a guest" 2 "$top/$s" --help
	else
		fail "$s has no guard against running outside of a guest"
	fi
done

done_testing
