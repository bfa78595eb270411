#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The zsh completion in a shell on a pseudo-terminal: what lines with a tabulator
# become.
# shellcheck source-path=SCRIPTDIR source=lib.sh
. "$(dirname "$0")/lib.sh"

command -v zsh >/dev/null || {
	skip "zsh completion" "no zsh"
	finish
}
tree t 2048
pool 2048 0 0 0 0 0
pool 1048576 0 0 0 0 0
node 0 2048 0 0 0
node 0 1048576 0 0 0

cat >"$dir/setup" <<E1
PS1= PS2= RPS1=
fpath=($(cd "$(dirname "$0")/../completion" && pwd) \$fpath)
autoload -U compinit && compinit -u -D
zstyle ':completion:*' list-prompt ''
setopt no_beep no_auto_list
hugetlbctl() {
	if [[ \$1 == show && \$2 == --raw ]]; then
		$HUGETLBCTL "\$@" --sysroot $tree
	else
		print -r -- "got <\$*>"
	fi
}
print ready
E1

# completes WANT LINE: \t is the tabulator
completes() {
	# shellcheck disable=SC2016 # zsh's own
	timeout 60 zsh -f -c 'zmodload zsh/zpty
		zpty shell zsh -f -i
		zpty -w shell ". $1"
		zpty -r -m shell out "*ready*"
		zpty -n -w shell "$(print -n -- "hugetlbctl $2")"$'\''\n'\''
		zpty -r -m shell out "*got <*>*"
		print -r -- $out' zsh "$dir/setup" "$2" >"$dir/out" 2>"$dir/err"
	grep -qF "got <$1>" "$dir/out"
	ok $? "a line becomes $1"
}

completes 'monitor' 'mon\t'
completes 'demote 1G=3' 'demote 1\t3'
completes 'set 2M=5' 'set 2\t5'
completes 'show --size 1G' 'show --size 1\t'
completes 'apply --check' 'apply --ch\t'
completes 'workers auto' 'workers a\t'
completes 'set --mempolicy 2M=7' 'set --mem\t2\t7'

finish
