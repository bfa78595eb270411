# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0-only
# bash completion for hugetlbctl(8)

# The running machine's page sizes and nodes, as hugetlbctl itself tells them.
_hugetlbctl_values() {
	"${COMP_WORDS[0]}" show --raw --noheadings --output "$1" 2>/dev/null | sort -u
}

# Complete the last item of a list with commas.
_hugetlbctl_list() {
	local cur=$1 before='' item
	shift
	[[ $cur == *,* ]] && before=${cur%,*},
	for item; do
		[[ ,$before == *,"$item",* ]] || COMPREPLY+=("$before$item")
	done
	mapfile -t COMPREPLY < <(compgen -W "${COMPREPLY[*]}" -- "$cur")
	compopt -o nospace 2>/dev/null
}

_hugetlbctl() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
	local commands='show last monitor set overcommit demote workers apply dump metrics help' command=show word value=''
	local columns='SIZE NODE TOTAL FREE USED RSVD SURPLUS OVERCOMMIT HVO MEMORY SAVED DEFAULT'
	local options
	COMPREPLY=()

	# --option=value and SIZE=VALUE come as three words.
	if [[ $cur == = ]]; then
		cur='' value=1
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD - 2]} value=1
	fi
	((COMP_CWORD > 1)) && case ${COMP_WORDS[1]} in
	show | last | monitor | set | overcommit | demote | workers | apply | dump | metrics | help) command=${COMP_WORDS[1]} ;;
	esac

	[[ $command == demote && $prev == -t ]] && prev=--to
	case $prev in
	--size | -s | --to)
		mapfile -t word < <(_hugetlbctl_values SIZE)
		_hugetlbctl_list "$cur" "${word[@]}"
		return
		;;
	--node | -N)
		# What is changed on all nodes goes without the option.
		mapfile -t word < <(_hugetlbctl_values NODE | if [[ $command == show ]]; then cat; else grep -vx all; fi)
		_hugetlbctl_list "$cur" "${word[@]}"
		return
		;;
	--output | -o)
		if [[ $command == metrics ]]; then
			mapfile -t COMPREPLY < <(compgen -f -- "$cur")
			return
		fi
		# After a + only what the usual columns lack.
		if [[ $cur == +* ]]; then
			_hugetlbctl_list "${cur#+}" DEFAULT
			COMPREPLY=("${COMPREPLY[@]/#/+}")
			return
		fi
		# shellcheck disable=SC2086 # words
		_hugetlbctl_list "$cur" $columns
		return
		;;
	--retry | -R | --timeout | -t) return ;;
	--sysroot)
		mapfile -t COMPREPLY < <(compgen -d -- "$cur")
		return
		;;
	esac

	# A number follows.
	[[ -z $value ]] || return
	case $command in
	show) options='--size --node --output --bytes --noheadings --json --raw --pairs --watch --sysroot --help' ;;
	last | monitor) options='--size --json --help' ;;
	set) options='--node --mempolicy --dry-run --retry --timeout --compact --quiet --sysroot --help' ;;
	overcommit) options='--dry-run --quiet --sysroot --help' ;;
	demote) options='--to --node --dry-run --quiet --sysroot --help' ;;
	apply) options='--check --retry --timeout --compact --quiet --sysroot --help' ;;
	metrics) options='--output --sysroot --help' ;;
	dump) options='--sysroot --help' ;;
	workers) options='auto --persist --sysroot --help' ;;
	help) options=${commands% help} ;;
	esac
	# A SPEC: the size, and what follows is a number.
	if ((COMP_CWORD > 1)) && [[ $command == @(set|overcommit|demote) && $cur != -* ]]; then
		options=$(_hugetlbctl_values SIZE | sed 's/$/=/')
		compopt -o nospace 2>/dev/null
	fi
	if ((COMP_CWORD > 1)) && [[ $command == apply && $cur != -* ]]; then
		mapfile -t COMPREPLY < <(compgen -f -- "$cur")
		return
	fi
	((COMP_CWORD == 1)) && options="$commands $options --version"
	mapfile -t COMPREPLY < <(compgen -W "$options" -- "$cur")
}

complete -F _hugetlbctl hugetlbctl
