// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "change.h"
#include "hugetlbctl.h"
#include "options.h"
#include "source.h"
#include "tree.h"

static void help_more(void)
{
	printf("\n"
	       "SPEC is SIZE=VALUE, where VALUE is a number of pages (2M=4096), memory (2M=64G)\n"
	       "or a share of all memory (2M=40%%), and + or - before it adds or takes away.\n"
	       "--node 0=25,1=75 divides VALUE in these shares, --node 0,1 in equal ones; after\n"
	       "a SIZE alone each node's own VALUE follows: set 2M --node 0=1024,1=+512.\n"
	       "Other nodes stay as they are. Surplus pages do not count.\n");
}

static int plan_and_make(struct wish *wish, const struct effort *effort,
			 const struct place *top, bool dry, struct msg *msg)
{
	struct pools pools = { 0 };
	struct plan plan = { 0 };
	struct stop stop = { 0 };
	int ret;

	ret = source_pools(effort->sysroot, &pools, msg);
	if (ret == ST_DONE)
		ret = plan_make(&plan, wish, top, &pools, msg);
	if (ret == ST_DONE)
		ret = plan_check(&plan, top, msg);
	if (ret == ST_DONE && dry)
		ret = changes_print(&plan, effort, top, msg);
	else if (ret == ST_DONE)
		ret = changes_make(&plan, effort, top, &stop, msg);
	pools_free(&pools);
	plan_free(&plan);
	return ret;
}

int cmd_set(int argc, char **argv, struct msg *msg)
{
	static struct node_values nodes;
	bool mempolicy = false;
	struct policy policy;
	struct wish wish = { .nodes = &nodes };
	struct effort effort = { .sysroot = NULL };
	bool dry = false;
	const struct opt v[] = {
		{ 'N', "node", "NODES", "on these nodes: 0,1 or 0=VALUE,1=VALUE",
		  node_values_parse, &nodes },
		{ 'm', "mempolicy", NULL, "on the nodes of numactl's memory policy",
		  opt_flag, &mempolicy },
		{ 'n', "dry-run", NULL, "only print what would be written where",
		  opt_flag, &dry },
		{ 'R', "retry", "N", "if pages are missing, try N more times",
		  effort_retry, &effort },
		{ 't', "timeout", "SECONDS", "stop after that; until then try again",
		  effort_timeout, &effort },
		{ 'c', "compact", NULL, "let the kernel compact memory before each try",
		  opt_flag, &effort.compact },
		{ 'q', "quiet", NULL, "print errors only", opt_flag,
		  &effort.quiet },
		{ 0, "sysroot", "DIR", "write to DIR/sys, a copied tree",
		  opt_text, &effort.sysroot },
	};
	const struct opts opts = {
		.usage = "set [OPTION]... SPEC...",
		.about = "Resizes pools: 2M=4096, 2M=+512, 1G=-2, 2M=64G, 2M=40%.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operand = "what to set, like 2M=4096",
		.operands_min = 1, .operands_max = SIZE_MAX,
	};
	struct place top;
	int ret;

	nodes.n = 0;
	ret = opts_parse(&opts, argc, argv, &wish.specs, msg);
	if (ret == ST_DONE)
		ret = tree_open(&top, effort.sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	effort_mode(&effort);
	if (mempolicy) {
		/* A copied tree has nodes of another machine. */
		if (effort.sysroot)
			policy_all(&policy);
		else
			policy_read(&policy);
		wish.policy = &policy;
	}
	ret = plan_and_make(&wish, &effort, &top, dry, msg);
	tree_close(&top);
	return ret;
}
