/* SPDX-License-Identifier: ((GPL-2.0 WITH Linux-syscall-note) OR BSD-3-Clause) */
/* Do not edit directly, auto-generated from: */
/*	Documentation/netlink/specs/hugetlb.yaml */
/* YNL-GEN kernel header */
/* To regenerate run: tools/net/ynl/ynl-regen.sh */

#ifndef _LINUX_HUGETLB_GEN_H
#define _LINUX_HUGETLB_GEN_H

#include <net/netlink.h>
#include <net/genetlink.h>

#include <uapi/linux/hugetlb_netlink.h>

int hugetlb_nl_pool_get_doit(struct sk_buff *skb, struct genl_info *info);
int hugetlb_nl_pool_get_dumpit(struct sk_buff *skb,
			       struct netlink_callback *cb);
int hugetlb_nl_resize_get_doit(struct sk_buff *skb, struct genl_info *info);
int hugetlb_nl_resize_get_dumpit(struct sk_buff *skb,
				 struct netlink_callback *cb);

enum {
	HUGETLB_NLGRP_RESIZE,
};

extern struct genl_family hugetlb_nl_family;

#endif /* _LINUX_HUGETLB_GEN_H */
