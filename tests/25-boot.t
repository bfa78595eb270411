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

status "check-log cannot look into a folder" 2 "$top/scripts/check-log" "$work"
like "and says so" "$output" "'$work': it is a folder"
printf '[ 1.0] page dumped because: %s\n' 'migration failure' >"$work/offlining"
ok "check-log leaves out pages that memory offlining tries again" "$top/scripts/check-log" "$work/offlining"
printf '[ 1.0] page dumped because: %s\n' 'nonzero mapcount' >>"$work/offlining"
is "but no other page" "$("$top/scripts/check-log" "$work/offlining")" \
	"$work/offlining:2:[ 1.0] page dumped because: nonzero mapcount"

script 'echo QEMU usage; sleep 1; echo after'
guest usage "${small[@]}" --usage "$work/script"
like "QEMU's CPU time and memory stand where they were asked for" "$(xargs <<<"$output")" '^usage [1-9][0-9]+ [1-9][0-9]+ after$'
guest no-usage "${small[@]}" "$work/script"
like "nobody asked for the usage: the line stays" "$output" '^QEMU usage$'

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

echo 'a blank in its name' >"$work/a file"
# shellcheck disable=SC2016 # for the guest
script 'cat /run/x; awk "/present/ { sum += \$2 } END { print int(sum * 4 / 1024) }" /proc/zoneinfo'
guest three --kernel stock --mem 1G --nodes 3 --file "$work/a file:/run/x" "$work/script"
is "three nodes get all of the memory" "$output" "a blank in its name
1023"

# shellcheck disable=SC2016 # for the guest
script 'echo "$(cat /sys/devices/system/node/has_cpu) $(cat /sys/devices/system/node/has_memory)"'
guest memoryless --kernel stock --numa 1G:0,:1 "$work/script"
is "a node without memory" "$output" "0-1 0"

# shellcheck disable=SC2016 # for the guest
script 'mem() { awk "/MemTotal/ { print \$4 }" /sys/devices/system/node/node1/meminfo; }
blocks() { ls -d /sys/devices/system/node/node1/memory[0-9]* | wc -l; }
until_blocks() { # N
	i=0
	while [ "$(blocks)" != "$1" ] && [ $((i += 1)) -lt 150 ]; do sleep 0.2; done
	echo "blocks $(blocks)"
}
before=$(mem)
echo online_movable >/sys/devices/system/memory/auto_online_blocks
echo "QEMU: object_add memory-backend-ram,id=m,size=256M,reserve=off"
echo "QEMU: device_add pc-dimm,id=d,memdev=m,node=1"
until_blocks 6
echo "MB $((($(mem) - before) / 1024))"
echo "QEMU: device_del d"
until_blocks 4
echo "QEMU: no \"such\" \\\\ command"
echo "MB $((($(mem) - before) / 1024))"'
guest hotplug "${small[@]}" --monitor --hotplug 1G "$work/script"
is "memory comes and goes at the script's word" "$output" "blocks 6
MB 256
blocks 4
MB 0"
like "the monitor's answers are beside the log" "$(cat "${guest_log%.log}.monitor")" "unknown command: 'no'"

# refused DESC STATUS REGEX ARG...: nothing was started, so nothing was logged
: >"$work/file" && mkdir "$work/dir"
refused() {
	local desc=$1 wanted=$2 regex=$3
	shift 3
	rm -f "$work/refused.log"
	status "$desc is refused" "$wanted" "$top/scripts/guest" --log "$work/refused.log" --kernel stock "$@"
	like "$desc: with value and rule" "$output" "$regex"
	is "$desc: in two lines at most, before anything else" "$(wc -l <<<"$output")" $((wanted == 2 ? 2 : 1))
	ok "$desc: no guest was there" test ! -s "$work/refused.log"
}
s=$work/script
refused "wrong memory" 2 "size '8X': give a whole number with M, G or T" --mem 8X "$s"
refused "wrong memory to add" 2 "size '1': give a whole number with M, G or T" --hotplug 1 "$s"
refused "no CPU" 2 "--cpus '0': give a whole number from 1 to 64" --cpus 0 "$s"
refused "too many CPUs" 2 "--cpus '65': give a whole number from 1 to 64" --cpus 65 "$s"
refused "too many nodes" 2 "--nodes '99999999999999999999': give a whole number from 1 to 64" --nodes 99999999999999999999 "$s"
refused "a CPU in two nodes" 2 "CPU 1 is in node 0 and in node 1: give it to one" --numa 1G:0-1,1G:1 "$s"
refused "a CPU twice" 2 "CPU 0 is in node 0 and in node 0: give it to one" --numa 1G:0+0,1G:1 "$s"
refused "a CPU in no node" 2 "CPU 2 is in no node: give each of --cpus 3 to one" --cpus 3 --numa 1G:0,1G:1 "$s"
refused "a CPU that is not there" 2 "there is no CPU 2: --cpus 2 makes 0 to 1" --numa 1G:0,1G:1-2 "$s"
refused "a backward range" 2 "CPUs '1-0': the first comes after the last" --numa 1G:1-0 "$s"
refused "no number for a CPU" 2 "CPUs 'x': give a number or FIRST-LAST, several joined by \\+" --numa 1G:0+x "$s"
refused "an empty node" 2 "node 1 has neither memory nor CPUs" --numa 1G:0-1,: "$s"
refused "a guest without memory" 2 "no node has memory" --numa :0-1 "$s"
refused "a node without a colon" 2 "--numa '2G': a node is SIZE:CPUS" --numa 1G:0-1,2G "$s"
refused "a small node" 2 "96 MB for node 1: give each node 128M or more" --numa 1G:0,96M:1 "$s"
refused "an unknown CPU model" 2 "--cpu 'nosuch,pcid=on': QEMU knows no model 'nosuch'" --cpu nosuch,pcid=on "$s"
refused "a folder as script" 1 "script '$work/dir' is not a file" "$work/dir"
refused "no script" 2 "no script given"
refused "a file that is not there" 1 "--file '/nonexistent/x:/x': '/nonexistent/x' is not a file" --file /nonexistent/x:/x "$s"
refused "a folder as file" 1 "'$work/dir' is not a file" --file "$work/dir:/x" "$s"
refused "a relative name in the guest" 2 "--file '$work/file:x': give SRC:DST" --file "$work/file:x" "$s"
refused "a name with a blank in the guest" 2 "give SRC:DST, DST absolute" --file "$work/file:/a b" "$s"
refused "a log that cannot be" 1 "--log '/nonexistent/x': a file of this name cannot be written" --log /nonexistent/x "$s"
refused "a kernel that is not built" 1 "no kernel .*/debug\+off/bzImage.*: run 'scripts/build-kernel debug\+off'" \
	--kernel debug+off "$s"
refused "a path that leads nowhere" 1 "--kernel '/nonexistent/x': there is no such file" --kernel /nonexistent/x "$s"
refused "a kernel of no name" 2 "--kernel 'nosuch': give stock, patched, debug or off, and \+NAME" --kernel nosuch "$s"
refused "a fragment of no name" 2 "--kernel 'debug\+x': .*; there is no configs/x.config" --kernel debug+x "$s"
refused "a kernel that is only compared" 2 "--kernel 'off': this one is built to be compared" --kernel off "$s"
refused "a series without patches" 1 "series '1.0' is not supported; there are patches for: " --series 1.0 "$s"

# make guest looks at the options before it fetches or builds anything.
for options in --bogus '--kernel nosuch' '--cpus 65'; do
	status "make guest, $options" 2 make -s -C "$top" guest BUILD_DIR="$work/none" GUEST="$options"
	like "make guest, $options: the rule first" "$(head -n 1 <<<"$output")" "^guest: .*${options##* }"
	ok "make guest, $options: nothing was built" test ! -e "$work/none"
done

status "what only QEMU refuses" 1 "$top/scripts/guest" --quiet --log "$work/log" "${small[@]}" --cpu max,nosuch=1 "$s"
like "gets its message" "$output" "nosuch"
like "and ours" "$output" "QEMU did not start the guest, it ended with status 1"

# Each would change the machine it runs on.  Not tried if the guard is not there.
for s in scripts/guest-init scripts/demo-guest bench/guest.sh; do
	if grep -qE '^(if )?\[ (\$\$ -ne 1|-f /run/script) \]' "$top/$s"; then
		status "$s refuses to run outside of a guest" 2 "$top/$s" --help
	else
		fail "$s has no guard against running outside of a guest"
	fi
done

done_testing
