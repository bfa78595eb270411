// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "hugetlbctl.h"
#include "netlink.h"
#include "options.h"
#include "resize_print.h"
#include "source.h"

static void help_more(void)
{
	printf("\n"
	       "Needs a kernel with CONFIG_HUGETLB_PARALLEL_INIT; exits with 4 on others.\n");
}

static const char no_record[] =
	"this kernel keeps no record of resizes (it lacks " FEATURE ")";

static int read_resizes(struct resizes *resizes, struct msg *msg)
{
	struct nl nl;
	int ret;

	ret = nl_open(&nl, msg);
	if (ret == ST_UNSUPPORTED)
		return msg_set(msg, ret, "%s", no_record);
	if (ret != ST_DONE)
		return ret;
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
	struct filter filter = { .n_sizes = 0 };
	bool json = false;
	const struct opt v[] = {
		{ 's', "size", "SIZES", "only these page sizes, like 2M,1G",
		  filter_sizes, &filter },
		{ 'J', "json", NULL, "JSON: sizes in bytes, times in nanoseconds",
		  opt_flag, &json },
	};
	const struct opts opts = {
		.usage = "last [OPTION]...",
		.about = "Shows the last resize of each page size's pool: what asked for it,\n"
			 "how many pages were asked for and done, how long it took, on which nodes.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
	};
	struct resizes resizes = { 0 };
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = source_check(&filter, msg);
	if (ret == ST_DONE)
		ret = read_resizes(&resizes, msg);
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
