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
			       "--node '%s': a node is a number, or 'all' for the total",
			       item);
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

static bool has_size(const struct pools *pools, uint64_t size)
{
	size_t i;

	for (i = 0; i < pools->n; i++)
		if (pools->v[i].size == size)
			return true;
	return false;
}

static bool has_node(const struct pools *pools, int node)
{
	size_t i;

	for (i = 0; i < pools->n; i++)
		if (pools->v[i].node == node)
			return true;
	return false;
}

static int no_size(const struct pools *pools, uint64_t size, struct msg *msg)
{
	char buf[FORMAT_MAX], list[256] = "";
	size_t i, len = 0;

	for (i = 0; i < pools->n && len < sizeof(list); i++)
		if (!i || pools->v[i].size != pools->v[i - 1].size)
			len += snprintf(list + len, sizeof(list) - len, "%s%s",
					i ? ", " : "",
					format_size(buf, pools->v[i].size));
	return msg_set(msg, ST_USAGE,
		       "--size %s: this machine has no huge pages of that size, only: %s",
		       format_size(buf, size), list);
}

static int no_node(const struct pools *pools, int node, struct msg *msg)
{
	char list[256] = "";
	size_t i, len = 0;

	/* The first size's rows name all of them, after its total. */
	for (i = 0; i < pools->n && len < sizeof(list); i++)
		if (pools->v[i].size == pools->v[0].size &&
		    pools->v[i].node != NODE_ALL)
			len += snprintf(list + len, sizeof(list) - len, "%s%d",
					len ? ", " : "", pools->v[i].node);
	return msg_set(msg, ST_USAGE,
		       "--node %d: this machine has no such node with huge pages, only: %s",
		       node, len ? list : "none");
}

int filter_check(const struct filter *f, const struct pools *pools,
		 struct msg *msg)
{
	size_t i;

	for (i = 0; i < f->n_sizes; i++)
		if (!has_size(pools, f->sizes[i]))
			return no_size(pools, f->sizes[i], msg);
	for (i = 0; i < f->n_nodes; i++)
		if (!has_node(pools, f->nodes[i]))
			return no_node(pools, f->nodes[i], msg);
	return ST_DONE;
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
