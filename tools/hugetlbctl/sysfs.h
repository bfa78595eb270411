/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SYSFS_H
#define SYSFS_H

#include "pool.h"

/*
 * Read all pools from sysfs and procfs below root. No symbolic link below
 * root is followed, so a copied tree never leads to the running system.
 * ST_UNSUPPORTED if there are no huge pages.
 */
int sysfs_pools(const char *root, struct pools *pools, struct msg *msg);

/* The path below root of one file of a pool, of the system or of a node. */
void sysfs_pool_file(char *path, size_t len, uint64_t size, int node,
		     const char *file);

#endif
