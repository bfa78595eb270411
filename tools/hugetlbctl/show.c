// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "columns.h"
#include "hugetlbctl.h"
#include "options.h"
#include "source.h"

static struct count known(uint64_t n)
{
	return (struct count){ .n = n, .known = true };
}

static struct count product(struct count a, struct count b)
{
	struct count c = { 0 };

	/* What does not fit is not known; only garbage gets there. */
	c.known = a.known && b.known &&
		  !__builtin_mul_overflow(a.n, b.n, &c.n);
	return c;
}

static struct count get_size(const struct pool *p)
{
	return known(p->size);
}

static struct count get_node(const struct pool *p)
{
	return p->node == NODE_ALL ? (struct count){ 0 } : known(p->node);
}

static struct count get_default(const struct pool *p)
{
	return known(p->is_default);
}

static struct count get_total(const struct pool *p)
{
	return p->total;
}

static struct count get_free(const struct pool *p)
{
	return p->free;
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

static struct count get_reserved(const struct pool *p)
{
	return p->reserved;
}

static struct count get_surplus(const struct pool *p)
{
	return p->surplus;
}

static struct count get_overcommit(const struct pool *p)
{
	return p->overcommit;
}

static struct count get_hvo(const struct pool *p)
{
	return p->hvo;
}

static struct count get_memory(const struct pool *p)
{
	return product(p->total, known(p->size));
}

static struct count get_saved(const struct pool *p)
{
	return product(p->hvo, p->hvo_saving);
}

static const struct column table[] = {
	{ "SIZE", "size of a page; * marks the one vm.nr_hugepages speaks of",
	  CELL_SIZE, true, get_size },
	{ "NODE", "NUMA node; 'all' is the whole system",
	  CELL_NODE, true, get_node },
	{ "TOTAL", "pages in the pool, surplus pages included",
	  CELL_NUMBER, true, get_total },
	{ "FREE", "pages not in use, reserved ones included",
	  CELL_NUMBER, true, get_free },
	{ "USED", "pages in use (TOTAL less FREE)",
	  CELL_NUMBER, true, get_used },
	{ "RSVD", "free pages promised to mappings; of no node",
	  CELL_NUMBER, true, get_reserved },
	{ "SURPLUS", "pages above the persistent pool",
	  CELL_NUMBER, true, get_surplus },
	{ "OVERCOMMIT", "limit of surplus pages; of no node",
	  CELL_NUMBER, true, get_overcommit },
	{ "HVO", "pages whose struct pages HVO has freed",
	  CELL_NUMBER, true, get_hvo },
	{ "MEMORY", "memory the pool holds",
	  CELL_BYTES, true, get_memory },
	{ "SAVED", "memory that HVO has given back",
	  CELL_BYTES, true, get_saved },
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

int cmd_show(int argc, char **argv, struct msg *msg)
{
	struct columns columns = { .table = table, .n_table = ARRAY_SIZE(table) };
	struct filter filter = { .n_sizes = 0 };
	struct print print = { .format = FORMAT_TABLE };
	const char *sysroot = NULL, *output = NULL;
	const struct opt v[] = {
		{ 's', "size", "SIZES", "only these page sizes, like 2M,1G",
		  filter_sizes, &filter },
		{ 'N', "node", "NODES", "only these nodes, like 0,1; 'all' is the total",
		  filter_nodes, &filter },
		{ 'o', "output", "COLUMNS", "these columns; +COLUMNS: after the usual ones",
		  opt_text, &output },
		{ 'b', "bytes", NULL, "sizes in bytes", opt_flag, &print.bytes },
		{ 'n', "noheadings", NULL, "no line with the column names",
		  opt_flag, &print.noheadings },
		{ 'J', "json", NULL, "JSON: sizes in bytes, null where not known",
		  set_json, &print },
		{ 'r', "raw", NULL, "words with one space between them",
		  set_raw, &print },
		{ 'P', "pairs", NULL, "NAME=\"value\" pairs", set_pairs, &print },
		{ 0, "sysroot", "DIR", "read DIR/sys and DIR/proc, a copied tree",
		  opt_text, &sysroot },
	};
	const struct opts opts = {
		.usage = "[show] [OPTION]...",
		.about = "Shows the pool of each huge page size: in all, then on each NUMA node.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
	};
	struct pools pools = { 0 };
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = columns_choose(&columns, output, print.format, msg);
	if (ret == ST_DONE)
		ret = source_pools(sysroot, &pools, msg);
	if (ret == ST_DONE)
		ret = filter_check(&filter, &pools, msg);
	if (ret == ST_DONE)
		ret = columns_print(&columns, &print, &pools, &filter, msg);
	pools_free(&pools);
	return ret;
}
