/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SOURCE_H
#define SOURCE_H

#include "pool.h"
#include "tree.h"

/*
 * The pools of the running kernel: from netlink, or from sysfs if the kernel
 * lacks the family; of a copied tree if sysroot is not NULL.
 */
int source_pools(const char *sysroot, struct pools *pools, struct msg *msg);

/* What overcommit and demote write to. */
struct target {
	const char *sysroot;
	bool dry;
	bool quiet;
	struct place top;
	struct pools pools;
};

/* Opens sysroot, and reads the pools there. */
int target_open(struct target *t, struct msg *msg);
void target_close(struct target *t);

/*
 * For commands that need the family: a size that the machine lacks is wrong
 * usage, on a kernel without the family too.
 */
int source_check(const struct filter *filter, struct msg *msg);

#endif
