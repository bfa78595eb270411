// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "options.h"
#include "sizes.h"
#include "source.h"
#include "spec.h"
#include "sysfs.h"
#include "tree.h"

struct job {
	const char *sysroot;
	struct count to;	/* page size; not known: the kernel's choice */
	bool dry;
	bool quiet;
	struct node_values nodes;
	struct place top;
	struct pools pools;
};

static int set_to(const char *value, void *to, struct msg *msg)
{
	struct count *size = to;

	size->known = true;
	if (!parse_size(value, &size->n))
		return msg_set(msg, ST_USAGE,
			       "--to '%s': a page size is a whole number and a unit, like 2M",
			       value);
	return ST_DONE;
}

static int write_file(struct job *job, uint64_t size, int node,
		      const char *file, const char *text, struct msg *msg)
{
	char path[128], buf[FORMAT_MAX];
	int err;

	sysfs_pool_file(path, sizeof(path), size, node, file);
	if (job->dry) {
		printf("write %s to %s/%s\n", text, job->top.root, path);
		return ST_DONE;
	}
	err = tree_write(&job->top, path, text);
	if (err == ENOENT)
		return msg_set(msg, ST_UNSUPPORTED,
			       "pages of %s cannot be demoted on this kernel (%s/%s is not there)",
			       format_size(buf, size), job->top.root, path);
	return err ? tree_write_failed(&job->top, path, err, msg) : ST_DONE;
}

/* The size that pages become is the first thing: it needs no pages. */
static int write_to(struct job *job, uint64_t size, struct msg *msg)
{
	char text[FORMAT_MAX], from[FORMAT_MAX];
	int ret;

	if (!job->to.known)
		return ST_DONE;
	ret = pools_need_size(&job->pools, "--to", job->to.n, msg);
	if (ret != ST_DONE)
		return ret;
	if (job->to.n >= size)
		return msg_set(msg, ST_USAGE,
			       "--to %s: pages of %s can only become smaller",
			       format_size(text, job->to.n),
			       format_size(from, size));
	snprintf(text, sizeof(text), "%" PRIu64 "kB", job->to.n / 1024);
	return write_file(job, size, NODE_ALL, "demote_size", text, msg);
}

static int parse_pages(struct job *job, const struct spec *spec,
		       const struct value *value, int node, uint64_t *pages,
		       struct msg *msg)
{
	const struct pool *pool = pools_find(&job->pools, spec->size, node);
	struct count none = { 0 };
	int ret;

	if (!pool)
		return pools_need_node(&job->pools, node, msg);
	if (value->sign != SIGN_NONE || value->unit == UNIT_PERCENT)
		return msg_set(msg, ST_USAGE,
			       "'%s': say how many pages to demote, as 1G=4, or how much memory, as 1G=4G",
			       spec->text);
	ret = value_pages(value, spec->size, 0, none, spec->text, pages, msg);
	if (ret == ST_DONE && *pages > pool->total.n)
		ret = msg_set(msg, ST_USAGE,
			      "'%s': the pool has %" PRIu64 " pages only",
			      spec->text, pool->total.n);
	return ret;
}

static int demote(struct job *job, const struct spec *spec, int node,
		  uint64_t pages, struct msg *msg)
{
	const struct pool *was = pools_find(&job->pools, spec->size, node), *is;
	char text[FORMAT_MAX], size[FORMAT_MAX];
	struct pools after = { 0 };
	uint64_t done = 0;
	int ret;

	ret = write_file(job, spec->size, node, "demote",
			 format_u64(text, pages), msg);
	if (ret != ST_DONE || job->dry)
		return ret;
	ret = source_pools(job->sysroot, &after, msg);
	is = pools_find(&after, spec->size, node);
	if (is && is->total.n < was->total.n)
		done = was->total.n - is->total.n;
	format_size(size, spec->size);
	if (ret == ST_DONE && !job->quiet)
		printf("%s: %" PRIu64 " pages demoted\n", size, done);
	if (ret == ST_DONE && done < pages)
		ret = msg_set(msg, ST_PARTLY,
			      "%s: %" PRIu64 " pages of %" PRIu64 " demoted: others are in use",
			      size, done, pages);
	pools_free(&after);
	return ret;
}

static int run(struct job *job, const char *text, struct msg *msg)
{
	struct node_values *nodes = &job->nodes;
	uint64_t pages[NODES_MAX];
	struct spec spec;
	size_t i;
	int ret;

	ret = spec_parse(text, &spec, msg);
	if (ret == ST_DONE)
		ret = pools_need_size(&job->pools, "page size", spec.size, msg);
	if (ret != ST_DONE)
		return ret;
	if (spec.valued == !!nodes->n)
		return msg_set(msg, ST_USAGE,
			       "'%s': give a number of pages, as 1G=4, or those of nodes, as 1G --node 0=2",
			       text);
	if (!nodes->n) {
		nodes->v[0].node = NODE_ALL;
		nodes->v[0].valued = true;
		nodes->v[0].value = spec.value;
		nodes->n = 1;
	}
	for (i = 0; ret == ST_DONE && i < nodes->n; i++) {
		if (!nodes->v[i].valued)
			return msg_set(msg, ST_USAGE,
				       "--node: give node %d a number of pages",
				       nodes->v[i].node);
		ret = parse_pages(job, &spec, &nodes->v[i].value,
				  nodes->v[i].node, &pages[i], msg);
	}
	if (ret == ST_DONE)
		ret = write_to(job, spec.size, msg);
	for (i = 0; ret == ST_DONE && i < nodes->n; i++)
		ret = demote(job, &spec, nodes->v[i].node, pages[i], msg);
	return ret != ST_DONE && i > 1 ? ST_PARTLY : ret;
}

static void help_more(void)
{
	printf("\n"
	       "SPEC is SIZE=PAGES or SIZE=MEMORY; after a SIZE alone, --node 0=2,1=1 follows.\n"
	       "Pages in use or reserved are not demoted.\n");
}

int cmd_demote(int argc, char **argv, struct msg *msg)
{
	static struct job job;
	const struct opt v[] = {
		{ 't', "to", "SIZE", "make pages of this size; stays for later calls",
		  set_to, &job.to },
		{ 'N', "node", "NODES", "pages of these nodes: 0=2,1=1",
		  node_values_parse, &job.nodes },
		{ 'n', "dry-run", NULL, "only print what would be written where",
		  opt_flag, &job.dry },
		{ 'q', "quiet", NULL, "print errors only", opt_flag, &job.quiet },
		{ 0, "sysroot", "DIR", "write to DIR/sys, a copied tree",
		  opt_text, &job.sysroot },
	};
	const struct opts opts = {
		.usage = "demote [OPTION]... SPEC",
		.about = "Splits free pages of a pool into pages of a smaller size: 1G=4.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operand = "what to demote, like 1G=4", .operands_max = 1,
	};
	char **specs;
	int ret;

	memset(&job, 0, sizeof(job));
	ret = opts_parse(&opts, argc, argv, &specs, msg);
	if (ret == ST_DONE)
		ret = tree_open(&job.top, job.sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	ret = source_pools(job.sysroot, &job.pools, msg);
	if (ret == ST_DONE)
		ret = run(&job, specs[0], msg);
	pools_free(&job.pools);
	tree_close(&job.top);
	return ret;
}
