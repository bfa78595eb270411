// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>
#include <stdio.h>

#include "hugetlbctl.h"
#include "netlink.h"
#include "resize_print.h"

static void print_help(void)
{
	printf("Usage: hugetlbctl last [OPTION]...\n"
	       "\n"
	       "Shows the last resize of the pool of each huge page size: what asked for it,\n"
	       "how many pages were asked for and done, how long it took, on which nodes.\n"
	       "\n"
	       "Options:\n"
	       "  -s, --size SIZES  only these page sizes, like 2M,1G\n"
	       "  -J, --json        JSON: sizes in bytes, times in nanoseconds\n"
	       "  -h, --help        this text\n"
	       "\n"
	       "Needs a kernel with CONFIG_HUGETLB_PARALLEL_INIT; exits with 4 on others.\n");
}

/* A size without a record is fine, one that the machine lacks is not. */
static int read_resizes(const struct filter *filter, struct resizes *resizes,
			struct msg *msg)
{
	struct pools pools = { 0 };
	struct nl nl;
	int ret;

	ret = nl_open(&nl, msg);
	if (ret == ST_UNSUPPORTED)
		return msg_set(msg, ret,
			       "this kernel keeps no record of resizes (it lacks CONFIG_HUGETLB_PARALLEL_INIT)");
	if (ret != ST_DONE)
		return ret;
	if (filter->n_sizes) {
		ret = nl_pools(&nl, &pools, msg);
		if (ret == ST_DONE)
			ret = filter_check(filter, &pools, msg);
		pools_free(&pools);
	}
	if (ret == ST_DONE)
		ret = nl_resizes(&nl, resizes, msg);
	nl_close(&nl);
	return ret;
}

static bool any(const struct resizes *resizes, const struct filter *filter)
{
	size_t i;

	for (i = 0; i < resizes->n; i++)
		if (filter_size(filter, resizes->v[i].size))
			return true;
	return false;
}

int cmd_last(int argc, char **argv, struct msg *msg)
{
	static const struct option options[] = {
		{ "size", required_argument, NULL, 's' },
		{ "json", no_argument, NULL, 'J' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	struct filter filter = { .n_sizes = 0 };
	struct resizes resizes = { 0 };
	int c, ret = ST_DONE;
	bool json = false;

	while (ret == ST_DONE &&
	       (c = getopt_long(argc, argv, "s:Jh", options, NULL)) != -1) {
		switch (c) {
		case 's':
			ret = filter_parse_sizes(&filter, optarg, msg);
			break;
		case 'J':
			json = true;
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
		ret = read_resizes(&filter, &resizes, msg);
	if (ret == ST_DONE) {
		if (json)
			resizes_print_json(stdout, &resizes, &filter);
		else if (any(&resizes, &filter))
			resizes_print(stdout, &resizes, &filter);
		else
			printf("No pool%s was resized since boot.\n",
			       filter.n_sizes ? " of that size" : "");
	}
	resizes_free(&resizes);
	return ret;
}
