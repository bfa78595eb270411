#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# hugetlbctl apply and dump on any kernel.
# shellcheck source=tests/lib/in-guest.sh
. /run/lib.sh
big=${hp%/*}/hugepages-1048576kB

gives() { # STATUS NAME ARGUMENT...: leaves /tmp/out and /tmp/err
	want=$1 name=$2
	shift 2
	hugetlbctl "$@" >/tmp/out 2>/tmp/err
	check_is "$name: exit status" $? "$want"
}
mkdir -p /etc/hugetlbctl.d
cat >/etc/hugetlbctl.conf <<'EOC'
pool 2M 0=100,1=300
overcommit 2M=16
mount /tmp/huge pagesize=1G,mode=0700
EOC
echo 'pool 1G=2G' >/etc/hugetlbctl.d/10-big.conf
gives 3 '--check before' apply --check
check_is '--check before: told' "$(sort /tmp/out | xargs)" \
	'1G: 0 pages, configured 2 2M on node 0: 0 pages, configured 100 2M on node 1: 0 pages, configured 300 mount /tmp/huge: not mounted overcommit 2M: 0, configured 16'
gives 0 'apply' apply
check_is 'apply: told' "$(sed 's/ in [0-9].*//' /tmp/out | sort | xargs)" \
	'1G: 2 pages (2G), +2 2M on node 0: 100 pages (200M), +100 2M on node 1: 300 pages (600M), +300 2M: up to 16 surplus pages mount /tmp/huge: pages of 1G'
check_is 'apply: the pools' "$(pool) $(cat "$big/nr_hugepages")" '0:100/100/0 1:300/300/0 2'
check_is 'apply: the limit' "$(cat "$hp/nr_overcommit_hugepages")" 16
check_is 'apply: the mount' "$(grep -c ' /tmp/huge hugetlbfs .*pagesize=1024M' /proc/mounts)" 1
gives 0 '--check after' apply --check
check_is '--check after: nothing differs' "$(cat /tmp/out)" ''
gives 0 'apply again' apply
check_is 'apply again: mounted once' "$(grep -c ' /tmp/huge hugetlbfs' /proc/mounts)" 1
echo 7 >"$(node_hp 0)/nr_hugepages"
gives 3 '--check after a change by someone else' apply --check
check_is '--check after a change by someone else: told' "$(cat /tmp/out)" '2M on node 0: 7 pages, configured 100'

hugetlbctl dump >/tmp/dump.conf
check 'dump: pools' grep -qx 'pool 2M 0=7,1=300' /tmp/dump.conf
check 'dump: mounts' grep -q '^mount /tmp/huge .*pagesize=1024M' /tmp/dump.conf
gives 0 'change all' set 2M=0 1G=0
gives 0 'apply the dump' apply /tmp/dump.conf
check_is 'apply the dump: as it was' "$(pool) $(cat "$big/nr_hugepages")" '0:7/7/0 1:300/300/0 2'

echo 'pool 1G 0=9' >/tmp/bad.conf
gives 1 'more than a node holds' apply /tmp/bad.conf
check 'more than a node holds: told' grep -q '/tmp/bad.conf:1: 1G on node 0: 9 pages are too many: ' /tmp/err
su -s /bin/sh nobody -c 'hugetlbctl apply --check' >/tmp/out 2>/tmp/err
check_is 'nobody may check: exit status' $? 3
check_is 'nobody may check: nothing is wrong' "$(cat /tmp/err)" ''
su -s /bin/sh nobody -c 'hugetlbctl apply' 2>/tmp/err
check_is 'nobody may not apply: exit status' $? 1
check 'nobody may not apply: told' \
	grep -q '^hugetlbctl: apply: /etc/hugetlbctl.conf:1: .*/node0/.*takes root' /tmp/err
echo 'workers 2' >/etc/hugetlbctl.d/20-workers.conf
hugetlbctl apply >/tmp/out 2>/tmp/err
status=$?
if [ -e /proc/sys/vm/hugetlb_parallel_workers ]; then
	check_is 'workers' "$status $(hugetlbctl workers)" '0 2'
	check 'workers: told' grep -qx 'workers: 2' /tmp/out
else
	check_is 'workers on a stock kernel: exit status' "$status" 3
	check 'workers on a stock kernel: told' grep -q '20-workers.conf:1: this kernel has no parallel' /tmp/err
	gives 3 'workers on a stock kernel: again' apply
	echo 'workers auto' >/tmp/auto.conf
	gives 0 'workers auto on a stock kernel' apply /tmp/auto.conf
	gives 3 'workers on a stock kernel: --check' apply --check
	echo 9 >"$(node_hp 0)/nr_hugepages"
	gives 3 'workers on a stock kernel: --check with a difference' apply --check
	echo 100 >"$(node_hp 0)/nr_hugepages"
fi
check_is 'and the rest' "$(pool)" '0:100/100/0 1:300/300/0'
rm /etc/hugetlbctl.d/20-workers.conf

mv /etc/hugetlbctl.conf /root/real.conf
ln -s ../root/real.conf /etc/hugetlbctl.conf
mv /etc/hugetlbctl.d /root/real.d
ln -s /root/real.d /etc/hugetlbctl.d
gives 0 'links to the configuration' apply --check
sed 's/=16/=17/' /root/real.conf >/root/other.conf
ln -sf /root/other.conf /etc/hugetlbctl.conf
gives 3 'links to the configuration are followed' apply --check
rm /root/other.conf
gives 1 'a link that leads nowhere' apply --check
check 'a link that leads nowhere: told' grep -qx \
	'hugetlbctl: apply: /etc/hugetlbctl.conf: a symbolic link that leads nowhere' /tmp/err

# Mounts: by any name of the directory, and nothing done before all is known to fit.
fails() { # NAME LINE WHY [STATUS]: of --check, which may not see it
	printf 'pool 2M=50\n%s\n' "$2" >/tmp/m.conf
	cat /proc/mounts >/tmp/mounts
	gives "${4:-1}" "$1: --check" apply --check /tmp/m.conf
	[ -n "${4:-}" ] || check "$1: --check: told" grep -q "/tmp/m.conf:2: $3" /tmp/err
	gives 1 "$1" apply /tmp/m.conf
	check "$1: told" grep -q "/tmp/m.conf:2: $3" /tmp/err
	check_is "$1: no page" "$(cat "$hp/nr_hugepages")" "$pages"
	check "$1: no mount" cmp -s /tmp/mounts /proc/mounts
	check "$1: no directory left" test ! -e /tmp/new
}
pages=$(cat "$hp/nr_hugepages")
ln -s huge /tmp/link
for path in /tmp/huge/ //tmp/./huge /tmp/link /tmp/link/.; do
	echo "mount $path pagesize=1G" >/tmp/m.conf
	gives 0 "$path is mounted: --check" apply --check /tmp/m.conf
	gives 0 "$path is mounted" apply /tmp/m.conf
done
check_is 'mounted once' "$(grep -c ' /tmp/huge hugetlbfs' /proc/mounts)" 1
fails 'another page size' 'mount /tmp/link' '/tmp/link is mounted with pages of 1G: unmount it first'
fails 'an unknown option' 'mount /tmp/new/deep mode=0700,foo=1' "mount option 'foo=1': hugetlbfs: Unknown parameter 'foo'"
fails 'a bad value' 'mount /tmp/new/deep size=x' "'size=x': a whole number"
fails 'a flag with a value' 'mount /tmp/new/deep ro=0' "'ro=0': ro takes no value"
fails 'options that do not fit together' 'mount /tmp/new/deep size=4M,min_size=8M' "'min_size=8M' is more than 'size=4M'"
fails 'more than the pool will have' 'mount /tmp/new/deep min_size=1G' \
	"'min_size=1G' keeps 512 pages of 2M at once; the pool will have 50, and up to 16 surplus pages\$"
fails 'a part of a page' 'mount /tmp/new/deep size=3M' "'size=3M' is not a whole number of 2M pages"
mkdir /tmp/full /tmp/other /tmp/ro
touch /tmp/full/file
mount -t tmpfs -o ro none /tmp/ro
mount -t tmpfs none /tmp/other
fails 'a directory with a file' 'mount /tmp/full' '/tmp/full: the directory is not empty'
fails 'another mount' 'mount /tmp/other/' '/tmp/other/: something else is mounted there'
fails 'a file' 'mount /tmp/full/file' '/tmp/full/file: Not a directory'
fails 'below a file' 'mount /tmp/full/file/x' '/tmp/full/file/x: Not a directory'
fails 'a place to read only' 'mount /tmp/ro/a/b' '/tmp/ro/a/b: cannot make it in /tmp/ro/: Read-only'
fails 'below /proc' 'mount /proc/foo/bar' '/proc/foo/bar: cannot make it in /proc/: only the kernel makes'
fails 'below /sys' 'mount /sys/kernel/foo' '/sys/kernel/foo: cannot make it in /sys/kernel/: only the kernel makes'
mkdir /tmp/tiny
mount -t tmpfs -o nr_inodes=2 none /tmp/tiny
fails 'no inode for the second directory' 'mount /tmp/tiny/a/b' 'cannot make the directory /tmp/tiny/a/b: No space left' 3
check 'no inode for the second directory: no first one left' test ! -e /tmp/tiny/a
long=$(printf '%300s' '' | tr ' ' x)
fails 'a long name' "mount /tmp/new/$long" "cannot make the directory /tmp/new/$long: File name too long" 3
fails 'the root' 'mount /' "'/' is the root directory"
ln -s / /tmp/rootlink
fails 'the root by a link' 'mount /tmp/rootlink/.' "'/tmp/rootlink/.' is the root directory"
ln -s gone/x /tmp/nowhere
fails 'a link that leads nowhere' 'mount /tmp/nowhere/a' '/tmp/nowhere/a: /tmp/nowhere is a symbolic link that leads nowhere'
printf 'mount /tmp/new/a\nmount /tmp/link/../new/a\n' >/tmp/m.conf
gives 1 'a path with ..' apply /tmp/m.conf
ln -s new /tmp/alias
printf 'mount /tmp/new/a\nmount /tmp/alias/a\n' >/tmp/m.conf
mkdir /tmp/new
gives 1 'one directory twice' apply /tmp/m.conf
check 'one directory twice: told' grep -q 'm.conf:2: /tmp/alias/a is the directory that has been set in /tmp/m.conf:1' /tmp/err
rmdir /tmp/new
echo 'mount /tmp/new/deep/er pagesize=2M,nosuid,nodev,mode=0700' >/tmp/m.conf
su -s /bin/sh nobody -c 'hugetlbctl apply /tmp/m.conf' 2>/tmp/err
check_is 'nobody may not mount: exit status' $? 1
check 'nobody may not mount: told' grep -q 'm.conf:1: cannot mount on .*CAP_SYS_ADMIN' /tmp/err
su -s /bin/sh nobody -c 'hugetlbctl apply --check /tmp/m.conf' >/tmp/out 2>/tmp/err
check_is 'nobody may see that it is not mounted: exit status' $? 3
check_is 'nobody may see that it is not mounted: told' "$(cat /tmp/out /tmp/err)" 'mount /tmp/new/deep/er: not mounted'
chmod 700 /tmp/full
echo 'mount /tmp/full/x' >/tmp/f.conf
su -s /bin/sh nobody -c 'hugetlbctl apply --check /tmp/f.conf' >/tmp/out 2>/tmp/err
check_is 'nobody need not look: exit status' $? 3
gives 0 'a mount in new directories' apply /tmp/m.conf
check 'a mount in new directories: the options' \
	grep -q ' /tmp/new/deep/er hugetlbfs rw,nosuid,nodev,.*mode=700' /proc/mounts
gives 0 'a mount in new directories: --check' apply --check /tmp/m.conf
umount /tmp/new/deep/er

# Flags come through: mounted by someone else, dumped, applied.
flags='nosuid,nodev,noexec,noatime,nodiratime,nosymfollow'
mkdir /tmp/flags /tmp/strict
mount -t hugetlbfs -o "$flags,pagesize=2M" none /tmp/flags
mount -t hugetlbfs -o strictatime,ro none /tmp/strict
seen() { grep -E ' /tmp/(flags|strict) ' /proc/mounts | cut -d' ' -f2-4; }
before=$(seen)
hugetlbctl dump | grep -E '^mount /tmp/(flags|strict) ' >/tmp/f.conf
check_is 'flags of mounts: dumped' "$(sort /tmp/f.conf | xargs)" \
	"mount /tmp/flags $flags,pagesize=2M mount /tmp/strict ro,pagesize=2M,strictatime"
gives 0 'flags of mounts: --check' apply --check /tmp/f.conf
umount /tmp/flags /tmp/strict
gives 0 'flags of mounts: apply' apply /tmp/f.conf
check_is 'flags of mounts: as before' "$(seen)" "$before"
umount /tmp/flags /tmp/strict
cat >/tmp/m.conf <<'EOC'
mount /tmp/flags defaults,rw,relatime,async,nolazytime,pagesize=2M
mount /tmp/strict strictatime,ro,sync,dirsync,lazytime,pagesize=2M
EOC
gives 0 'flags of file systems: apply' apply /tmp/m.conf
check_is 'flags of file systems: dumped' "$(hugetlbctl dump | grep -E '^mount /tmp/(flags|strict) ' | sort | xargs)" \
	'mount /tmp/flags pagesize=2M mount /tmp/strict ro,sync,dirsync,lazytime,pagesize=2M,strictatime'
umount /tmp/flags /tmp/strict

# A mount that others hide; one that was moved is not hidden by what was mounted before.
mkdir -p /tmp/over/under /tmp/from /tmp/onto
mount -t hugetlbfs none /tmp/over/under
mount -t hugetlbfs none /tmp/from
mount -t hugetlbfs none /tmp/onto
mkdir /tmp/onto/moved
mount -t tmpfs none /tmp/over
mount --move /tmp/from /tmp/onto/moved
check_is 'mounts that others hide: dumped' "$(hugetlbctl dump | grep -E '/tmp/(over|onto|from)' | sed 's/ pagesize.*//' | sort | xargs)" \
	'# hidden by another mount: mount /tmp/over/under mount /tmp/onto mount /tmp/onto/moved'
hugetlbctl dump >/tmp/f.conf
gives 0 'mounts that others hide: the dump checks' apply --check /tmp/f.conf
umount /tmp/over
check_is 'what is not hidden any more: dumped' "$(hugetlbctl dump | grep -c '^mount /tmp/over/under')" 1
umount /tmp/over/under /tmp/onto/moved /tmp/onto

# A pool that ends short, on one node: not what is kept for a mount. The kernel says
# only that there is no memory.
pages=$(($(awk '/MemTotal/ { print $4 }' /sys/devices/system/node/node1/meminfo) / 2048))
cat >/tmp/m.conf <<EOC
pool 2M 0=0,1=$pages
mount /tmp/kept/a pagesize=2M,min_size=$((2 * pages))M
overcommit 2M=1
EOC
gives 3 'a mount for which the pool ended short' apply /tmp/m.conf
check 'a mount for which the pool ended short: told' \
	grep -q "^hugetlbctl: apply: /tmp/m.conf:2: mount options 'pagesize=2M,min_size=$((2 * pages))M': Cannot allocate memory" /tmp/err
check 'a mount for which the pool ended short: the cause' grep -q \
	"^  likely 'min_size=$((2 * pages))M': it keeps pages of 2M at once; of them there are [0-9]*, [0-9]* free, 0 of these promised, and up to 1 surplus page (now 0)" /tmp/err
check 'a mount for which the pool ended short: no directory left' test ! -e /tmp/kept
cat >/tmp/m.conf <<'EOC'
pool 2M 0=0,1=10
overcommit 2M=2
mount /tmp/kept/a pagesize=2M,min_size=24M
EOC
gives 0 'a mount that keeps all there may be' apply /tmp/m.conf
check_is 'a mount that keeps all there may be: the pool' "$(cat "$hp/resv_hugepages" "$hp/surplus_hugepages" | xargs)" '12 2'
printf 'mount /tmp/kept2 min_size=2M\n' >/tmp/f.conf
gives 1 'nothing is left to keep' apply /tmp/f.conf
check 'nothing is left to keep: told' grep -q "will have 10, and up to 2 surplus pages, of which 12 are in use or promised" /tmp/err
umount /tmp/kept/a

# A signal while it is tried whether directories can be made: none of them is left.
mkdir /tmp/full /tmp/tried
mount -t tmpfs -o nr_inodes=1 none /tmp/full
{
	for i in $(seq 200); do echo "mount /tmp/tried/$i/a/b/c/d/e"; done
	echo 'mount /tmp/full/a'
} >/tmp/m.conf
tried() {
	set -- /tmp/tried/*
	[ -e "$1" ]
}
tries=0 left=0 stopped=0
while [ $tries -lt 10 ]; do
	tries=$((tries + 1))
	hugetlbctl apply -q /tmp/m.conf 2>/tmp/err &
	pid=$!
	until tried || ! kill -0 $pid 2>/dev/null; do :; done
	kill -TERM $pid 2>/dev/null
	wait $pid
	[ $? -ne 3 ] || stopped=$((stopped + 1))
	left=$((left + $(find /tmp/tried -mindepth 1 | wc -l)))
	rm -rf /tmp/tried/*
done
check 'a signal while places are tried: it came in time' test $stopped -gt 0
check_is 'a signal while places are tried: directories left' $left 0
umount /tmp/full

# A signal while a pool is tried for again and again: what follows is left.
cat >/tmp/m.conf <<EOC
pool 2M 0=7,1=$pages
overcommit 2M=3
mount /tmp/stopped pagesize=2M
EOC
hugetlbctl apply --timeout 60 /tmp/m.conf >/tmp/out 2>/tmp/err &
pid=$!
sleep 3
kill -TERM $pid
wait $pid
check_is 'a signal: exit status' $? 3
check 'a signal: the pools before are told' grep -q '^2M on node 0: 7 pages' /tmp/out
check 'a signal: the pool' grep -q 'm.conf:1: 2M on node 1: .* stopped by Terminated' /tmp/err
check_is 'a signal: the rest is told' "$(sed -n 's/^hugetlbctl: apply: stopped by/stopped by/; /^stopped by/,$p' /tmp/err | xargs)" \
	'stopped by Terminated, left as it is: overcommit 2M: 2, configured 3 mount /tmp/stopped: not mounted'
check_is 'a signal: the rest is left' "$(cat "$hp/nr_overcommit_hugepages")$(ls -d /tmp/stopped 2>/dev/null)" 2
