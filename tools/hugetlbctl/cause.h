/* SPDX-License-Identifier: GPL-2.0-only */
/* Why a resize ended short of what was asked for. */
#ifndef CAUSE_H
#define CAUSE_H

#include "plan.h"

/*
 * Free memory of a node, by the text of /proc/buddyinfo, that lies in blocks of
 * at least size bytes, in units of size. Not known if the kernel keeps no
 * blocks as large. node NODE_ALL: of all nodes; zone NULL: of all zones.
 */
struct count buddyinfo_blocks(const char *text, int node, const char *zone,
			      uint64_t size, uint64_t page_size);

/*
 * Add to msg, a line each, what is known of the nodes that c was for: pages
 * got, and with explain the likely cause: not if the user ended it. before and
 * after are the pools around it; rival: another resize of the size was seen.
 */
void cause_add(const struct place *top, const struct change *c,
	       const struct pools *before, const struct pools *after,
	       bool rival, bool explain, struct msg *msg);

#endif
