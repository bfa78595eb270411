// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: the generic netlink family "hugetlb".
 *
 * Described in Documentation/netlink/specs/hugetlb.yaml, from which policies,
 * operations and attribute numbers are generated.  No operation changes state.
 */
#include <linux/hugetlb.h>
#include <linux/init.h>
#include <linux/nodemask.h>
#include <net/genetlink.h>
#include <net/net_namespace.h>
#include <net/sock.h>

#include "hugetlb_netlink_gen.h"
#include "hugetlb_parallel_internal.h"
#include "hugetlb_vmemmap.h"

/* Room for the fixed attributes of one message and for one node's nest. */
#define MSG_SIZE	240
#define NODE_SIZE	80

static bool registered __ro_after_init;

static struct hstate *find_hstate(struct genl_info *info, int attr)
{
	struct hstate *h;

	if (GENL_REQ_ATTR_CHECK(info, attr))
		return ERR_PTR(-EINVAL);

	h = size_to_hstate(nla_get_uint(info->attrs[attr]));
	if (!h) {
		NL_SET_ERR_MSG_ATTR(info->extack, info->attrs[attr],
				    "no pool of this page size");
		return ERR_PTR(-ENOENT);
	}
	return h;
}

/* One pool: of @nid, or of the whole system for NUMA_NO_NODE. */
static int put_pool(struct sk_buff *skb, const struct genl_info *info,
		    struct hstate *h, int nid)
{
	unsigned long total, free, reserved, surplus, overcommit;
	void *hdr = genlmsg_iput(skb, info);
	bool all = nid == NUMA_NO_NODE;

	if (!hdr)
		return -EMSGSIZE;

	/* One look, so that the counts of a message agree. */
	spin_lock_irq(&hugetlb_lock);
	total = all ? h->nr_huge_pages : h->nr_huge_pages_node[nid];
	free = all ? h->free_huge_pages : h->free_huge_pages_node[nid];
	surplus = all ? h->surplus_huge_pages : h->surplus_huge_pages_node[nid];
	reserved = h->resv_huge_pages;
	overcommit = h->nr_overcommit_huge_pages;
	spin_unlock_irq(&hugetlb_lock);

	if (nla_put_uint(skb, HUGETLB_A_POOL_PAGE_SIZE, huge_page_size(h)) ||
	    nla_put_uint(skb, HUGETLB_A_POOL_TOTAL, total) ||
	    nla_put_uint(skb, HUGETLB_A_POOL_FREE, free) ||
	    nla_put_uint(skb, HUGETLB_A_POOL_SURPLUS, surplus) ||
	    nla_put_uint(skb, HUGETLB_A_POOL_HVO,
			 hugetlb_hvo_pages(h, nid)) ||
	    nla_put_uint(skb, HUGETLB_A_POOL_HVO_SAVING,
			 hugetlb_vmemmap_optimizable_size(h)))
		goto full;
	if (h == &default_hstate && nla_put_flag(skb, HUGETLB_A_POOL_DEFAULT))
		goto full;
	if (all && (nla_put_uint(skb, HUGETLB_A_POOL_RESERVED, reserved) ||
		    nla_put_uint(skb, HUGETLB_A_POOL_OVERCOMMIT, overcommit)))
		goto full;
	if (!all && nla_put_u32(skb, HUGETLB_A_POOL_NODE, nid))
		goto full;

	genlmsg_end(skb, hdr);
	return 0;
full:
	genlmsg_cancel(skb, hdr);
	return -EMSGSIZE;
}

int hugetlb_nl_pool_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *attr = info->attrs[HUGETLB_A_POOL_NODE];
	int nid = NUMA_NO_NODE, ret;
	struct hstate *h;
	struct sk_buff *msg;

	h = find_hstate(info, HUGETLB_A_POOL_PAGE_SIZE);
	if (IS_ERR(h))
		return PTR_ERR(h);

	if (attr) {
		u32 node = nla_get_u32(attr);

		if (node >= nr_node_ids || !node_state(node, N_MEMORY)) {
			NL_SET_ERR_MSG_ATTR(info->extack, attr,
					    "no node with memory has this number");
			return -ENOENT;
		}
		nid = node;
	}

	msg = genlmsg_new(MSG_SIZE, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;
	ret = put_pool(msg, info, h, nid);
	if (ret) {
		nlmsg_free(msg);
		return ret;
	}
	return genlmsg_reply(msg, info);
}

/* Where a dump goes on: hstate, and node plus one, 0 being the whole system. */
struct pool_dump {
	unsigned int hstate;
	unsigned int row;
};

int hugetlb_nl_pool_get_dumpit(struct sk_buff *skb, struct netlink_callback *cb)
{
	const struct genl_info *info = genl_info_dump(cb);
	struct pool_dump *at = (struct pool_dump *)cb->ctx;
	int ret;

	NL_ASSERT_CTX_FITS(struct pool_dump);

	for (; at->hstate < hugetlb_max_hstate; at->hstate++, at->row = 0) {
		for (; at->row <= nr_node_ids; at->row++) {
			int nid = at->row ? (int)at->row - 1 : NUMA_NO_NODE;

			if (nid != NUMA_NO_NODE && !node_state(nid, N_MEMORY))
				continue;
			ret = put_pool(skb, info, &hstates[at->hstate], nid);
			if (ret)
				return ret;
		}
	}
	return 0;
}

static int put_resize_node(struct sk_buff *skb, int nid,
			   const struct hugetlb_resize_node *node)
{
	struct nlattr *nest;

	nest = nla_nest_start(skb, HUGETLB_A_RESIZE_NODE);
	if (!nest)
		return -EMSGSIZE;
	if (nla_put_u32(skb, HUGETLB_A_RESIZE_NODE_NODE, nid) ||
	    nla_put_uint(skb, HUGETLB_A_RESIZE_NODE_PAGES, node->pages) ||
	    nla_put_u32(skb, HUGETLB_A_RESIZE_NODE_WORKERS, node->workers) ||
	    nla_put_uint(skb, HUGETLB_A_RESIZE_NODE_ELAPSED, node->elapsed) ||
	    nla_put_uint(skb, HUGETLB_A_RESIZE_NODE_FAILURES, node->failures)) {
		nla_nest_cancel(skb, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(skb, nest);
	return 0;
}

static bool node_took_part(const struct hugetlb_resize_node *node)
{
	return node->pages || node->workers || node->failures;
}

/* The attributes of a resize, into a message that the caller has begun. */
static int put_resize(struct sk_buff *skb, struct hstate *h,
		      const struct hugetlb_resize *r)
{
	unsigned int nid;

	if (nla_put_uint(skb, HUGETLB_A_RESIZE_PAGE_SIZE, huge_page_size(h)) ||
	    nla_put_u32(skb, HUGETLB_A_RESIZE_ORIGIN, r->origin) ||
	    nla_put_u32(skb, HUGETLB_A_RESIZE_DIRECTION, r->direction) ||
	    nla_put_uint(skb, HUGETLB_A_RESIZE_ASKED, r->asked) ||
	    nla_put_uint(skb, HUGETLB_A_RESIZE_DONE, r->done) ||
	    nla_put_sint(skb, HUGETLB_A_RESIZE_SURPLUS, r->surplus) ||
	    nla_put_u32(skb, HUGETLB_A_RESIZE_WORKERS, r->workers) ||
	    nla_put_uint(skb, HUGETLB_A_RESIZE_ELAPSED, r->elapsed))
		return -EMSGSIZE;
	if (r->start && nla_put_uint(skb, HUGETLB_A_RESIZE_START, r->start))
		return -EMSGSIZE;
	if (r->phased &&
	    (nla_put_uint(skb, HUGETLB_A_RESIZE_RESERVING, r->reserving) ||
	     nla_put_uint(skb, HUGETLB_A_RESIZE_INITIALIZING, r->initializing) ||
	     nla_put_uint(skb, HUGETLB_A_RESIZE_OPTIMIZING, r->optimizing)))
		return -EMSGSIZE;
	if (r->interrupted && nla_put_flag(skb, HUGETLB_A_RESIZE_INTERRUPTED))
		return -EMSGSIZE;

	for (nid = 0; nid < r->nr_nodes; nid++)
		if (node_took_part(&r->nodes[nid]) &&
		    put_resize_node(skb, nid, &r->nodes[nid]))
			return -EMSGSIZE;
	return 0;
}

static int put_last_resize(struct sk_buff *skb, const struct genl_info *info,
			   struct hstate *h)
{
	const struct hugetlb_resize *r;
	int ret = 0;
	void *hdr;

	rcu_read_lock();
	r = hugetlb_resize_last(h);
	if (!r) {
		ret = -ENODATA;
		goto out;
	}

	hdr = genlmsg_iput(skb, info);
	if (!hdr) {
		ret = -EMSGSIZE;
		goto out;
	}
	ret = put_resize(skb, h, r);
	if (ret)
		genlmsg_cancel(skb, hdr);
	else
		genlmsg_end(skb, hdr);
out:
	rcu_read_unlock();
	return ret;
}

static struct sk_buff *resize_msg(void)
{
	return genlmsg_new(MSG_SIZE + nr_node_ids * NODE_SIZE, GFP_KERNEL);
}

int hugetlb_nl_resize_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct hstate *h = find_hstate(info, HUGETLB_A_RESIZE_PAGE_SIZE);
	struct sk_buff *msg;
	int ret;

	if (IS_ERR(h))
		return PTR_ERR(h);

	msg = resize_msg();
	if (!msg)
		return -ENOMEM;
	ret = put_last_resize(msg, info, h);
	if (ret) {
		if (ret == -ENODATA)
			NL_SET_ERR_MSG(info->extack,
				       "this pool was not resized since boot");
		nlmsg_free(msg);
		return ret;
	}
	return genlmsg_reply(msg, info);
}

int hugetlb_nl_resize_get_dumpit(struct sk_buff *skb,
				 struct netlink_callback *cb)
{
	const struct genl_info *info = genl_info_dump(cb);
	struct pool_dump *at = (struct pool_dump *)cb->ctx;
	int ret;

	for (; at->hstate < hugetlb_max_hstate; at->hstate++) {
		ret = put_last_resize(skb, info, &hstates[at->hstate]);
		if (ret && ret != -ENODATA)
			return ret;
	}
	return 0;
}

/**
 * hugetlb_resize_watched - does anybody listen to the events
 *
 * Context: Any.
 * Return: true if a socket in any network namespace is in the group.
 */
bool hugetlb_resize_watched(void)
{
	bool watched = false;
	struct net *net;

	if (!registered)
		return false;

	rcu_read_lock();
	for_each_net_rcu(net) {
		watched = genl_has_listeners(&hugetlb_nl_family, net,
					     HUGETLB_NLGRP_RESIZE);
		if (watched)
			break;
	}
	rcu_read_unlock();
	return watched;
}

/**
 * hugetlb_resize_notify - tell the listeners about a resize
 * @h:		pool
 * @r:		its record, as far as it is known
 * @cmd:	one of the events, HUGETLB_CMD_RESIZE_*_NTF
 *
 * Without listeners or without memory, nothing is sent.
 *
 * Context: Process context, no spinlock held.  May sleep.
 */
void hugetlb_resize_notify(struct hstate *h, const struct hugetlb_resize *r,
			   u8 cmd)
{
	struct sk_buff *msg;
	void *hdr;

	if (!hugetlb_resize_watched())
		return;

	msg = resize_msg();
	if (!msg)
		return;

	hdr = genlmsg_put(msg, 0, 0, &hugetlb_nl_family, 0, cmd);
	if (!hdr || put_resize(msg, h, r)) {
		nlmsg_free(msg);
		return;
	}
	genlmsg_end(msg, hdr);
	genlmsg_multicast_allns(&hugetlb_nl_family, msg, 0,
				HUGETLB_NLGRP_RESIZE);
}

static int __init hugetlb_parallel_netlink_init(void)
{
	int ret = genl_register_family(&hugetlb_nl_family);

	registered = !ret;
	return ret;
}
device_initcall(hugetlb_parallel_netlink_init);
