// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <linux/genetlink.h>
#include <linux/hugetlb_netlink.h>

#include "hugetlbctl.h"
#include "nlparse.h"

typedef int (*attr_fn)(const struct nlattr *attr, void *data, struct msg *msg);

static int malformed(struct msg *msg, const char *what)
{
	return msg_set(msg, ST_FAILED,
		       "the kernel's answer is malformed: %s", what);
}

/*
 * libmnl's loops end silently at an attribute that is cut off; a number shown
 * wrong because half of an answer was missing is worse than an error.
 */
static int each_attr(const void *start, size_t len, attr_fn fn, void *data,
		     struct msg *msg)
{
	const char *pos = start;
	int ret = ST_DONE;

	while (ret == ST_DONE && len) {
		const struct nlattr *attr = (const void *)pos;
		size_t step;

		if (!mnl_attr_ok(attr, len > INT_MAX ? INT_MAX : (int)len))
			return malformed(msg, "an attribute is cut off");
		ret = fn(attr, data, msg);
		step = MNL_ALIGN(mnl_attr_get_len(attr));
		if (step > len)		/* no padding after the last one */
			step = len;
		pos += step;
		len -= step;
	}
	return ret;
}

static int each_attr_of(const struct nlmsghdr *nlh, attr_fn fn, void *data,
			struct msg *msg)
{
	size_t len = mnl_nlmsg_get_payload_len(nlh);

	if (len < sizeof(struct genlmsghdr))
		return malformed(msg, "a message is cut off");
	return each_attr(mnl_nlmsg_get_payload_offset(nlh,
						      sizeof(struct genlmsghdr)),
			 len - MNL_ALIGN(sizeof(struct genlmsghdr)), fn, data,
			 msg);
}

/* uint (4 bytes where the value fits, else 8) and u32 alike. */
static int get_count(const struct nlattr *attr, struct count *count,
		     struct msg *msg)
{
	uint64_t wide;
	uint32_t word;

	switch (mnl_attr_get_payload_len(attr)) {
	case sizeof(word):
		memcpy(&word, mnl_attr_get_payload(attr), sizeof(word));
		count->n = word;
		break;
	case sizeof(wide):
		memcpy(&wide, mnl_attr_get_payload(attr), sizeof(wide));
		count->n = wide;
		break;
	default:
		return malformed(msg, "a number has neither 4 nor 8 bytes");
	}
	count->known = true;
	return ST_DONE;
}

static int get_sint(const struct nlattr *attr, int64_t *value, struct msg *msg)
{
	struct count count = { 0 };
	int ret = get_count(attr, &count, msg);

	if (ret != ST_DONE)
		return ret;
	if (mnl_attr_get_payload_len(attr) == sizeof(int32_t))
		*value = (int32_t)count.n;
	else
		*value = (int64_t)count.n;
	return ST_DONE;
}

static int get_node(const struct nlattr *attr, int *node, struct msg *msg)
{
	struct count count = { 0 };
	int ret = get_count(attr, &count, msg);

	if (ret != ST_DONE)
		return ret;
	if (count.n > INT_MAX)
		return malformed(msg, "a node number is too large");
	*node = count.n;
	return ST_DONE;
}

static int get_size(const struct nlattr *attr, uint64_t *size, struct msg *msg)
{
	struct count count = { 0 };
	int ret = get_count(attr, &count, msg);

	if (ret != ST_DONE)
		return ret;
	if (!count.n)
		return malformed(msg, "a page size is 0");
	*size = count.n;
	return ST_DONE;
}

static int pool_attr(const struct nlattr *attr, void *data, struct msg *msg)
{
	struct pool *p = data;

	switch (mnl_attr_get_type(attr)) {
	case HUGETLB_A_POOL_PAGE_SIZE:
		return get_size(attr, &p->size, msg);
	case HUGETLB_A_POOL_NODE:
		return get_node(attr, &p->node, msg);
	case HUGETLB_A_POOL_TOTAL:
		return get_count(attr, &p->total, msg);
	case HUGETLB_A_POOL_FREE:
		return get_count(attr, &p->free, msg);
	case HUGETLB_A_POOL_RESERVED:
		return get_count(attr, &p->reserved, msg);
	case HUGETLB_A_POOL_SURPLUS:
		return get_count(attr, &p->surplus, msg);
	case HUGETLB_A_POOL_OVERCOMMIT:
		return get_count(attr, &p->overcommit, msg);
	case HUGETLB_A_POOL_HVO:
		return get_count(attr, &p->hvo, msg);
	case HUGETLB_A_POOL_HVO_SAVING:
		return get_count(attr, &p->hvo_saving, msg);
	case HUGETLB_A_POOL_DEFAULT:
		p->is_default = true;
		return ST_DONE;
	default:	/* of a newer kernel */
		return ST_DONE;
	}
}

int nl_parse_pool(const struct nlmsghdr *nlh, void *data, struct msg *msg)
{
	struct pool p = { .node = NODE_ALL };
	int ret = each_attr_of(nlh, pool_attr, &p, msg);

	if (ret != ST_DONE)
		return ret;
	if (!p.size)
		return malformed(msg, "a pool has no page size");
	if (!p.total.known)
		return malformed(msg, "a pool has no number of pages");
	return pools_add(data, &p, msg);
}

static int resize_node_attr(const struct nlattr *attr, void *data,
			    struct msg *msg)
{
	struct resize_node *n = data;

	switch (mnl_attr_get_type(attr)) {
	case HUGETLB_A_RESIZE_NODE_NODE:
		return get_node(attr, &n->node, msg);
	case HUGETLB_A_RESIZE_NODE_PAGES:
		return get_count(attr, &n->pages, msg);
	case HUGETLB_A_RESIZE_NODE_WORKERS:
		return get_count(attr, &n->workers, msg);
	case HUGETLB_A_RESIZE_NODE_ELAPSED:
		return get_count(attr, &n->elapsed, msg);
	case HUGETLB_A_RESIZE_NODE_FAILURES:
		return get_count(attr, &n->failures, msg);
	default:
		return ST_DONE;
	}
}

static int add_resize_node(struct resize *r, const struct nlattr *nest,
			   struct msg *msg)
{
	struct resize_node n = { .node = -1 };
	int ret = each_attr(mnl_attr_get_payload(nest),
			    mnl_attr_get_payload_len(nest), resize_node_attr,
			    &n, msg);

	if (ret != ST_DONE)
		return ret;
	if (n.node < 0)
		return malformed(msg, "a node of a resize has no number");
	return resize_add_node(r, &n, msg);
}

static int resize_attr(const struct nlattr *attr, void *data, struct msg *msg)
{
	struct resize *r = data;

	switch (mnl_attr_get_type(attr)) {
	case HUGETLB_A_RESIZE_PAGE_SIZE:
		return get_size(attr, &r->size, msg);
	case HUGETLB_A_RESIZE_ORIGIN:
		return get_count(attr, &r->origin, msg);
	case HUGETLB_A_RESIZE_DIRECTION:
		return get_count(attr, &r->direction, msg);
	case HUGETLB_A_RESIZE_ASKED:
		return get_count(attr, &r->asked, msg);
	case HUGETLB_A_RESIZE_DONE:
		return get_count(attr, &r->done, msg);
	case HUGETLB_A_RESIZE_SURPLUS:
		return get_sint(attr, &r->surplus, msg);
	case HUGETLB_A_RESIZE_WORKERS:
		return get_count(attr, &r->workers, msg);
	case HUGETLB_A_RESIZE_START:
		return get_count(attr, &r->start, msg);
	case HUGETLB_A_RESIZE_ELAPSED:
		return get_count(attr, &r->elapsed, msg);
	case HUGETLB_A_RESIZE_RESERVING:
		return get_count(attr, &r->reserving, msg);
	case HUGETLB_A_RESIZE_INITIALIZING:
		return get_count(attr, &r->initializing, msg);
	case HUGETLB_A_RESIZE_OPTIMIZING:
		return get_count(attr, &r->optimizing, msg);
	case HUGETLB_A_RESIZE_INTERRUPTED:
		r->interrupted = true;
		return ST_DONE;
	case HUGETLB_A_RESIZE_NODE:
		return add_resize_node(r, attr, msg);
	default:
		return ST_DONE;
	}
}

static int parse_resize(const struct nlmsghdr *nlh, struct resize *r,
			struct msg *msg)
{
	int ret;

	*r = (struct resize){ 0 };
	ret = each_attr_of(nlh, resize_attr, r, msg);
	if (ret == ST_DONE && !r->size)
		ret = malformed(msg, "a resize has no page size");
	if (ret != ST_DONE)
		resize_free(r);
	return ret;
}

int nl_parse_resize(const struct nlmsghdr *nlh, void *data, struct msg *msg)
{
	struct resize r;
	int ret = parse_resize(nlh, &r, msg);

	return ret == ST_DONE ? resizes_add(data, &r, msg) : ret;
}

struct group {
	char name[GENL_NAMSIZ];
	uint32_t id;
};

static int group_attr(const struct nlattr *attr, void *data, struct msg *msg)
{
	size_t len = mnl_attr_get_payload_len(attr);
	struct group *group = data;

	switch (mnl_attr_get_type(attr)) {
	case CTRL_ATTR_MCAST_GRP_NAME:
		if (len > sizeof(group->name))
			return malformed(msg, "a group's name is too long");
		memcpy(group->name, mnl_attr_get_payload(attr), len);
		return ST_DONE;
	case CTRL_ATTR_MCAST_GRP_ID:
		if (len != sizeof(group->id))
			return malformed(msg, "a group's number has not 4 bytes");
		memcpy(&group->id, mnl_attr_get_payload(attr), len);
		return ST_DONE;
	default:
		return ST_DONE;
	}
}

static int one_group(const struct nlattr *nest, void *data, struct msg *msg)
{
	struct nl_family *family = data;
	struct group group = { .id = 0 };
	int ret = each_attr(mnl_attr_get_payload(nest),
			    mnl_attr_get_payload_len(nest), group_attr, &group,
			    msg);

	if (ret == ST_DONE && !strncmp(group.name, HUGETLB_MCGRP_RESIZE,
				       sizeof(group.name)))
		family->group = group.id;
	return ret;
}

static int family_attr(const struct nlattr *attr, void *data, struct msg *msg)
{
	struct nl_family *family = data;

	switch (mnl_attr_get_type(attr)) {
	case CTRL_ATTR_FAMILY_ID:
		if (mnl_attr_get_payload_len(attr) != sizeof(family->id))
			return malformed(msg, "a family's number has not 2 bytes");
		memcpy(&family->id, mnl_attr_get_payload(attr),
		       sizeof(family->id));
		return ST_DONE;
	case CTRL_ATTR_MCAST_GROUPS:
		return each_attr(mnl_attr_get_payload(attr),
				 mnl_attr_get_payload_len(attr), one_group,
				 family, msg);
	default:
		return ST_DONE;
	}
}

int nl_parse_family(const struct nlmsghdr *nlh, void *data, struct msg *msg)
{
	return each_attr_of(nlh, family_attr, data, msg);
}

struct extack {
	char text[256];
};

static int extack_attr(const struct nlattr *attr, void *data, struct msg *msg)
{
	struct extack *ext = data;

	(void)msg;
	if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
		snprintf(ext->text, sizeof(ext->text), "%.*s",
			 (int)mnl_attr_get_payload_len(attr),
			 (const char *)mnl_attr_get_payload(attr));
	return ST_DONE;
}

/*
 * The end of an answer: its error number and, after skip bytes, what the
 * kernel says about it in words.
 */
static int end_of_answer(struct nl_answer *answer, const struct nlmsghdr *nlh,
			 size_t skip, struct msg *msg)
{
	size_t len = mnl_nlmsg_get_payload_len(nlh);
	struct extack ext = { "" };
	struct msg ignored;
	int error = 0;

	answer->ended = true;
	if (len >= sizeof(error))
		memcpy(&error, mnl_nlmsg_get_payload(nlh), sizeof(error));
	if (!error)
		return ST_DONE;
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS && skip < len)
		each_attr(mnl_nlmsg_get_payload_offset(nlh, skip), len - skip,
			  extack_attr, &ext, &ignored);

	/* -INT_MIN overflows, and only a broken kernel sends error > 0 */
	answer->error = error < 0 && error > INT_MIN ? -error : EPROTO;
	return msg_set(msg, ST_FAILED, "the kernel refused: %s%s%s%s",
		       strerror(answer->error), *ext.text ? " (" : "",
		       ext.text, *ext.text ? ")" : "");
}

static int end_with_error(struct nl_answer *answer, const struct nlmsghdr *nlh,
			  struct msg *msg)
{
	size_t len = mnl_nlmsg_get_payload_len(nlh);
	size_t skip = sizeof(struct nlmsgerr);
	struct nlmsgerr err;

	if (len < sizeof(err))
		return malformed(msg, "an error message is cut off");
	memcpy(&err, mnl_nlmsg_get_payload(nlh), sizeof(err));
	/* Unless capped, all of our request comes back before the words. */
	if (!(nlh->nlmsg_flags & NLM_F_CAPPED) &&
	    err.msg.nlmsg_len > sizeof(struct nlmsghdr))
		skip += MNL_ALIGN((size_t)err.msg.nlmsg_len) -
			sizeof(struct nlmsghdr);
	return end_of_answer(answer, nlh, skip, msg);
}

/* The next message of a datagram, or NULL if it is cut off. */
static const struct nlmsghdr *next(const char **pos, size_t *len)
{
	const struct nlmsghdr *nlh = (const void *)*pos;
	size_t step;

	/* libmnl compares as int: a length from 2^31 on would be less. */
	if (*len > INT_MAX || !mnl_nlmsg_ok(nlh, *len) ||
	    nlh->nlmsg_len > *len)
		return NULL;
	step = MNL_ALIGN((size_t)nlh->nlmsg_len);
	if (step > *len)
		step = *len;
	*pos += step;
	*len -= step;
	return nlh;
}

int nl_parse_datagram(struct nl_answer *answer, const void *buf, size_t len,
		      struct msg *msg)
{
	const char *pos = buf;
	int ret = ST_DONE;

	while (ret == ST_DONE && len && !answer->ended) {
		const struct nlmsghdr *nlh = next(&pos, &len);

		if (!nlh)
			return malformed(msg, "a message is cut off");
		/* Left over from a dump that was given up. */
		if (nlh->nlmsg_seq != answer->seq ||
		    nlh->nlmsg_pid != answer->portid)
			continue;
		if (nlh->nlmsg_flags & NLM_F_DUMP_INTR)
			answer->changed = true;

		switch (nlh->nlmsg_type) {
		case NLMSG_NOOP:
			break;
		case NLMSG_OVERRUN:
			return malformed(msg, "data was lost");
		case NLMSG_ERROR:
			ret = end_with_error(answer, nlh, msg);
			break;
		case NLMSG_DONE:
			ret = end_of_answer(answer, nlh, sizeof(int), msg);
			break;
		default:
			if (nlh->nlmsg_type >= NLMSG_MIN_TYPE)
				ret = answer->fn(nlh, answer->data, msg);
		}
	}
	return ret;
}

int nl_parse_events(const struct nl_events *events, const void *buf,
		    size_t len, struct msg *msg)
{
	const char *pos = buf;
	int ret = ST_DONE;

	while (ret == ST_DONE && len) {
		const struct nlmsghdr *nlh = next(&pos, &len);
		const struct genlmsghdr *genl;
		struct resize r;

		if (!nlh)
			return malformed(msg, "a message is cut off");
		if (nlh->nlmsg_type != events->family)
			continue;
		ret = parse_resize(nlh, &r, msg);
		if (ret != ST_DONE)
			return ret;
		genl = mnl_nlmsg_get_payload(nlh);
		ret = events->fn(genl->cmd, &r, events->data, msg);
		resize_free(&r);
	}
	return ret;
}
