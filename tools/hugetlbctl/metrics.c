// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "hugetlbctl.h"
#include "netlink.h"
#include "options.h"
#include "replace.h"
#include "sizes.h"
#include "source.h"
#include "totals.h"
#include "workers.h"

/* All that is known at one time. */
struct state {
	struct pools pools;
	struct totals totals;
	struct resizes resizes;
	struct count workers;
};

/*
 * Nodes have a name of their own: sums over a metric must not count the whole
 * system once more.
 */
static const struct pool_metric {
	const char *name;
	const char *unit;
	const char *help;
	struct count (*get)(const struct pool *pool);
} pool_metrics[] = {
	{ "pages", "", "Pages in the pool, surplus pages included", pool_get_total },
	{ "free_pages", "", "Pages not in use, reserved ones included", pool_get_free },
	{ "reserved_pages", "", "Free pages promised to mappings", pool_get_reserved },
	{ "surplus_pages", "", "Pages above the persistent pool", pool_get_surplus },
	{ "overcommit_pages", "", "Limit of surplus pages", pool_get_overcommit },
	{ "hvo_pages", "", "Pages whose struct pages HVO has freed", pool_get_hvo },
	{ "hvo_saved_bytes", "bytes", "Memory that HVO has given back", pool_get_saved },
};

static void head(FILE *out, const char *name, const char *unit, const char *help)
{
	fprintf(out, "# TYPE hugetlb_%s gauge\n", name);
	if (*unit)
		fprintf(out, "# UNIT hugetlb_%s %s\n", name, unit);
	fprintf(out, "# HELP hugetlb_%s %s.\n", name, help);
}

/* A metric without a sample has no head either. */
static void print_pools(FILE *out, const struct pools *pools,
			const struct pool_metric *m, bool nodes)
{
	char name[64], help[128];
	bool first = true;
	size_t i;

	snprintf(name, sizeof(name), "%s%s", nodes ? "node_" : "", m->name);
	snprintf(help, sizeof(help), "%s%s", m->help, nodes ? ", by node" : "");
	for (i = 0; i < pools->n; i++) {
		const struct pool *p = &pools->v[i];
		bool of_node = p->node != NODE_ALL;
		struct count c = m->get(p);

		if (!c.known || of_node != nodes)
			continue;
		if (first)
			head(out, name, m->unit, help);
		first = false;
		fprintf(out, "hugetlb_%s{size=\"%" PRIu64 "\"", name, p->size);
		if (nodes)
			fprintf(out, ",node=\"%d\"", p->node);
		fprintf(out, "} %" PRIu64 "\n", c.n);
	}
}

static void print_one(FILE *out, const char *name, const char *unit,
		      const char *help, struct count value)
{
	if (!value.known)
		return;
	head(out, name, unit, help);
	fprintf(out, "hugetlb_%s %" PRIu64 "\n", name, value.n);
}

/* Those with a unit are nanoseconds that become seconds. */
static const struct resize_metric {
	const char *name;
	const char *unit;
	const char *help;
	size_t field;	/* of struct resize */
} resize_metrics[] = {
	{ "asked_pages", "", "Pages the last resize was asked for",
	  offsetof(struct resize, asked) },
	{ "done_pages", "", "Pages the last resize got or freed",
	  offsetof(struct resize, done) },
	{ "elapsed_seconds", "seconds", "How long the last resize took",
	  offsetof(struct resize, elapsed) },
	{ "reserving_seconds", "seconds",
	  "How long reserving gigantic pages took at boot",
	  offsetof(struct resize, reserving) },
	{ "initializing_seconds", "seconds",
	  "How long initializing their struct pages took at boot",
	  offsetof(struct resize, initializing) },
	{ "optimizing_seconds", "seconds",
	  "How long optimizing their struct pages took at boot",
	  offsetof(struct resize, optimizing) },
	{ "start_seconds", "seconds", "Since 1970, when the last resize started",
	  offsetof(struct resize, start) },
	{ "workers", "", "Workers that took part in the last resize",
	  offsetof(struct resize, workers) },
};

static void print_resizes(FILE *out, const struct resizes *resizes,
			  const struct resize_metric *m)
{
	bool first = true;
	char name[64];
	size_t i;

	snprintf(name, sizeof(name), "last_resize_%s", m->name);
	for (i = 0; i < resizes->n; i++) {
		const struct count *c = (const void *)
			((const char *)&resizes->v[i] + m->field);

		if (!c->known)
			continue;
		if (first)
			head(out, name, m->unit, m->help);
		first = false;
		fprintf(out, "hugetlb_%s{size=\"%" PRIu64 "\"} ", name,
			resizes->v[i].size);
		if (*m->unit)
			fprintf(out, "%.9f\n", c->n / 1e9);
		else
			fprintf(out, "%" PRIu64 "\n", c->n);
	}
}

static int read_state(const char *sysroot, struct state *s, struct msg *msg)
{
	struct msg ignored;
	struct place top;
	struct nl nl;
	int ret;

	ret = source_pools(sysroot, &s->pools, msg);
	if (ret == ST_DONE)
		ret = totals_read(sysroot, &s->totals, msg);
	if (ret == ST_DONE)
		ret = tree_open(&top, sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	ret = workers_count(&top, &s->workers, msg);
	tree_close(&top);
	if (ret != ST_DONE)
		return ret;
	if (sysroot || nl_open(&nl, &ignored) != ST_DONE)
		return ST_DONE;
	ret = nl_resizes(&nl, &s->resizes, msg);
	nl_close(&nl);
	return ret;
}

static void print(FILE *out, const struct state *s)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(pool_metrics); i++) {
		print_pools(out, &s->pools, &pool_metrics[i], false);
		print_pools(out, &s->pools, &pool_metrics[i], true);
	}
	print_one(out, "system_memory_bytes", "bytes", "Memory of the system",
		  s->totals.memory);
	print_one(out, "system_free_bytes", "bytes", "Free memory of the system",
		  s->totals.free);
	print_one(out, "pools_bytes", "bytes", "Memory in the pools of all sizes",
		  s->totals.hugetlb);
	print_one(out, "workers", "", "Limit of workers of one resize, 0 is automatic",
		  s->workers);
	for (i = 0; i < ARRAY_SIZE(resize_metrics); i++)
		print_resizes(out, &s->resizes, &resize_metrics[i]);
	fprintf(out, "# EOF\n");
}

/* A collector that reads meanwhile sees the old or the new file. */
static int write_file(const char *file, const struct state *s, struct msg *msg)
{
	struct replacement r;
	int ret = ST_FAILED;
	char *text = NULL;
	struct stat st;
	size_t len = strlen(file);
	FILE *out;

	if (!len || file[len - 1] == '/')
		return msg_set(msg, ST_USAGE, "--output '%s': give a file", file);
	/* A device or a link would be gone, a file in its place. */
	if (!lstat(file, &st) && !S_ISREG(st.st_mode))
		return msg_set(msg, ST_USAGE,
			       "--output '%s': it is there and not a regular file",
			       file);
	out = open_memstream(&text, &len);
	if (out)
		print(out, s);
	if (!out || fclose(out)) {
		free(text);
		return msg_nomem(msg);
	}
	ret = replace_prepare_path(&r, file, text, msg);
	if (ret == ST_DONE)
		ret = replace_commit(&r, msg);
	free(text);
	return ret;
}

static void help_more(void)
{
	printf("\n"
	       "For node_exporter's textfile collector there is hugetlbctl-metrics.timer.\n");
}

int cmd_metrics(int argc, char **argv, struct msg *msg)
{
	struct state s = { .workers = { .known = false } };
	const char *sysroot = NULL, *file = NULL;
	const struct opt v[] = {
		{ 'o', "output", "FILE", "replace this file, all at once; - is standard output",
		  opt_text, &file },
		{ 0, "sysroot", "DIR", "read DIR/sys and DIR/proc, a copied tree",
		  opt_text, &sysroot },
	};
	const struct opts opts = {
		.usage = "metrics [OPTION]...",
		.about = "Prints pools, memory and last resizes as OpenMetrics text.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
	};
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret != ST_DONE)
		return ret;
	ret = read_state(sysroot, &s, msg);
	if (ret == ST_DONE && file && strcmp(file, "-"))
		ret = write_file(file, &s, msg);
	else if (ret == ST_DONE)
		print(stdout, &s);
	resizes_free(&s.resizes);
	pools_free(&s.pools);
	return ret;
}
