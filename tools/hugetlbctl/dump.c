// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "hugetlbctl.h"
#include "mounts.h"
#include "options.h"
#include "sizes.h"
#include "source.h"
#include "tree.h"
#include "workers.h"

/* Per node where there are several: the same pages come back to each. */
static void dump_pool(const struct pools *pools, const struct pool *all)
{
	char size[FORMAT_MAX];
	size_t i, nodes = 0;

	format_size(size, all->size);
	for (i = 0; i < pools->n; i++)
		nodes += pools->v[i].size == all->size &&
			 pools->v[i].node != NODE_ALL;
	if (nodes < 2) {
		printf("pool %s=%" PRIu64 "\n", size, pool_persistent(all));
	} else {
		printf("pool %s", size);
		nodes = 0;
		for (i = 0; i < pools->n; i++)
			if (pools->v[i].size == all->size &&
			    pools->v[i].node != NODE_ALL)
				printf("%c%d=%" PRIu64, nodes++ ? ',' : ' ',
				       pools->v[i].node,
				       pool_persistent(&pools->v[i]));
		putchar('\n');
	}
	if (all->overcommit.known)
		printf("overcommit %s=%" PRIu64 "\n", size, all->overcommit.n);
}

/* Blanks, # and what may end a word or a line, as apply reads it. */
static void dump_mount(const struct conf_mount *mount)
{
	const char *c;

	printf("%smount ", mount->hidden ? "# hidden by another mount: " : "");
	for (c = mount->path; *c; c++)
		printf(*c == '#' || *c == '\\' || (*c >= 0 && *c <= ' ') ?
		       "\\%03o" : "%c", *c);
	printf(" %s\n", mount->options);
}

static int dump(const struct place *top, const char *sysroot, struct msg *msg)
{
	struct pools pools = { 0 };
	struct conf mounts = { 0 };
	struct count workers = { 0 };
	char buf[FORMAT_MAX];
	size_t i;
	int ret;

	ret = source_pools(sysroot, &pools, msg);
	if (ret == ST_DONE)
		ret = mounts_read(top, &mounts, msg);
	if (ret == ST_DONE)
		ret = workers_count(top, &workers, msg);
	if (ret == ST_DONE) {
		printf("# Written by hugetlbctl dump; see hugetlbctl.conf(5).\n");
		/* A kernel without the knob has nothing to tell. */
		if (workers.known)
			printf("workers %s\n", workers_name(buf, workers.n));
		for (i = 0; i < pools.n; i++)
			if (pools.v[i].node == NODE_ALL)
				dump_pool(&pools, &pools.v[i]);
		for (i = 0; i < mounts.n_mounts; i++)
			dump_mount(&mounts.mounts[i]);
	}
	conf_free(&mounts);
	pools_free(&pools);
	return ret;
}

int cmd_dump(int argc, char **argv, struct msg *msg)
{
	const char *sysroot = NULL;
	const struct opt v[] = {
		{ 0, "sysroot", "DIR", "read DIR/sys and DIR/proc, a copied tree",
		  opt_text, &sysroot },
	};
	const struct opts opts = {
		.usage = "dump [OPTION]...",
		.about = "Writes the present state as a configuration for apply.",
		.v = v, .n = ARRAY_SIZE(v),
	};
	struct place top;
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = tree_open(&top, sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	ret = dump(&top, sysroot, msg);
	tree_close(&top);
	return ret;
}
