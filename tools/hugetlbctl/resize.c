// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "hugetlbctl.h"
#include "resize.h"

int resizes_add(struct resizes *resizes, struct resize *resize,
		struct msg *msg)
{
	struct resize *v = reallocarray(resizes->v, resizes->n + 1, sizeof(*v));

	if (!v) {
		resize_free(resize);
		return msg_nomem(msg);
	}
	resizes->v = v;
	v[resizes->n++] = *resize;
	return ST_DONE;
}

int resize_add_node(struct resize *resize, const struct resize_node *node,
		    struct msg *msg)
{
	struct resize_node *v;

	v = reallocarray(resize->nodes, resize->n_nodes + 1, sizeof(*v));
	if (!v)
		return msg_nomem(msg);
	resize->nodes = v;
	v[resize->n_nodes++] = *node;
	return ST_DONE;
}

void resize_free(struct resize *resize)
{
	free(resize->nodes);
	resize->nodes = NULL;
	resize->n_nodes = 0;
}

void resizes_free(struct resizes *resizes)
{
	size_t i;

	for (i = 0; i < resizes->n; i++)
		resize_free(&resizes->v[i]);
	free(resizes->v);
	resizes->v = NULL;
	resizes->n = 0;
}

static int compare_nodes(const void *a, const void *b)
{
	const struct resize_node *x = a, *y = b;

	return (x->node > y->node) - (x->node < y->node);
}

static int compare(const void *a, const void *b)
{
	const struct resize *x = a, *y = b;

	return (x->size > y->size) - (x->size < y->size);
}

void resizes_sort(struct resizes *resizes)
{
	size_t i;

	for (i = 0; i < resizes->n; i++) {
		struct resize *r = &resizes->v[i];

		if (r->n_nodes)
			qsort(r->nodes, r->n_nodes, sizeof(*r->nodes),
			      compare_nodes);
	}
	if (resizes->n)
		qsort(resizes->v, resizes->n, sizeof(*resizes->v), compare);
}
