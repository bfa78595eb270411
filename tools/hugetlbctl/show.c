// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "columns.h"
#include "hugetlbctl.h"
#include "options.h"
#include "sizes.h"
#include "source.h"
#include "totals.h"

static struct count get_size(const struct pool *p)
{
	return count_of(p->size);
}

static struct count get_node(const struct pool *p)
{
	return p->node == NODE_ALL ? (struct count){ 0 } : count_of(p->node);
}

static struct count get_default(const struct pool *p)
{
	return count_of(p->is_default);
}

static struct count get_used(const struct pool *p)
{
	struct count used = { 0 };

	used.known = p->total.known && p->free.known;
	/* The files of sysfs are not read at one instant. */
	if (used.known && p->total.n > p->free.n)
		used.n = p->total.n - p->free.n;
	return used;
}

static struct count get_memory(const struct pool *p)
{
	return count_product(p->total, count_of(p->size));
}

static const struct column table[] = {
	{ "SIZE", "size of a page; * marks the one vm.nr_hugepages speaks of",
	  CELL_SIZE, true, get_size },
	{ "NODE", "NUMA node; 'all' is the whole system",
	  CELL_NODE, true, get_node },
	{ "TOTAL", "pages in the pool, surplus pages included",
	  CELL_NUMBER, true, pool_get_total },
	{ "FREE", "pages not in use, reserved ones included",
	  CELL_NUMBER, true, pool_get_free },
	{ "USED", "pages in use (TOTAL less FREE)",
	  CELL_NUMBER, true, get_used },
	{ "RSVD", "free pages promised to mappings; of no node",
	  CELL_NUMBER, true, pool_get_reserved },
	{ "SURPLUS", "pages above the persistent pool",
	  CELL_NUMBER, true, pool_get_surplus },
	{ "OVERCOMMIT", "limit of surplus pages; of no node",
	  CELL_NUMBER, true, pool_get_overcommit },
	{ "HVO", "pages whose struct pages HVO has freed",
	  CELL_NUMBER, true, pool_get_hvo },
	{ "MEMORY", "memory the pool holds",
	  CELL_BYTES, true, get_memory },
	{ "SAVED", "memory that HVO has given back",
	  CELL_BYTES, true, pool_get_saved },
	{ "DEFAULT", "whether vm.nr_hugepages speaks of this size",
	  CELL_FLAG, false, get_default },
};

_Static_assert(ARRAY_SIZE(table) <= COLUMNS_MAX, "COLUMNS_MAX too small");

static void help_more(void)
{
	printf("\nColumns:\n");
	columns_help(table, ARRAY_SIZE(table));
	printf("\n"
	       "HVO and SAVED are known on kernels with CONFIG_HUGETLB_PARALLEL_INIT.\n");
}

static int set_format(struct print *print, enum format format, struct msg *msg)
{
	if (print->format != FORMAT_TABLE && print->format != format)
		return msg_set(msg, ST_USAGE,
			       "--json, --raw and --pairs exclude each other");
	print->format = format;
	return ST_DONE;
}

static int set_json(const char *value, void *print, struct msg *msg)
{
	(void)value;
	return set_format(print, FORMAT_JSON, msg);
}

static int set_raw(const char *value, void *print, struct msg *msg)
{
	(void)value;
	return set_format(print, FORMAT_RAW, msg);
}

static int set_pairs(const char *value, void *print, struct msg *msg)
{
	(void)value;
	return set_format(print, FORMAT_PAIRS, msg);
}

#define WATCH_MAX 86400

static int set_watch(const char *value, void *to, struct msg *msg)
{
	uint64_t *seconds = to;

	*seconds = 2;
	if (value && (!parse_u64(value, strlen(value), seconds) || !*seconds ||
		      *seconds > WATCH_MAX))
		return msg_set(msg, ST_USAGE,
			       "--watch '%s': give a number of seconds from 1 to %d",
			       value, WATCH_MAX);
	return ST_DONE;
}

struct show {
	struct columns columns;
	struct filter filter;
	struct print print;
	const char *sysroot;
	const char *output;
	uint64_t watch;		/* seconds; 0: once */
};

static const char *bytes(char buf[FORMAT_MAX], struct count count, bool exact)
{
	if (!count.known)
		return "-";
	return exact ? format_u64(buf, count.n) : format_size(buf, count.n);
}

/* Under the table of everything, for people. */
static int print_totals(const struct show *s, const struct pools *pools,
			struct msg *msg)
{
	char memory[FORMAT_MAX], free[FORMAT_MAX], huge[FORMAT_MAX];
	struct totals t = { 0 };
	size_t i;
	int ret;

	if (s->print.format != FORMAT_TABLE || s->print.noheadings ||
	    s->output || s->filter.n_sizes || s->filter.n_nodes)
		return ST_DONE;
	ret = totals_read(s->sysroot, &t, msg);
	if (ret == ST_DONE && t.memory.known)
		printf("\nmemory %s, free %s, in huge pages %s\n",
		       bytes(memory, t.memory, s->print.bytes),
		       bytes(free, t.free, s->print.bytes),
		       bytes(huge, t.hugetlb, s->print.bytes));
	for (i = 0; ret == ST_DONE && i < pools->n; i++)
		if (pools->v[i].is_default && pools->v[i].node == NODE_ALL)
			printf("* vm.nr_hugepages and its like are of this size only\n");
	return ret;
}

static int show_once(struct show *s, struct msg *msg)
{
	struct pools pools = { 0 };
	int ret;

	ret = source_pools(s->sysroot, &pools, msg);
	if (ret == ST_DONE)
		ret = filter_check(&s->filter, &pools, msg);
	if (ret == ST_DONE)
		ret = columns_print(&s->columns, &s->print, &pools, &s->filter,
				    msg);
	if (ret == ST_DONE)
		ret = print_totals(s, &pools, msg);
	pools_free(&pools);
	return ret;
}

/* Until a signal ends it, or nobody reads any more. */
static int show_again(struct show *s, struct msg *msg)
{
	bool terminal = isatty(STDOUT_FILENO);
	int ret;

	for (;;) {
		if (terminal)
			printf("\033[H\033[2J");
		ret = show_once(s, msg);
		if (ret != ST_DONE || fflush(stdout))
			return ret;
		sleep(s->watch);
		if (!terminal && s->print.format == FORMAT_TABLE)
			putchar('\n');
	}
}

int cmd_show(int argc, char **argv, struct msg *msg)
{
	struct show s = {
		.columns = { .table = table, .n_table = ARRAY_SIZE(table) },
	};
	const struct opt v[] = {
		{ 's', "size", "SIZES", "only these page sizes, like 2M,1G",
		  filter_sizes, &s.filter },
		{ 'N', "node", "NODES", "only these nodes, like 0,1; 'all' is the total",
		  filter_nodes, &s.filter },
		{ 'o', "output", "COLUMNS", "these columns; +COLUMNS: after the usual ones",
		  opt_text, &s.output },
		{ 'b', "bytes", NULL, "sizes in bytes", opt_flag, &s.print.bytes },
		{ 'n', "noheadings", NULL, "no line with the column names",
		  opt_flag, &s.print.noheadings },
		{ 'J', "json", NULL, "JSON: sizes in bytes, null where not known",
		  set_json, &s.print },
		{ 'r', "raw", NULL, "words with one space between them",
		  set_raw, &s.print },
		{ 'P', "pairs", NULL, "NAME=\"value\" pairs", set_pairs, &s.print },
		{ 'w', "watch", "[=SECONDS]", "again and again, every 2 seconds",
		  set_watch, &s.watch },
		{ 0, "sysroot", "DIR", "read DIR/sys and DIR/proc, a copied tree",
		  opt_text, &s.sysroot },
	};
	const struct opts opts = {
		.usage = "[show] [OPTION]...",
		.about = "Shows the pool of each huge page size: in all, then on each NUMA node.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
	};
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = columns_choose(&s.columns, s.output, s.print.format, msg);
	if (ret != ST_DONE)
		return ret;
	return s.watch ? show_again(&s, msg) : show_once(&s, msg);
}
