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
	struct target t;
	struct count to;	/* page size; not known: the kernel's choice */
	struct node_values nodes;
	uint64_t spent;		/* with dry: pages that are no longer there */
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

static int refused(const struct job *job, uint64_t size, const char *path,
		   int err, struct msg *msg)
{
	char buf[FORMAT_MAX];

	if (err == ENOENT)
		return msg_set(msg, ST_UNSUPPORTED,
			       "pages of %s cannot be demoted on this kernel (%s/%s is not there)",
			       format_size(buf, size), job->t.top.root, path);
	return tree_write_failed(&job->t.top, path, err, msg);
}

/* Before anything is written: what can be found wrong with a file. */
static int check_file(const struct job *job, uint64_t size, int node,
		      const char *file, struct msg *msg)
{
	char path[128];
	int err;

	sysfs_pool_file(path, sizeof(path), size, node, file);
	err = tree_check(&job->t.top, path, job->t.dry);
	return err ? refused(job, size, path, err, msg) : ST_DONE;
}

static int write_file(const struct job *job, uint64_t size, int node,
		      const char *file, const char *text, struct msg *msg)
{
	char path[128];
	int err;

	sysfs_pool_file(path, sizeof(path), size, node, file);
	if (job->t.dry) {
		if (!job->t.quiet)
			printf("write %s to %s/%s\n", text, job->t.top.root, path);
		return ST_DONE;
	}
	err = tree_write(&job->t.top, path, text);
	/* Pages that are left have bad memory: some of it may be done. */
	if (err == EBUSY)
		return ST_DONE;
	return err ? refused(job, size, path, err, msg) : ST_DONE;
}

static int check_to(const struct job *job, uint64_t size, struct msg *msg)
{
	char text[FORMAT_MAX], from[FORMAT_MAX];
	int ret;

	if (!job->to.known)
		return ST_DONE;
	ret = pools_need_size(&job->t.pools, "--to", job->to.n, msg);
	if (ret != ST_DONE)
		return ret;
	if (job->to.n >= size)
		return msg_set(msg, ST_USAGE,
			       "--to %s: pages of %s can only become smaller",
			       format_size(text, job->to.n),
			       format_size(from, size));
	return check_file(job, size, NODE_ALL, "demote_size", msg);
}

static int write_to(const struct job *job, uint64_t size, struct msg *msg)
{
	char text[FORMAT_MAX];

	if (!job->to.known)
		return ST_DONE;
	snprintf(text, sizeof(text), "%" PRIu64 "kB", job->to.n / 1024);
	return write_file(job, size, NODE_ALL, "demote_size", text, msg);
}

static int parse_pages(struct job *job, const struct spec *spec,
		       const struct value *value, int node, uint64_t *pages,
		       struct msg *msg)
{
	const struct pool *pool = pools_find(&job->t.pools, spec->size, node);
	struct count none = { 0 };
	char name[POOL_NAME_MAX];
	const char *what;

	if (!pool)
		return pools_need_pool(&job->t.pools, spec->size, node, msg);
	pool_name(name, spec->size, node);
	what = node == NODE_ALL ? spec->text : name;
	if (value->sign != SIGN_NONE || value->unit == UNIT_PERCENT)
		return msg_set(msg, ST_USAGE,
			       "%s: say how many pages to demote, as 4, or how much memory, as 4G, without a sign or a %%",
			       what);
	return value_pages(value, spec->size, 0, none, what, pages, msg);
}

static int check_pages(const struct job *job, uint64_t size, int node,
		       uint64_t pages, struct msg *msg)
{
	const struct pool *pool = pools_find(&job->t.pools, size, node);
	char name[POOL_NAME_MAX];

	if (pages <= pool->total.n)
		return ST_DONE;
	return msg_set(msg, ST_USAGE,
		       "%s: the pool has %" PRIu64 " %s only, not %" PRIu64,
		       pool_name(name, size, node), pool->total.n,
		       PAGES(pool->total.n), pages);
}

/* The pools last: what this kernel cannot do is told however full they are. */
static int check(const struct job *job, uint64_t size, const uint64_t *pages,
		 struct msg *msg)
{
	const struct node_values *nodes = &job->nodes;
	int ret = check_to(job, size, msg);
	size_t i;

	for (i = 0; ret == ST_DONE && i < nodes->n; i++)
		ret = check_file(job, size, nodes->v[i].node, "demote", msg);
	for (i = 0; ret == ST_DONE && i < nodes->n; i++)
		ret = check_pages(job, size, nodes->v[i].node, pages[i], msg);
	return ret;
}

/* What pages of size become, by the kernel; 0 if it does not tell. */
static uint64_t smaller(struct job *job, uint64_t size)
{
	char path[128], buf[64];
	struct msg ignored;
	uint64_t to;
	size_t len;
	bool there;

	sysfs_pool_file(path, sizeof(path), size, NODE_ALL, "demote_size");
	if (tree_read(&job->t.top, path, buf, sizeof(buf), &len, &there,
		      &ignored) != ST_DONE)
		return 0;
	buf[strcspn(buf, "\n")] = '\0';
	return parse_size(buf, &to) ? to : 0;
}

static void print_done(struct job *job, const char *name, uint64_t size,
		       uint64_t done)
{
	uint64_t to = smaller(job, size);
	char buf[FORMAT_MAX];

	printf("%s: %" PRIu64 " %s demoted", name, done, PAGES(done));
	if (done && to)
		printf(" to %" PRIu64 " of %s", done * (size / to),
		       format_size(buf, to));
	printf("\n");
}

/*
 * Free pages that are not promised to mappings. Asked for more, the kernel takes
 * those, too, and who maps them dies of it.
 */
static uint64_t available(const struct job *job, uint64_t size, int node)
{
	const struct pool *all = pools_find(&job->t.pools, size, NODE_ALL);
	const struct pool *pool = pools_find(&job->t.pools, size, node);
	uint64_t taken, spare = 0;

	/* A node may go away between two looks. */
	if (!all || !pool)
		return 0;
	taken = all->reserved.n + job->spent;
	if (all->free.n > taken)
		spare = all->free.n - taken;
	return pool->free.n < spare ? pool->free.n : spare;
}

/* Demotes pages that are there, and says how many it were. */
static int demote_some(struct job *job, uint64_t size, int node, uint64_t pages,
		       uint64_t *done, struct msg *msg)
{
	uint64_t before = pools_find(&job->t.pools, size, node)->total.n;
	const struct pool *is;
	char text[FORMAT_MAX];
	int ret;

	*done = 0;
	if (!pages)
		return ST_DONE;
	ret = write_file(job, size, node, "demote", format_u64(text, pages), msg);
	if (ret != ST_DONE)
		return ret;
	if (job->t.dry) {
		job->spent += pages;
		*done = pages;
		return ST_DONE;
	}
	pools_free(&job->t.pools);
	ret = source_pools(job->t.sysroot, &job->t.pools, msg);
	if (ret != ST_DONE)
		return ret;
	ret = pools_need_pool(&job->t.pools, size, node, msg);
	is = pools_find(&job->t.pools, size, node);
	if (ret == ST_DONE && is->total.n < before)
		*done = before - is->total.n;
	return ret;
}

static int demote(struct job *job, const struct spec *spec, int node,
		  uint64_t pages, struct msg *msg)
{
	uint64_t can = available(job, spec->size, node), done;
	char name[POOL_NAME_MAX];
	int ret;

	ret = demote_some(job, spec->size, node, can < pages ? can : pages,
			  &done, msg);
	if (ret != ST_DONE)
		return ret;
	pool_name(name, spec->size, node);
	if (!job->t.quiet && job->t.dry && !pages)
		printf("%s: no page to demote, nothing to write\n", name);
	else if (!job->t.quiet && !job->t.dry)
		print_done(job, name, spec->size, done);
	if (done >= pages)
		return ST_DONE;
	msg_add(msg, "%s: %" PRIu64 " of %" PRIu64
		" %s %s: the rest is in use or reserved", name, done, pages, PAGES(pages),
		job->t.dry ? "can be demoted now" : "demoted");
	return ST_PARTLY;
}

/* A node that is short keeps the others from nothing. */
static int demote_all(struct job *job, const struct spec *spec,
		      const uint64_t *pages, struct msg *msg)
{
	const struct node_values *nodes = &job->nodes;
	int ret = ST_DONE;
	size_t i;

	for (i = 0; i < nodes->n; i++) {
		struct msg why = { "" };
		int one = demote(job, spec, nodes->v[i].node, pages[i], &why);

		if (*why.text)
			msg_add(msg, "%s%s", *msg->text ? "\n" : "", why.text);
		if (one != ST_DONE)
			ret = i ? ST_PARTLY : one;
		if (one != ST_DONE && one != ST_PARTLY)
			break;
	}
	if (i + 1 < nodes->n)
		msg_add(msg, "\nnot tried any more: node %d",
			nodes->v[i + 1].node);
	for (i += 2; i < nodes->n; i++)
		msg_add(msg, ", %d", nodes->v[i].node);
	return ret;
}

static int run(struct job *job, const char *text, struct msg *msg)
{
	struct node_values *nodes = &job->nodes;
	uint64_t pages[NODES_MAX];
	struct spec spec;
	size_t i;
	int ret;

	ret = spec_of_pool(text, &job->t.pools, &spec, msg);
	if (ret != ST_DONE)
		return ret;
	if (spec.valued && nodes->n)
		return msg_set(msg, ST_USAGE,
			       "'%s' and --node exclude each other: after the size alone give each node its number, as 1G --node 0=2,1=1",
			       text);
	if (!spec.valued && !nodes->n)
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
		ret = check(job, spec.size, pages, msg);
	/* The size that pages become is the first thing: it needs no pages. */
	if (ret == ST_DONE)
		ret = write_to(job, spec.size, msg);
	return ret == ST_DONE ? demote_all(job, &spec, pages, msg) : ret;
}

static void help_more(void)
{
	printf("\n"
	       "SPEC is SIZE=PAGES or SIZE=MEMORY; after a SIZE alone, --node 0=2,1=1 follows.\n"
	       "Pages in use or reserved are not demoted; those that are free are.\n");
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
		  opt_flag, &job.t.dry },
		{ 'q', "quiet", NULL, "print errors only", opt_flag, &job.t.quiet },
		{ 0, "sysroot", "DIR", "write to DIR/sys, a copied tree",
		  opt_text, &job.t.sysroot },
	};
	const struct opts opts = {
		.usage = "demote [OPTION]... SPEC",
		.about = "Splits free pages of a pool into pages of a smaller size: 1G=4.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operand = "what to demote, like 1G=4",
		.operands_min = 1, .operands_max = 1,
	};
	char **specs;
	int ret;

	memset(&job, 0, sizeof(job));
	ret = opts_parse(&opts, argc, argv, &specs, msg);
	if (ret == ST_DONE)
		ret = target_open(&job.t, msg);
	if (ret != ST_DONE)
		return ret;
	ret = run(&job, specs[0], msg);
	target_close(&job.t);
	return ret;
}
