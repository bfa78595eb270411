/* SPDX-License-Identifier: GPL-2.0-only */
/* From what the user asks for to what is written where. */
#ifndef PLAN_H
#define PLAN_H

#include "conf.h"
#include "policy.h"

struct place;

struct change {
	uint64_t size;
	int node;		/* NODE_ALL: the file of the whole system */
	uint64_t before;	/* persistent pages */
	uint64_t after;
	const struct policy *policy;	/* NULL: it is not asked */
	char path[128];		/* below the root */
	struct conf_at at;	/* line 0: from the command line */
};

struct plan {
	struct change *v;
	size_t n;
};

struct wish {
	char **specs;		/* NULL ends them */
	const struct node_values *nodes;
	const struct policy *policy;	/* NULL: it is not asked */
	struct conf_at at;	/* as in struct change */
};

/*
 * Refuses with ST_USAGE what makes no sense on this machine. Shrinking comes
 * first: it makes room for what grows.
 */
int plan_make(struct plan *plan, const struct wish *wish,
	      const struct place *top, const struct pools *pools,
	      struct msg *msg);
void plan_free(struct plan *plan);

/*
 * Refuse, with ST_USAGE, what fits alone but not together: after the last
 * plan_make().
 */
int plan_check(const struct plan *plan, const struct place *top,
	       struct msg *msg);

#define CHANGE_NAME_MAX POOL_NAME_MAX
const char *change_name(char buf[CHANGE_NAME_MAX], const struct change *c);

#endif
