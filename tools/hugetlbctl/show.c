// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>
#include <stdio.h>

#include "columns.h"
#include "hugetlbctl.h"
#include "netlink.h"
#include "sysfs.h"

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

static void print_help(void)
{
	printf("Usage: hugetlbctl [show] [OPTION]...\n"
	       "\n"
	       "Shows the pool of each huge page size: in all, then on each NUMA node.\n"
	       "\n"
	       "Options:\n"
	       "  -s, --size SIZES      only these page sizes, like 2M,1G\n"
	       "  -N, --node NODES      only these nodes, like 0,1; 'all' is the total\n"
	       "  -o, --output COLUMNS  these columns; +COLUMNS: after the usual ones\n"
	       "  -b, --bytes           sizes in bytes\n"
	       "  -n, --noheadings      no line with the column names\n"
	       "  -J, --json            JSON: sizes in bytes, null where not known\n"
	       "  -r, --raw             words with one space between them\n"
	       "  -P, --pairs           NAME=\"value\" pairs\n"
	       "      --sysroot DIR     read DIR/sys and DIR/proc, a copied tree\n"
	       "  -h, --help            this text\n"
	       "\n"
	       "Columns:\n");
	columns_help(table, ARRAY_SIZE(table));
	printf("\n"
	       "HVO and SAVED are known on kernels with CONFIG_HUGETLB_PARALLEL_INIT.\n");
}

/* A kernel without the family still has all but HVO in sysfs. */
static int read_pools(const char *sysroot, struct pools *pools,
		      struct msg *msg)
{
	struct nl nl;
	int ret;

	if (sysroot)
		return sysfs_pools(sysroot, pools, msg);

	ret = nl_open(&nl, msg);
	if (ret == ST_UNSUPPORTED)
		return sysfs_pools("/", pools, msg);
	if (ret == ST_DONE) {
		ret = nl_pools(&nl, pools, msg);
		nl_close(&nl);
	}
	return ret;
}

static int set_format(struct print *print, enum format format, struct msg *msg)
{
	if (print->format != FORMAT_TABLE && print->format != format)
		return msg_set(msg, ST_USAGE,
			       "--json, --raw and --pairs exclude each other");
	print->format = format;
	return ST_DONE;
}

int cmd_show(int argc, char **argv, struct msg *msg)
{
	enum { OPT_SYSROOT = 256 };
	static const struct option options[] = {
		{ "size", required_argument, NULL, 's' },
		{ "node", required_argument, NULL, 'N' },
		{ "output", required_argument, NULL, 'o' },
		{ "bytes", no_argument, NULL, 'b' },
		{ "noheadings", no_argument, NULL, 'n' },
		{ "json", no_argument, NULL, 'J' },
		{ "raw", no_argument, NULL, 'r' },
		{ "pairs", no_argument, NULL, 'P' },
		{ "sysroot", required_argument, NULL, OPT_SYSROOT },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct columns columns = { .table = table, .n_table = ARRAY_SIZE(table) };
	struct filter filter = { .n_sizes = 0 };
	struct print print = { .format = FORMAT_TABLE };
	const char *sysroot = NULL, *output = NULL;
	struct pools pools = { 0 };
	int c, ret = ST_DONE;

	while (ret == ST_DONE &&
	       (c = getopt_long(argc, argv, "s:N:o:bnJrPh", options,
				NULL)) != -1) {
		switch (c) {
		case 's':
			ret = filter_parse_sizes(&filter, optarg, msg);
			break;
		case 'N':
			ret = filter_parse_nodes(&filter, optarg, msg);
			break;
		case 'o':
			output = optarg;
			break;
		case 'b':
			print.bytes = true;
			break;
		case 'n':
			print.noheadings = true;
			break;
		case 'J':
			ret = set_format(&print, FORMAT_JSON, msg);
			break;
		case 'r':
			ret = set_format(&print, FORMAT_RAW, msg);
			break;
		case 'P':
			ret = set_format(&print, FORMAT_PAIRS, msg);
			break;
		case OPT_SYSROOT:
			sysroot = optarg;
			break;
		case 'h':
			print_help();
			return ST_DONE;
		default:	/* getopt_long() has said what is wrong */
			return ST_USAGE;
		}
	}
	if (ret == ST_DONE && optind < argc)
		ret = msg_set(msg, ST_USAGE, "'%s' is one argument too many",
			      argv[optind]);
	if (ret == ST_DONE)
		ret = columns_choose(&columns, output, print.format, msg);
	if (ret == ST_DONE)
		ret = read_pools(sysroot, &pools, msg);
	if (ret == ST_DONE)
		ret = filter_check(&filter, &pools, msg);
	if (ret == ST_DONE)
		ret = columns_print(&columns, &print, &pools, &filter, msg);
	pools_free(&pools);
	return ret;
}
