// SPDX-License-Identifier: GPL-2.0-only
#include "hugetlbctl.h"
#include "netlink.h"
#include "source.h"
#include "sysfs.h"

int source_pools(const char *sysroot, struct pools *pools, struct msg *msg)
{
	struct nl nl;
	int ret;

	if (sysroot)
		return sysfs_pools(sysroot, pools, msg);

	/* A kernel without the family still has all but HVO in sysfs. */
	ret = nl_open(&nl, msg);
	if (ret == ST_UNSUPPORTED) {
		*msg->text = '\0';	/* that is no error of the caller's */
		return sysfs_pools("/", pools, msg);
	}
	if (ret == ST_DONE) {
		ret = nl_pools(&nl, pools, msg);
		nl_close(&nl);
	}
	return ret;
}

int target_open(struct target *t, struct msg *msg)
{
	int ret = tree_open(&t->top, t->sysroot, msg);

	if (ret != ST_DONE)
		return ret;
	ret = source_pools(t->sysroot, &t->pools, msg);
	if (ret != ST_DONE)
		target_close(t);
	return ret;
}

void target_close(struct target *t)
{
	pools_free(&t->pools);
	tree_close(&t->top);
}

int source_check(const struct filter *filter, struct msg *msg)
{
	struct pools pools = { 0 };
	int ret;

	if (!filter->n_sizes)
		return ST_DONE;
	ret = source_pools(NULL, &pools, msg);
	if (ret == ST_DONE)
		ret = filter_check(filter, &pools, msg);
	pools_free(&pools);
	return ret;
}
