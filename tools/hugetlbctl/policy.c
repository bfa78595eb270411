// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <linux/mempolicy.h>

#include "policy.h"

#define LONG_BITS (8 * sizeof(long))

void policy_all(struct policy *policy)
{
	policy->known = true;
	memset(policy->nodes, 0xff, sizeof(policy->nodes));
}

void policy_read(struct policy *policy)
{
	int mode = MPOL_DEFAULT;

	memset(policy, 0, sizeof(*policy));
	/* A kernel without NUMA has no policies. */
	if (syscall(SYS_get_mempolicy, &mode, policy->nodes,
		    (unsigned long)POLICY_NODES, NULL, 0UL) ||
	    mode == MPOL_DEFAULT) {
		policy_all(policy);
		return;
	}
	policy->known = !(mode & MPOL_F_RELATIVE_NODES) &&
			(mode & ~MPOL_MODE_FLAGS) != MPOL_LOCAL;
}

bool policy_allows(const struct policy *policy, int node)
{
	if (!policy || !policy->known)
		return true;
	if (node < 0 || node >= POLICY_NODES)
		return false;
	return policy->nodes[node / LONG_BITS] >> node % LONG_BITS & 1;
}

uint64_t policy_outside(const struct policy *policy, const struct pools *pools,
			uint64_t size)
{
	uint64_t sum = 0;
	size_t i;

	for (i = 0; i < pools->n; i++)
		if (pools->v[i].size == size && pools->v[i].node != NODE_ALL &&
		    !policy_allows(policy, pools->v[i].node))
			sum += pool_persistent(&pools->v[i]);
	return sum;
}
