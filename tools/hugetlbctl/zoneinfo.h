/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel gives away of free memory, by /proc/zoneinfo. */
#ifndef ZONEINFO_H
#define ZONEINFO_H

#include <stdio.h>

#include "pool.h"

/*
 * Huge pages that the zones of a node could give before they are down to what they
 * hold back: a watermark, the reserve of lower zones for those who can use no
 * other, free pages for atomic allocations.
 */
struct spare {
	struct count whole;	/* in one piece, by buddyinfo: down to min */
	struct count pages;	/* and those that compaction, down to low, may make */
};

/*
 * Not known if file, which may be NULL, or the text of /proc/buddyinfo has no such
 * zone. node NODE_ALL: of all nodes.
 */
struct spare zoneinfo_spare(FILE *file, const char *buddyinfo, int node,
			    uint64_t size, uint64_t page_size);

#endif
