// SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause)
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/hugetlb.yaml */
/* YNL-GEN kernel source */
/* To regenerate run: tools/net/ynl/ynl-regen.sh */

#include <net/netlink.h>
#include <net/genetlink.h>

#include "hugetlb_netlink_gen.h"

#include <uapi/linux/hugetlb_netlink.h>

/* HUGETLB_CMD_POOL_GET - do */
static const struct nla_policy hugetlb_pool_get_nl_policy[HUGETLB_A_POOL_NODE + 1] = {
	[HUGETLB_A_POOL_PAGE_SIZE] = { .type = NLA_UINT, },
	[HUGETLB_A_POOL_NODE] = { .type = NLA_U32, },
};

/* HUGETLB_CMD_RESIZE_GET - do */
static const struct nla_policy hugetlb_resize_get_nl_policy[HUGETLB_A_RESIZE_PAGE_SIZE + 1] = {
	[HUGETLB_A_RESIZE_PAGE_SIZE] = { .type = NLA_UINT, },
};

/* Ops table for hugetlb */
static const struct genl_split_ops hugetlb_nl_ops[] = {
	{
		.cmd		= HUGETLB_CMD_POOL_GET,
		.doit		= hugetlb_nl_pool_get_doit,
		.policy		= hugetlb_pool_get_nl_policy,
		.maxattr	= HUGETLB_A_POOL_NODE,
		.flags		= GENL_CMD_CAP_DO,
	},
	{
		.cmd	= HUGETLB_CMD_POOL_GET,
		.dumpit	= hugetlb_nl_pool_get_dumpit,
		.flags	= GENL_CMD_CAP_DUMP,
	},
	{
		.cmd		= HUGETLB_CMD_RESIZE_GET,
		.doit		= hugetlb_nl_resize_get_doit,
		.policy		= hugetlb_resize_get_nl_policy,
		.maxattr	= HUGETLB_A_RESIZE_PAGE_SIZE,
		.flags		= GENL_CMD_CAP_DO,
	},
	{
		.cmd	= HUGETLB_CMD_RESIZE_GET,
		.dumpit	= hugetlb_nl_resize_get_dumpit,
		.flags	= GENL_CMD_CAP_DUMP,
	},
};

static const struct genl_multicast_group hugetlb_nl_mcgrps[] = {
	[HUGETLB_NLGRP_RESIZE] = { "resize", },
};

struct genl_family hugetlb_nl_family __ro_after_init = {
	.name		= HUGETLB_FAMILY_NAME,
	.version	= HUGETLB_FAMILY_VERSION,
	.netnsok	= true,
	.parallel_ops	= true,
	.module		= THIS_MODULE,
	.split_ops	= hugetlb_nl_ops,
	.n_split_ops	= ARRAY_SIZE(hugetlb_nl_ops),
	.mcgrps		= hugetlb_nl_mcgrps,
	.n_mcgrps	= ARRAY_SIZE(hugetlb_nl_mcgrps),
};
