// SPDX-License-Identifier: GPL-2.0-only
/* All of a plan shares the memory that value_pages() saw for each by itself. */
#include <inttypes.h>
#include <stdio.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "plan.h"
#include "sizes.h"

/*
 * On one node, or in the system. Pools that the plan does not name do not count:
 * others may empty them while we try.
 */
static int check(const struct plan *plan, int node, const struct place *top,
		 struct msg *msg)
{
	char where[32] = "", name[CHANGE_NAME_MAX], all[FORMAT_MAX];
	__uint128_t before = 0, after = 0;
	const char *comma = "";
	struct count memory;
	size_t i;
	int ret;

	ret = meminfo_read(top, node, "MemTotal", &memory, msg);
	if (ret != ST_DONE || !memory.known)
		return ret;
	for (i = 0; i < plan->n; i++) {
		const struct change *c = &plan->v[i];

		if (node != NODE_ALL && c->node != node)
			continue;
		before += (__uint128_t)c->before * c->size;
		after += (__uint128_t)c->after * c->size;
	}
	/* What is there fits, whatever the kernel counts as memory. */
	if (after <= memory.n || after <= before)
		return ST_DONE;
	if (node != NODE_ALL)
		snprintf(where, sizeof(where), " on node %d", node);
	msg_set(msg, ST_USAGE,
		"too large together: %s of memory%s do not hold the pages: ",
		format_size(all, memory.n), where);
	for (i = 0; i < plan->n; i++) {
		const struct change *c = &plan->v[i];

		if (!c->after || (node != NODE_ALL && c->node != node))
			continue;
		msg_add(msg, "%s%" PRIu64 " of %s", comma, c->after,
			change_name(name, c));
		comma = ", ";
	}
	return ST_USAGE;
}

int plan_check(const struct plan *plan, const struct place *top,
	       struct msg *msg)
{
	int ret = check(plan, NODE_ALL, top, msg);
	size_t i;

	for (i = 0; ret == ST_DONE && i < plan->n; i++)
		if (plan->v[i].node != NODE_ALL)
			ret = check(plan, plan->v[i].node, top, msg);
	return ret;
}
