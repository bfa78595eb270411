/* SPDX-License-Identifier: GPL-2.0-only */
/* /proc/meminfo, and the file of the same form of each node. */
#ifndef MEMINFO_H
#define MEMINFO_H

#include "pool.h"

struct place;

/*
 * One value in bytes, of the system (NODE_ALL) or of a node; not known if the
 * kernel does not tell it.
 */
int meminfo_read(const struct place *top, int node, const char *key,
		 struct count *bytes, struct msg *msg);

#endif
