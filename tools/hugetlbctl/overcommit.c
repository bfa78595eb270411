// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "hugetlbctl.h"
#include "options.h"
#include "overcommit.h"
#include "sizes.h"
#include "source.h"
#include "sysfs.h"
#include "tree.h"

struct job {
	const char *sysroot;
	bool dry;
	bool quiet;
	struct place top;
	struct pools pools;
};

static int one(struct job *job, const char *text, bool check, struct msg *msg)
{
	char path[128];
	struct spec spec;
	uint64_t limit;
	int ret;

	ret = overcommit_parse(text, &job->top, &job->pools, &spec, &limit, msg);
	if (ret != ST_DONE || check)
		return ret;
	if (job->dry) {
		sysfs_pool_file(path, sizeof(path), spec.size, NODE_ALL,
				"nr_overcommit_hugepages");
		printf("write %" PRIu64 " to %s/%s\n", limit, job->top.root,
		       path);
		return ST_DONE;
	}
	ret = overcommit_write(&job->top, spec.size, limit, msg);
	if (ret == ST_DONE && !job->quiet)
		overcommit_tell(spec.size, limit);
	return ret;
}

/* Everything is looked at before the first write. */
static int run(struct job *job, char **specs, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; ret == ST_DONE && specs[i]; i++)
		ret = one(job, specs[i], true, msg);
	if (ret != ST_DONE)
		return ret;
	for (i = 0; ret == ST_DONE && specs[i]; i++)
		ret = one(job, specs[i], false, msg);
	return ret != ST_DONE && i > 1 ? ST_PARTLY : ret;
}

static void help_more(void)
{
	printf("\n"
	       "SPEC is as for set. Surplus pages are allocated when a program asks for more than\n"
	       "the pool has, and go back when it ends. The limit is one for all nodes.\n");
}

int cmd_overcommit(int argc, char **argv, struct msg *msg)
{
	struct job job = { .sysroot = NULL };
	const struct opt v[] = {
		{ 'n', "dry-run", NULL, "only print what would be written where",
		  opt_flag, &job.dry },
		{ 'q', "quiet", NULL, "print errors only", opt_flag, &job.quiet },
		{ 0, "sysroot", "DIR", "write to DIR/sys, a copied tree",
		  opt_text, &job.sysroot },
	};
	const struct opts opts = {
		.usage = "overcommit [OPTION]... SPEC...",
		.about = "Sets how many surplus pages a pool may have: 2M=512, 2M=+10%, 1G=0.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operand = "a limit, like 2M=512", .operands_max = SIZE_MAX,
	};
	char **specs;
	int ret;

	ret = opts_parse(&opts, argc, argv, &specs, msg);
	if (ret == ST_DONE)
		ret = tree_open(&job.top, job.sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	ret = source_pools(job.sysroot, &job.pools, msg);
	if (ret == ST_DONE)
		ret = run(&job, specs, msg);
	pools_free(&job.pools);
	tree_close(&job.top);
	return ret;
}
