// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "plan.h"
#include "sizes.h"
#include "sysfs.h"

const char *change_name(char buf[CHANGE_NAME_MAX], const struct change *c)
{
	return pool_name(buf, c->size, c->node);
}

static int add(struct plan *plan, const struct change *c, struct msg *msg)
{
	struct change *v = reallocarray(plan->v, plan->n + 1, sizeof(*v));

	if (!v)
		return msg_nomem(msg);
	plan->v = v;
	v[plan->n++] = *c;
	return ST_DONE;
}

void plan_free(struct plan *plan)
{
	free(plan->v);
	plan->v = NULL;
	plan->n = 0;
}

/* What all steps of planning need. */
struct planning {
	struct plan *plan;
	const struct wish *wish;
	const struct place *top;
	const struct pools *pools;
};

/* The pages that the policy leaves out stay, whatever is written. */
static int check_policy(const struct planning *p, const struct change *c,
			const char *name, struct msg *msg)
{
	uint64_t outside = policy_outside(c->policy, p->pools, c->size);
	uint64_t inside = c->after - outside, fit = 0;
	bool nodes = false;
	size_t i;

	if (c->after < c->before && c->after < outside)
		return msg_set(msg, ST_USAGE,
			       "%s: makes %" PRIu64 " %s, but %" PRIu64
			       " on nodes that the memory policy leaves out would stay",
			       name, c->after, PAGES(c->after), outside);
	if (c->after <= c->before || !c->policy->known)
		return ST_DONE;
	for (i = 0; i < p->pools->n; i++) {
		const struct pool *pool = &p->pools->v[i];
		struct count memory;
		int ret;

		if (pool->size != c->size || pool->node == NODE_ALL ||
		    !policy_allows(c->policy, pool->node))
			continue;
		ret = meminfo_read(p->top, pool->node, "MemTotal", &memory, msg);
		if (ret != ST_DONE || !memory.known)
			return ret;
		fit += memory.n / c->size;
		nodes = true;
	}
	/* Without NUMA the file is not there either, as will be said. */
	if (!nodes || inside <= fit)
		return ST_DONE;
	return msg_set(msg, ST_USAGE,
		       "%s: too large: makes %" PRIu64
		       " %s on the nodes of the memory policy, whose memory holds %" PRIu64,
		       name, inside, PAGES(inside), fit);
}

static int plan_one(struct planning *p, const struct spec *spec, int node,
		    const struct value *value, struct msg *msg)
{
	const struct pool *pool = pools_find(p->pools, spec->size, node);
	struct change c = {
		.size = spec->size, .node = node, .policy = p->wish->policy,
		.at = p->wish->at
	};
	struct count memory;
	char name[128];
	int ret;

	if (!pool)
		return pools_need_pool(p->pools, spec->size, node, msg);
	if (node == NODE_ALL)
		snprintf(name, sizeof(name), "%s", spec->text);
	else
		snprintf(name, sizeof(name), "%.100s on node %d", spec->text,
			 node);
	c.before = pool_persistent(pool);
	ret = meminfo_read(p->top, node, "MemTotal", &memory, msg);
	if (ret == ST_DONE)
		ret = value_pages(value, spec->size, c.before, memory, name,
				  &c.after, msg);
	if (ret == ST_DONE)
		ret = pages_fit(c.after, spec->size, c.before, memory, name,
				msg);
	if (ret == ST_DONE && c.policy)
		ret = check_policy(p, &c, name, msg);
	if (ret != ST_DONE)
		return ret;
	sysfs_pool_file(c.path, sizeof(c.path), spec->size, node,
			c.policy ? "nr_hugepages_mempolicy" :
			"nr_hugepages");
	return add(p->plan, &c, msg);
}

/* SIZE --node 0=VALUE,1=VALUE */
static int plan_values(struct planning *p, const struct spec *spec,
		       struct msg *msg)
{
	const struct node_values *nodes = p->wish->nodes;
	int ret = ST_DONE;
	size_t i;

	for (i = 0; ret == ST_DONE && i < nodes->n; i++) {
		if (!nodes->v[i].valued)
			return msg_set(msg, ST_USAGE,
				       "'%s': give a value, as %s=4096, or one for node %d, as %d=4096",
				       spec->text, spec->text, nodes->v[i].node,
				       nodes->v[i].node);
		ret = plan_one(p, spec, nodes->v[i].node, &nodes->v[i].value,
			       msg);
	}
	return ret;
}

/* SIZE=VALUE --node 0=SHARE,1=SHARE */
static int plan_shares(struct planning *p, const struct spec *spec,
		       struct msg *msg)
{
	struct value all = spec->value, part = spec->value;
	uint64_t n, pages[NODES_MAX];
	struct count memory;
	size_t i;
	int ret;

	/* Of the value itself, whatever its sign. */
	all.sign = SIGN_NONE;
	ret = meminfo_read(p->top, NODE_ALL, "MemTotal", &memory, msg);
	if (ret == ST_DONE)
		ret = value_pages(&all, spec->size, 0, memory, spec->text, &n,
				  msg);
	if (ret == ST_DONE)
		ret = pages_fit(n, spec->size, 0, memory, spec->text, msg);
	if (ret == ST_DONE)
		ret = node_values_split(p->wish->nodes, n, pages, msg);
	for (i = 0; ret == ST_DONE && i < p->wish->nodes->n; i++) {
		part.unit = UNIT_PAGES;
		part.n = pages[i];
		ret = plan_one(p, spec, p->wish->nodes->v[i].node, &part, msg);
	}
	return ret;
}

static int plan_spec(struct planning *p, const char *text, struct msg *msg)
{
	struct spec spec;
	size_t i;
	int ret;

	ret = spec_of_pool(text, p->pools, &spec, msg);
	if (ret != ST_DONE)
		return ret;
	for (i = 0; i < p->plan->n; i++)
		if (p->plan->v[i].size == spec.size)
			return spec_twice(&spec, msg);
	if (p->wish->nodes->n)
		return spec.valued ? plan_shares(p, &spec, msg) :
			plan_values(p, &spec, msg);
	if (!spec.valued)
		return msg_set(msg, ST_USAGE,
			       "'%s': give a value, as %s=4096 or %s=+512",
			       text, text, text);
	return plan_one(p, &spec, NODE_ALL, &spec.value, msg);
}

static void shrink_first(struct plan *plan)
{
	size_t i, j;

	/* Insertion keeps the order otherwise; there are few. */
	for (i = 1; i < plan->n; i++) {
		struct change c = plan->v[i];

		if (c.after >= c.before)
			continue;
		for (j = i; j && plan->v[j - 1].after >= plan->v[j - 1].before;
		     j--)
			plan->v[j] = plan->v[j - 1];
		plan->v[j] = c;
	}
}

int plan_make(struct plan *plan, const struct wish *wish,
	      const struct place *top, const struct pools *pools,
	      struct msg *msg)
{
	struct planning p = {
		.plan = plan, .wish = wish, .top = top, .pools = pools
	};
	int ret = ST_DONE;
	char **text;

	if (wish->policy && wish->nodes->n)
		return msg_set(msg, ST_USAGE,
			       "--mempolicy and --node exclude each other: both say on which nodes");
	for (text = wish->specs; ret == ST_DONE && *text; text++)
		ret = plan_spec(&p, *text, msg);
	shrink_first(plan);
	return ret;
}
