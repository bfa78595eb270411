// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "pool.h"
#include "sizes.h"

static int add_size(const char *item, void *data, struct msg *msg)
{
	struct filter *f = data;
	uint64_t size;

	if (!parse_size(item, &size))
		return msg_set(msg, ST_USAGE,
			       "--size '%s': a page size is a whole number and a unit, like 2M, 1G or 2048kB",
			       item);
	if (f->n_sizes == FILTER_MAX)
		return msg_set(msg, ST_USAGE, "--size: more than %d sizes",
			       FILTER_MAX);
	f->sizes[f->n_sizes++] = size;
	return ST_DONE;
}

static int add_node(const char *item, void *data, struct msg *msg)
{
	struct filter *f = data;
	uint64_t node = 0;
	bool all = !strcmp(item, "all");

	if (!all && (!parse_u64(item, strlen(item), &node) || node > INT_MAX))
		return msg_set(msg, ST_USAGE,
			       "--node '%s': a node is a number, or 'all' for the total%s",
			       item, list_hint(item));
	if (f->n_nodes == FILTER_MAX)
		return msg_set(msg, ST_USAGE, "--node: more than %d nodes",
			       FILTER_MAX);
	f->nodes[f->n_nodes++] = all ? NODE_ALL : (int)node;
	return ST_DONE;
}

int filter_sizes(const char *list, void *filter, struct msg *msg)
{
	return each_item("--size", list, add_size, filter, msg);
}

int filter_nodes(const char *list, void *filter, struct msg *msg)
{
	return each_item("--node", list, add_node, filter, msg);
}

int filter_check(const struct filter *f, const struct pools *pools,
		 struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; ret == ST_DONE && i < f->n_sizes; i++)
		ret = pools_need_size(pools, "--size", f->sizes[i], msg);
	for (i = 0; ret == ST_DONE && i < f->n_nodes; i++)
		ret = pools_need_node(pools, f->nodes[i], msg);
	return ret;
}

bool filter_size(const struct filter *f, uint64_t size)
{
	size_t i;

	for (i = 0; i < f->n_sizes; i++)
		if (f->sizes[i] == size)
			return true;
	return !f->n_sizes;
}

bool filter_node(const struct filter *f, int node)
{
	size_t i;

	for (i = 0; i < f->n_nodes; i++)
		if (f->nodes[i] == node)
			return true;
	return !f->n_nodes;
}
