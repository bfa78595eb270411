// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>

#include "hugetlbctl.h"
#include "pool.h"
#include "sizes.h"

int pools_add(struct pools *pools, const struct pool *pool, struct msg *msg)
{
	struct pool *v;

	/* Grow at every power of two; saves keeping the capacity. */
	if (!(pools->n & (pools->n - 1))) {
		v = reallocarray(pools->v, pools->n ? 2 * pools->n : 1,
				 sizeof(*v));
		if (!v)
			return msg_nomem(msg);
		pools->v = v;
	}
	pools->v[pools->n++] = *pool;
	return ST_DONE;
}

void pools_free(struct pools *pools)
{
	free(pools->v);
	pools->v = NULL;
	pools->n = 0;
}

static int compare(const void *a, const void *b)
{
	const struct pool *x = a, *y = b;

	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	return (x->node > y->node) - (x->node < y->node);
}

void pools_finish(struct pools *pools)
{
	const struct pool *total = NULL;
	size_t i;

	if (pools->n)
		qsort(pools->v, pools->n, sizeof(*pools->v), compare);
	for (i = 0; i < pools->n; i++) {
		struct pool *p = &pools->v[i];

		if (p->node == NODE_ALL) {
			total = p;
		} else if (total && total->size == p->size) {
			p->is_default = total->is_default;
			if (!p->hvo_saving.known)
				p->hvo_saving = total->hvo_saving;
		}
	}
}

const struct pool *pools_find(const struct pools *pools, uint64_t size,
			      int node)
{
	size_t i;

	for (i = 0; i < pools->n; i++)
		if (pools->v[i].size == size && pools->v[i].node == node)
			return &pools->v[i];
	return NULL;
}

const char *pool_name(char buf[POOL_NAME_MAX], uint64_t size, int node)
{
	char text[FORMAT_MAX];

	format_size(text, size);
	if (node == NODE_ALL)
		snprintf(buf, POOL_NAME_MAX, "%s", text);
	else
		snprintf(buf, POOL_NAME_MAX, "%.20s on node %d", text, node);
	return buf;
}

int pools_need_size(const struct pools *pools, const char *name, uint64_t size,
		    struct msg *msg)
{
	char buf[FORMAT_MAX];
	size_t i;

	if (pools_find(pools, size, NODE_ALL))
		return ST_DONE;
	msg_set(msg, ST_USAGE,
		"%s %s: this machine has no huge pages of that size, only: ",
		name, format_size(buf, size));
	for (i = 0; i < pools->n; i++)
		if (!i || pools->v[i].size != pools->v[i - 1].size)
			msg_add(msg, "%s%s", i ? ", " : "",
				format_size(buf, pools->v[i].size));
	return ST_USAGE;
}

int pools_need_node(const struct pools *pools, int node, struct msg *msg)
{
	const char *comma = "";
	size_t i;

	if (pools->n && pools_find(pools, pools->v[0].size, node))
		return ST_DONE;
	msg_set(msg, ST_USAGE,
		"node %d: this machine has no such node with huge pages, only: ",
		node);
	/* The first size's rows name all of them, after its total. */
	for (i = 0; i < pools->n; i++) {
		if (pools->v[i].size != pools->v[0].size ||
		    pools->v[i].node == NODE_ALL)
			continue;
		msg_add(msg, "%s%d", comma, pools->v[i].node);
		comma = ", ";
	}
	if (!*comma)
		msg_add(msg, "none");
	return ST_USAGE;
}

int pools_need_pool(const struct pools *pools, uint64_t size, int node,
		    struct msg *msg)
{
	char text[FORMAT_MAX];
	int ret = ST_DONE;

	if (pools_find(pools, size, node))
		return ST_DONE;
	ret = pools_need_node(pools, node, msg);
	return ret == ST_DONE ?
		msg_set(msg, ST_USAGE, "node %d: it has no huge pages of %s",
			node, format_size(text, size)) : ret;
}

uint64_t pool_persistent(const struct pool *pool)
{
	/* The files of sysfs are not read at one instant. */
	if (pool->total.n < pool->surplus.n)
		return 0;
	return pool->total.n - pool->surplus.n;
}

struct count count_of(uint64_t n)
{
	return (struct count){ .n = n, .known = true };
}

struct count count_product(struct count a, struct count b)
{
	struct count c = { 0 };

	/* What does not fit is not known; only garbage gets there. */
	c.known = a.known && b.known &&
		  !__builtin_mul_overflow(a.n, b.n, &c.n);
	return c;
}

struct count pool_get_total(const struct pool *pool)
{
	return pool->total;
}

struct count pool_get_free(const struct pool *pool)
{
	return pool->free;
}

struct count pool_get_reserved(const struct pool *pool)
{
	return pool->reserved;
}

struct count pool_get_surplus(const struct pool *pool)
{
	return pool->surplus;
}

struct count pool_get_overcommit(const struct pool *pool)
{
	return pool->overcommit;
}

struct count pool_get_hvo(const struct pool *pool)
{
	return pool->hvo;
}

struct count pool_get_saved(const struct pool *pool)
{
	return count_product(pool->hvo, pool->hvo_saving);
}
