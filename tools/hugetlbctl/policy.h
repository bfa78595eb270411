/* SPDX-License-Identifier: GPL-2.0-only */
/* The memory policy of this task, which nr_hugepages_mempolicy obeys. */
#ifndef POLICY_H
#define POLICY_H

#include "pool.h"

#define POLICY_NODES 1024

struct policy {
	bool known;	/* else: of the node that the task runs on, or relative */
	unsigned long nodes[POLICY_NODES / (8 * sizeof(long))];
};

/* Of the calling thread; without a policy, all nodes. */
void policy_read(struct policy *policy);

/* As if there were none. */
void policy_all(struct policy *policy);

/* policy may be NULL: all nodes. So does one that is not known. */
bool policy_allows(const struct policy *policy, int node);

/* Persistent pages of a size on nodes that it leaves out. */
uint64_t policy_outside(const struct policy *policy, const struct pools *pools,
			uint64_t size);

#endif
