#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# apply and dump on copied trees.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

fresh() {
	rm -rf "$dir/t"
	tree t 2048
	pool 2048 100 100 0 0 0
	pool 1048576 4 4 0 0 0
	for n in 0 1; do
		node $n 2048 50 50 0
		node $n 1048576 2 2 0
	done
	mkdir -p "$tree/proc/sys/vm" "$tree/etc/hugetlbctl.d"
	echo 0 >"$tree/proc/sys/vm/hugetlb_parallel_workers"
	printf '%s\n' 'tmpfs /tmp tmpfs rw 0 0' 'none /dev/hugepages hugetlbfs rw,relatime,pagesize=2M 0 0' \
		'none /mnt/a\040b hugetlbfs rw,seclabel,relatime,pagesize=1024M,mode=1770,gid=107 0 0' \
		'none /mnt/c#1 hugetlbfs rw,relatime,pagesize=2M 0 0' >"$tree/proc/mounts"
	two=$tree/sys/kernel/mm/hugepages/hugepages-2048kB
	conf=$tree/etc/hugetlbctl.conf
}

fresh
gives 0 "dump" dump --sysroot "$tree"
out_is "the state" <<'E1'
# Written by hugetlbctl dump; see hugetlbctl.conf(5).
workers auto
pool 2M 0=50,1=50
overcommit 2M=0
pool 1G 0=2,1=2
overcommit 1G=0
mount /dev/hugepages pagesize=2M
mount /mnt/a\040b pagesize=1024M,mode=1770,gid=107
mount /mnt/c\0431 pagesize=2M
E1
cp "$dir/out" "$conf"
gives 0 "a dump checks" apply --check --sysroot "$tree"
out_is "nothing differs" </dev/null
gives 0 "and applies" apply --sysroot "$tree" --quiet
out_is "nothing to do" </dev/null

fresh
cat >"$conf" <<'E1'
# a comment
workers	8   # and another
pool 1G=3
pool 2M	0=60,1=70

overcommit 2M=5
mount /dev/hugepages
E1
gives 3 "--check" apply --check --sysroot "$tree"
out_is "tells what differs" <<'E1'
workers: auto, configured 8
1G: 4 pages, configured 3
2M on node 0: 50 pages, configured 60
2M on node 1: 50 pages, configured 70
overcommit 2M: 0, configured 5
E1
[ "$(cat "$two/nr_overcommit_hugepages" "$tree/proc/sys/vm/hugetlb_parallel_workers" | xargs)" = "0 0" ]
ok $? "and writes nothing"
gives 0 "apply" apply --sysroot "$tree"
sed 's/ in .*//' "$dir/out" >"$dir/told"
cp "$dir/told" "$dir/out"
out_is "tells what it does" <<'E1'
workers: 8
1G: 3 pages (3G), -1
2M on node 0: 60 pages (120M), +10
2M on node 1: 70 pages (140M), +20
2M: up to 5 surplus pages
E1
[ "$(cat "$two/nr_overcommit_hugepages" "$tree/proc/sys/vm/hugetlb_parallel_workers" \
	"$tree/sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages" \
	"$tree/sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages" | xargs)" = "5 8 3 70" ]
ok $? "and does it"
gives 0 "then nothing differs" apply --check --sysroot "$tree"
gives 0 "and the next time" apply --sysroot "$tree"
out_is "nothing is told" </dev/null
sed -i 's/^pool 1G=3/pool 1G=5/' "$conf"
gives 0 "one of many that differs" apply --sysroot "$tree"
sed 's/ in .*//' "$dir/out" >"$dir/told"
cp "$dir/told" "$dir/out"
out_is "is all that is told" <<'E1'
1G: 5 pages (5G), +2
E1

fresh
echo 'pool 2M=10%' >"$tree/etc/hugetlbctl.d/20-b.conf"
echo 'workers auto' >"$tree/etc/hugetlbctl.d/10-a.conf"
echo 'garbage' >"$tree/etc/hugetlbctl.d/30-c.conf~"
gives 0 "drop-ins alone" apply -q --sysroot "$tree"
[ "$(cat "$two/nr_hugepages")" = 800 ]
ok $? "are enough"
echo 'pool 2M=5' >"$conf"
refuses 1 "etc/hugetlbctl.d/20-b.conf:1: 2M has been set in .*etc/hugetlbctl.conf:1 already" "a size twice" \
	apply --sysroot "$tree"
rm -r "$tree/etc/hugetlbctl.d" "$conf"
gives 0 "no configuration is nothing to do" apply --sysroot "$tree//"
out_is "and is told" <<E1
nothing is configured: no $tree/etc/hugetlbctl.conf and no $tree/etc/hugetlbctl.d/*.conf
E1
mkdir "$tree/etc/hugetlbctl.d"
echo 'pool 2M=7' >"$tree/etc/hugetlbctl.d/README"
gives 0 "no configuration but a README" apply --check --sysroot "$tree"
grep -q '^nothing is configured' "$dir/out"
ok $? "is told, too"
gives 0 "no configuration: --quiet" apply -q --sysroot "$tree"
out_is "is not told then" </dev/null
refuses 1 "apply: '': No such file" "a file without a name" apply --sysroot "$tree" ''
refuses 1 "nowhere: No such file" "no such file" apply --sysroot "$tree" "$dir/nowhere"

fresh
rm "$tree/proc/sys/vm/hugetlb_parallel_workers"
printf 'workers 4\npool 2M=7\n' >"$conf"
run apply --sysroot "$tree"
[ "$rc" -eq 3 ] && [ "$(cat "$two/nr_hugepages")" = 7 ] &&
	grep -q 'hugetlbctl.conf:1: this kernel has no parallel resizing' "$dir/err"
ok $? "workers on a stock kernel: the rest is done"
refuses 3 'conf:1: this kernel has no parallel' "workers on a stock kernel: the rest is done already" \
	apply -q --sysroot "$tree"
refuses 3 'conf:1: this kernel has no parallel' "workers on a stock kernel: --check" \
	apply --check --sysroot "$tree"
echo 8 >"$two/nr_hugepages"
gives 3 "workers on a stock kernel: --check with another difference" apply --check --sysroot "$tree"
out_is "is told" <<'E1'
2M: 8 pages, configured 7
E1
echo 'workers 4' >"$conf"
refuses 4 'conf:1: this kernel has no parallel' "workers alone on a stock kernel" apply --sysroot "$tree"
refuses 3 'conf:1: this kernel has no parallel' "workers alone on a stock kernel: --check" \
	apply --check --sysroot "$tree"
for n in auto 0 1; do
	printf 'workers %s\n' "$n" >"$conf"
	gives 0 "workers $n on a stock kernel is what it does" apply --sysroot "$tree"
	gives 0 "workers $n on a stock kernel: --check" apply --check --sysroot "$tree"
	[ ! -s "$dir/out" ] && [ ! -s "$dir/err" ]
	ok $? "nothing is to tell"
done

# What these options may be.
fresh
cat >"$conf" <<'E1'
mount /a pagesize=2048kB,size=1G,min_size=20MiB,nr_inodes=10k,mode=01777,uid=0,gid=4294967294
mount /b ,size=50%,min_size=1%,,nr_inodes=1,mode=0,nosuid
mount /c size=0,min_size=0
mount /d defaults,ro,nosuid,nodev,noexec,noatime,nodiratime,nosymfollow,sync,dirsync,lazytime
mount /e rw,defaults,relatime,async,nolazytime,nodiratime
mount /f strictatime
E1
gives 3 "options that are right" apply --check --sysroot "$tree"
out_is "are" <<'E1'
mount /a: not mounted
mount /b: not mounted
mount /c: not mounted
mount /d: not mounted
mount /e: not mounted
mount /f: not mounted
E1

# What is kept for a mount is in the pool as it shall be, or may be surplus.
room() { # PATTERN NAME <configuration
	cat >"$conf"
	refuses 1 "$1" "$2" apply --check --sysroot "$tree"
}
fits() { # NAME <configuration
	cat >"$conf"
	gives 3 "$1" apply --check --sysroot "$tree"
	grep -q '^mount /n' "$dir/out"
	ok $? "is only told"
}
fresh
pool 2048 100 90 5 0 0
room "conf:1: 'size=3M' is not a whole number of 2M pages" "a part of a page" <<'E1'
mount /n size=3M
E1
room "conf:1: 'min_size=512M' is not a whole number of 1G pages" "half a page" <<'E1'
mount /n pagesize=1G,min_size=512M
E1
room "conf:2: 'min_size=90%' is more than 'size=4M': 180 pages, and 2" "a share and a size" <<'E1'
pool 2M=200
mount /n size=4M,min_size=90%
E1
room "conf:2: 'size=4294967295%': too large" "a share too large" <<'E1'
pool 2M=7000
mount /n size=4294967295%
E1
room "conf:1: 'min_size=172M' keeps 86 pages of 2M at once; the pool will have 100, and up to 0 surplus pages, of which 15 are in use or promised" \
	"more than is left" <<'E1'
mount /n min_size=172M
E1
fits "what is left" <<'E1'
mount /n min_size=170M
E1
fits "what a line adds" <<'E1'
pool 2M=101
mount /n min_size=172M
E1
room "conf:2: 'min_size=170M' .* will have 99," "what a line takes away" <<'E1'
pool 2M 0=49
mount /n min_size=170M
E1
fits "what may be surplus" <<'E1'
overcommit 2M=1
mount /n min_size=172M
E1
room "conf:2: 'min_size=86M' keeps 43 pages .*, and lines before this one keep 43" "lines together" <<'E1'
mount /n min_size=86M
mount /m min_size=86M
E1
room "conf:1: 'min_size=5G' keeps 5 pages of 1G at once; the pool will have 4, and up to 0 surplus pages$" "a pool of 1 GB pages" <<'E1'
mount /n min_size=5G,pagesize=1G
E1
fits "one pool does not count for the other" <<'E1'
mount /m min_size=4G,pagesize=1G
mount /n min_size=170M
E1
echo 'mount /dev/hugepages min_size=1T' >"$conf"
gives 0 "what is mounted is not asked again" apply --check --sysroot "$tree"

# Flags of any mount; what every mount has is not told.
fresh
printf '%s\n' 'none /mnt/a hugetlbfs rw,nosuid,nodev,noexec,relatime,pagesize=2M 0 0' \
	'none /mnt/b hugetlbfs ro,sync,noatime,nodiratime,nosymfollow,idmapped,pagesize=2M 0 0' \
	'none /mnt/c hugetlbfs rw,mand,lazytime,pagesize=2M,size=4194304 0 0' >"$tree/proc/mounts"
run dump --sysroot "$tree"
grep ^mount "$dir/out" >"$conf"
cp "$conf" "$dir/out"
out_is "flags of mounts" <<'E1'
mount /mnt/a nosuid,nodev,noexec,pagesize=2M
mount /mnt/b ro,sync,noatime,nodiratime,nosymfollow,pagesize=2M
mount /mnt/c lazytime,pagesize=2M,size=4194304,strictatime
E1
gives 0 "are dumped and read" apply --check --sysroot "$tree"

# The mounts of a tree are as the kernel writes them, or not; a dump can be read.
fresh
printf '%s\n' 'none /mnt/d\134e hugetlbfs rw,relatime,pagesize=2M 0 0' 'none /mnt/f\777 hugetlbfs rw,relatime,pagesize=2M 0 0' \
	"none /mnt/g$(printf '\r')h hugetlbfs rw,relatime,pagesize=2M 0 0" 'none / hugetlbfs rw,relatime,pagesize=2M 0 0' >"$tree/proc/mounts"
run dump --sysroot "$tree"
grep ^mount "$dir/out" >"$dir/mounts"
cp "$dir/mounts" "$dir/out"
out_is "odd names of directories" <<'E1'
mount /mnt/d\134e pagesize=2M
mount /mnt/f\134777 pagesize=2M
mount /mnt/g\015h pagesize=2M
mount / pagesize=2M
E1
sed '$d' "$dir/mounts" >"$conf"
gives 0 "are the same to apply" apply --check --sysroot "$tree"

# What another mount hides, of any type, is no mount to make: apply would refuse the order.
fresh
printf 'none %s hugetlbfs rw,relatime,pagesize=%s 0 0\n' /mnt/a/b 2M /mnt/ab 2M /mnt/c 2M /mnt/d/e\\040f 2M /mnt//a/ 1G \
	/mnt/a/g 2M >"$tree/proc/mounts"
printf '%s\n' 'tmpfs /mnt/c tmpfs rw 0 0' 'tmpfs /mnt/d tmpfs rw 0 0' 'dev / ext4 rw 0 0' >>"$tree/proc/mounts"
gives 0 "mounts that others hide" dump --sysroot "$tree"
cp "$dir/out" "$conf"
grep mount "$conf" >"$dir/out"
out_is "are told, but not to be made" <<'E1'
# hidden by another mount: mount /mnt/a/b pagesize=2M
mount /mnt/ab pagesize=2M
# hidden by another mount: mount /mnt/c pagesize=2M
# hidden by another mount: mount /mnt/d/e\040f pagesize=2M
mount /mnt/a pagesize=1G
mount /mnt/a/g pagesize=2M
E1
gives 0 "the dump checks" apply --check --sysroot "$tree"
: >"$tree/proc/mounts"
gives 3 "and can be applied" apply --check --sysroot "$tree"
printf 'none dev hugetlbfs rw,relatime,pagesize=2M 0 0\n' >"$tree/proc/mounts"
refuses 1 "^hugetlbctl: dump: $tree/proc/mounts:1: 'dev': a directory's path begins with /" "a directory that is none" \
	dump --sysroot "$tree"
[ "$(wc -l <"$dir/err")" -eq 1 ]
ok $? "is no wrong usage"
refuses 1 "$tree/proc/mounts:1: 'dev': a directory" "nor to apply" apply --check --sysroot "$tree"
echo 'none /dev hugetlbfs rw,relatime,pagesize=x 0 0' >"$tree/proc/mounts"
refuses 1 "dump: $tree/proc/mounts:1: pagesize 'x': a size" "a page size that is none" dump --sysroot "$tree"

# What differs must be told.
if [ -c /dev/full ]; then
	fresh
	echo 'pool 2M=7' >"$conf"
	# shellcheck disable=SC2086 # words
	$HUGETLBCTL apply --check --sysroot "$tree" >/dev/full 2>"$dir/err"
	rc=$?
	[ "$rc" -eq 1 ] && grep -q 'cannot write the output: No space left' "$dir/err"
	ok $? "--check on a full disk"
else
	skip "--check on a full disk" "there is no /dev/full"
fi

# Short, or not to be written: with file and line; what follows is done.
fresh
printf 'pool 2M=200\novercommit 2M=5\n' >"$conf"
echo 40 >"$two/surplus_hugepages"
refuses 3 'hugetlbctl.conf:1: 2M: asked for 200 pages, got 160' "a pool that ends short" apply -q --sysroot "$tree"
[ "$(cat "$two/nr_overcommit_hugepages")" = 5 ]
ok $? "does not keep the limit back"
fresh
printf 'pool 2M=7\novercommit 1G=9\novercommit 2M=5\n' >"$conf"
one=$tree/sys/kernel/mm/hugepages/hugepages-1048576kB
rm "$one/nr_overcommit_hugepages"
gives 3 "a limit that cannot be set" apply -q --sysroot "$tree"
grep -q 'hugetlbctl.conf:2: 1G: this kernel has no limit .*nr_overcommit_hugepages is not there' "$dir/err"
ok $? "is told with its line"
[ "$(cat "$two/nr_overcommit_hugepages")" = 5 ]
ok $? "and does not keep back the next"
fresh
rm -r "$tree/sys/kernel/mm/hugepages"
mkdir "$tree/sys/kernel/mm/hugepages"
echo 'workers 4' >"$conf"
refuses 4 'no huge pages here' "a kernel without huge pages" apply --sysroot "$tree"

# A signal stops all that follows; this one has come before all.
if env --block-signal=TERM true 2>/dev/null; then
	fresh
	printf '%s\n' 'workers 4' 'pool 2M=60' 'pool 1G=5' 'overcommit 2M=5' 'overcommit 1G=0' >"$conf"
	HUGETLBCTL="env --block-signal=TERM $dir/stopped $HUGETLBCTL"
	# shellcheck disable=SC2016 # for the script
	printf '#!/bin/sh\nkill -TERM $$\nexec "$@"\n' >"$dir/stopped"
	chmod +x "$dir/stopped"
	refuses 3 '^hugetlbctl: apply: stopped by Terminated, left as it is:$' "a signal" apply --sysroot "$tree"
	sed 1d "$dir/err" >"$dir/out"
	out_is "what is left is told" <<-'E1'
	  workers: auto, configured 4
	  2M: 100 pages, configured 60
	  1G: 4 pages, configured 5
	  overcommit 2M: 0, configured 5
	E1
	[ "$(cat "$two/nr_overcommit_hugepages" "$two/nr_hugepages" "$tree/proc/sys/vm/hugetlb_parallel_workers" | xargs)" = "0 100 0" ]
	ok $? "and left"
	printf '%s\n' 'workers auto' 'pool 2M=100' >"$conf"
	gives 0 "a signal when there is nothing to do" apply --sysroot "$tree"
	gives 0 "or only to look" apply --check --sysroot "$tree"
	HUGETLBCTL=${HUGETLBCTL#* * * }
else
	skip "a signal" "env cannot block signals"
fi

# Nothing of a bad file is done; the message has file, line and rule.
while IFS='|' read -r line why; do
	fresh
	printf 'overcommit 2M=99\n\n%b\n' "$line" >"$conf"
	refuses 1 "hugetlbctl.conf:3: \(.* \)\?$why" "$line" apply --sysroot "$tree"
	[ "$(cat "$two/nr_overcommit_hugepages")" = 0 ]
	ok $? "nothing is done"
done <<'E1'
pol 2M=5|a line begins with pool, .*did you mean 'pool'?$
pool|there is no value
pool 2M|give SIZE=VALUE, or SIZE and values of nodes
pool 2M=x|a value is a number of pages
pool 2M=+5|a value has no sign here
pool 2M 0=-5|a value has no sign here
pool 2M 0,1|give each node a value
pool 2M=5 0=5|give SIZE=VALUE
pool 2M 0=5 1=5|'1=5' is one word too many
pool 1G=|'1G=': a value is a number of pages .* of all memory (40%)$
pool 2M=99999999999E|'2M=99999999999E': the number is too large
pool 2M 0=1,1=x|'1=x': a value is a number of pages
pool 2M 0=1,,1=2|nodes '0=1,,1=2': an item of the list is empty
pool 2M 0=1,0=2|nodes '0=2': node 0 is there twice
pool 2M 7=5|node 7: this machine has no such node
pool 4M=5|no huge pages of that size
pool 2M=9999999|2M=9999999: 9999999 pages are too many: 15.6G of memory hold 8000 of 2M
overcommit 2M=1|has been set in .*hugetlbctl.conf:1 already
overcommit 1G 0=1|give SIZE=VALUE
workers 5000|from 1 to 1024, or auto
workers 1 2|one number, or auto
mount dev|begins with /
mount /a/../b|'/a/../b': a directory's path begins with / and has no /../
mount /a/..|has no /../
mount /|'/' is the root directory: a mount there would hide all others
mount //./ pagesize=2M|'//./' is the root directory
mount /a\\777|'/a\\777': a \\ begins three octal digits
mount /a\\04|a \\ begins three octal digits
mount /a pagesize=x|pagesize 'x'
mount /a pagesize=02M|pagesize '02M'
mount /a pagesize=2M,mode=0700,pagesize=2M|'pagesize=2M': pagesize is there twice
mount /a pagesize=2M,pagesize=1G|'pagesize=1G': pagesize is there twice
mount /a gid=1,gid=2|'gid=2': gid is there twice
mount /a size|'size': give a value
mount /a size=|'size=': a whole number
mount /a size=1.5G|'size=1.5G': a whole number with a unit (512M) or a share of the pool (50%)
mount /a size=0x10M|'size=0x10M': a whole number
mount /a size=010M|'size=010M': a whole number
mount /a size=-2M|'size=-2M': a whole number
mount /a size=2X|'size=2X': a whole number
mount /a size=99E|'size=99E': a whole number
mount /a size=4294967296%|'size=4294967296%': a whole number
mount /a size=50%x|'size=50%x': a whole number
mount /a size=1.5%|'size=1.5%': a whole number
mount /a min_size=2.0M|'min_size=2.0M': a whole number
mount /a size=2M,min_size=4M|'min_size=4M' is more than 'size=2M'
mount /a min_size=51%,size=50%|'min_size=51%' is more than 'size=50%'
mount /a nr_inodes=x|'nr_inodes=x': a whole number from 1
mount /a nr_inodes=0|'nr_inodes=0': a whole number from 1
mount /a nr_inodes=1.5K|'nr_inodes=1.5K': a whole number from 1
mount /a nr_inodes=50%|'nr_inodes=50%': a whole number from 1
mount /a nr_inodes=8E|'nr_inodes=8E': a whole number from 1
mount /a mode=0780|'mode=0780': an octal number up to 1777
mount /a mode=2770|'mode=2770': an octal number up to 1777
mount /a mode=+700|'mode=+700': an octal number
mount /a mode=|'mode=': an octal number
mount /a uid=root|'uid=root': a number up to 4294967294
mount /a uid=4294967295|'uid=4294967295': a number up to
mount /a gid=010|'gid=010': a number up to 4294967294
mount /a noatime,strictatime|noatime and strictatime exclude each other
mount /a noatime,nosuid,relatime|noatime and relatime exclude each other
mount /a relatime,strictatime|relatime and strictatime exclude each other
mount /a ro,rw|ro and rw exclude each other
mount /a rw,mode=700,ro|rw and ro exclude each other
mount /a sync,async|sync and async exclude each other
mount /a nolazytime,lazytime|nolazytime and lazytime exclude each other
mount /a ro,ro|'ro' is there twice
mount /a defaults,rw,defaults|'defaults' is there twice
mount /a nosuid,nodev,nosuid|'nosuid' is there twice
mount /a ro=1|'ro=1': ro takes no value
mount /a ro=|'ro=': ro takes no value
mount /a rw=0|'rw=0': rw takes no value
mount /a nosuid=1|'nosuid=1': nosuid takes no value
mount /a defaults=|'defaults=': defaults takes no value
mount /a mand|'mand': kernels have no mandatory locks any more
mount /a gid=1.0|'gid=1.0': a number up to
mount /a pagesize=4M|no huge pages of that size
E1
# All of them at once: first how lines are written, then what the machine has.
fresh
printf '%s\n' 'pol 2M=5' 'pool 2M=7' 'workers many' 'mount dev' >"$conf"
printf '%s\n' '' 'pool 2M=8' >"$tree/etc/hugetlbctl.d/10-a.conf"
mkdir "$tree/etc/hugetlbctl.d/20-b.conf"
echo 'mount /a ro=1' >"$tree/etc/hugetlbctl.d/30-c.conf"
refuses 1 "^hugetlbctl: apply: $conf:1: 'pol': a line begins with" "several mistakes" apply --sysroot "$tree"
sed "s|$tree/etc/||; s/\(\.conf[:0-9]*\).*/\1/" "$dir/err" >"$dir/out"
out_is "are told, all in the same form" <<'E1'
hugetlbctl: apply: hugetlbctl.conf:1:
hugetlbctl: apply: hugetlbctl.conf:3:
hugetlbctl: apply: hugetlbctl.conf:4:
hugetlbctl: apply: hugetlbctl.d/10-a.conf:2:
hugetlbctl: apply: hugetlbctl.d/20-b.conf:
hugetlbctl: apply: hugetlbctl.d/30-c.conf:1:
E1
rm -r "$tree/etc/hugetlbctl.d"
seq -f 'pool 2M=x%.0f' 30 >"$conf"
refuses 1 "conf:20: '2M=x20'" "many mistakes" apply --sysroot "$tree"
tail -n 1 "$dir/err" >"$dir/out"
out_is "are not all told" <<'E1'
hugetlbctl: apply: no more mistakes than these 20 are looked for
E1
[ "$(wc -l <"$dir/err")" -eq 21 ]
ok $? "but 20 are"
printf '%s\n' 'pool 4M=5' 'pool 1G=5' 'pool 2M 7=5' 'overcommit 4M=1' 'overcommit 2M=1' 'overcommit 8M=1' >"$conf"
refuses 1 'conf:1: .*no huge pages of that size' "mistakes about the machine" apply --sysroot "$tree"
sed "s|.*$conf:||; s/:.*//" "$dir/err" | xargs >"$dir/out"
out_is "are told" <<'E1'
1 3 4 6
E1
[ "$(cat "$two/nr_overcommit_hugepages" "$two/../hugepages-1048576kB/nr_hugepages" | xargs)" = "0 4" ]
ok $? "nothing is done"

fresh
printf 'pool 1G=12\npool 2M 1=2000\n' >"$conf"
refuses 1 "conf:2: too large together: 15.6G of memory do not hold the pages: 12 of 1G, 2000 of 2M on node 1" \
	"pools that fit alone" apply --sysroot "$tree"
refuses 1 "conf:2: too large together" "--check, too" apply --check --sysroot "$tree"
[ "$(cat "$two/../hugepages-1048576kB/nr_hugepages")" = 4 ]
ok $? "nothing is done"
fresh
printf 'mount /new\n' >"$conf"
gives 3 "a mount that is not there" apply --check --sysroot "$tree"
out_is "is told" <<'E1'
mount /new: not mounted
E1
refuses 1 "conf:1: nothing is mounted in a copied tree" "a tree has no mounts" apply -q --sysroot "$tree"
sed -i '/^Hugepagesize/d' "$tree/proc/meminfo"
refuses 1 "conf:1: /new: the default page size is not known: give pagesize=$" "no default page size" \
	apply --check --sysroot "$tree"
echo 'mount /new pagesize=2M' >"$conf"
gives 3 "no default page size, but one of its own" apply --check --sysroot "$tree"
fresh
printf 'mount /new\n' >"$conf"
rm "$tree/proc/mounts"
gives 3 "no mounts in the tree" apply --check --sysroot "$tree"
out_is "is told" <<'E1'
mount /new: not mounted
E1
ln -s self/mounts "$tree/proc/mounts"
refuses 1 "$tree/proc/mounts: a symbolic link" "a link for the mounts" apply --check --sysroot "$tree"
fresh
printf 'mount //dev/./hugepages/\nmount /mnt/./a\\040b/. pagesize=1G\n' >"$conf"
gives 0 "mounts by other names" apply --check --sysroot "$tree"
printf 'mount /new\npool 2M=7\nmount /new/\n' >"$conf"
refuses 1 "conf:3: /new/ has been set in .*conf:1 already" "twice by other names" apply --sysroot "$tree"
printf 'mount /x/y/z\nmount /x/yy\nmount /x/y\n' >"$conf"
refuses 1 "conf:3: /x/y would hide /x/y/z, set in .*conf:1: put this line before" "a mount that would hide another" \
	apply --check --sysroot "$tree"
printf 'mount /x/y ro\nmount /x/y/z\n' >"$conf"
refuses 1 "conf:2: /x/y/z cannot be made in /x/y, which is read-only by .*conf:1" "a mount below one to read only" \
	apply --check --sysroot "$tree"
printf 'mount /x/y\nmount /x/y/z\n' >"$conf"
gives 3 "a mount below another" apply --check --sysroot "$tree"
printf 'mount /dev/hugepages/z\nmount /dev/hugepages\n' >"$conf"
gives 3 "a mount below one that is there" apply --check --sysroot "$tree"
printf 'pool 2M=7\nmount /new pagesize=2M\n' >"$conf"
echo 'mount /new/. pagesize=1G' >"$tree/etc/hugetlbctl.d/10-a.conf"
refuses 1 "10-a.conf:1: /new/. has been set in .*hugetlbctl.conf:2 already" "a directory in two files" apply --sysroot "$tree"
[ "$(cat "$two/nr_hugepages")" = 100 ]
ok $? "nothing is done"
rm "$tree/etc/hugetlbctl.d/10-a.conf"
echo 'tmpfs /dev/hugepages tmpfs rw 0 0' >>"$tree/proc/mounts"
printf 'pool 2M=7\nmount /dev/hugepages\n' >"$conf"
run apply --check --sysroot "$tree"
out_is "a mount that another one hides" <<'E1'
2M: 100 pages, configured 7
mount /dev/hugepages: not mounted
E1
refuses 1 "conf:2: nothing is mounted in a copied tree" "what cannot be mounted" apply --sysroot "$tree"
[ "$(cat "$two/nr_hugepages")" = 100 ]
ok $? "keeps the rest back"
fresh
printf 'mount /dev/hugepages pagesize=1G\n' >"$conf"
refuses 1 "is mounted with pages of 2M: unmount it first" "another page size" apply -q --sysroot "$tree"
refuses 1 "is mounted with pages of 2M: unmount it first" "another page size: --check" apply --check --sysroot "$tree"
printf 'pool 2M=5\0\n' >"$conf"
refuses 1 "not a text file" "a binary file" apply --sysroot "$tree"
head -c 4194303 /dev/zero | tr '\0' '#' >"$conf"
refuses 1 "hugetlbctl.conf: larger than 4 MB" "a large file" apply --sysroot "$tree"
fresh
seq -f 'none /mnt/containers/%08.0f hugetlbfs rw,relatime,pagesize=2M 0 0' 1600 >"$tree/proc/mounts"
run dump --sysroot "$tree"
[ "$(wc -c <"$dir/out")" -gt 65536 ] && cp "$dir/out" "$conf"
ok $? "a dump of many mounts"
gives 0 "can be read" apply --check --sysroot "$tree"
# FILE is the user's own, whatever leads there; below a tree no link is followed.
fresh
echo 'pool 2M=7' >"$dir/file"
mkfifo "$dir/fifo"
refuses 1 "fifo: not a regular file (apply - reads" "a FIFO nobody writes to" apply --sysroot "$tree" "$dir/fifo"
refuses 1 "/dev/null: not a regular file" "a device" apply --sysroot "$tree" /dev/null
refuses 1 "etc: not a regular file" "a folder" apply --sysroot "$tree" "$tree/etc"
ln -s file "$dir/link"
gives 3 "a link to a file" apply --check --sysroot "$tree" "$dir/link"
ln -s "$dir/file" "$conf"
refuses 1 "hugetlbctl.conf: a symbolic link, which is not followed" "a link out of the tree" apply --sysroot "$tree"
ln -sf 10-a "$conf"
refuses 1 "hugetlbctl.conf: a symbolic link" "a link in the tree" apply --sysroot "$tree"
rm "$conf"
ln -s "$dir/file" "$tree/etc/hugetlbctl.d/10-a.conf"
refuses 1 "10-a.conf: a symbolic link" "a drop-in that is a link" apply --sysroot "$tree"
rm -r "$tree/etc/hugetlbctl.d"
ln -s "$dir" "$tree/etc/hugetlbctl.d"
refuses 1 "hugetlbctl.d: not a directory (symbolic links" "a link for the drop-ins" apply --sysroot "$tree"
rm "$tree/etc/hugetlbctl.d"
mkfifo "$conf"
refuses 1 "hugetlbctl.conf: not a regular file$" "a FIFO in the tree" apply --sysroot "$tree"
rm "$conf"
gives 3 "standard input" apply --check --sysroot "$tree" - <"$dir/file"
out_is "is read" <<'E1'
2M: 100 pages, configured 7
E1
echo 'pool 2M' >"$dir/file"
refuses 1 "standard input:1: '2M': give" "mistakes there" apply --sysroot "$tree" - <"$dir/file"

finish
