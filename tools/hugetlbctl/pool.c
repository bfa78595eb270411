// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "hugetlbctl.h"
#include "pool.h"

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
