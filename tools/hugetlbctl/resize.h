/* SPDX-License-Identifier: GPL-2.0-only */
/* The kernel's record of one resize. */
#ifndef RESIZE_H
#define RESIZE_H

#include "pool.h"

struct resize_node {
	int node;
	struct count pages;
	struct count workers;
	struct count elapsed;	/* ns; 0 if the serial path served the node */
	struct count failures;
};

struct resize {
	uint64_t size;
	struct count origin;	/* enum hugetlb_origin */
	struct count direction;	/* enum hugetlb_direction */
	struct count asked;
	struct count done;
	int64_t surplus;
	struct count workers;	/* 0: the serial path did all */
	struct count start;	/* ns since 1970, unknown if no clock was set */
	struct count elapsed;	/* ns */
	struct count reserving;	/* ns, parts of it, gigantic pages at boot only */
	struct count initializing;
	struct count optimizing;
	bool interrupted;
	struct resize_node *nodes;
	size_t n_nodes;
};

struct resizes {
	struct resize *v;
	size_t n;
};

/* Takes over resize->nodes, also when it fails. */
int resizes_add(struct resizes *resizes, struct resize *resize,
		struct msg *msg);
int resize_add_node(struct resize *resize, const struct resize_node *node,
		    struct msg *msg);
void resize_free(struct resize *resize);
void resizes_free(struct resizes *resizes);
void resizes_sort(struct resizes *resizes);

#endif
