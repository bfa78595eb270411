// SPDX-License-Identifier: GPL-2.0-only
/*
 * events - print the resize events of the netlink family "hugetlb" as lines
 * "start|progress|done grow|shrink asked=N done=N workers=N", after a first
 * line "listening".  Ends by a signal.  Exit status: 1 on an error.
 */
#include <err.h>
#include <stdio.h>
#include <string.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/hugetlb_netlink.h>

static char buf[65536];

struct family {
	uint16_t id;
	uint32_t group;
};

static int find_group(const struct nlattr *attr, void *data)
{
	const struct nlattr *in;
	struct family *family = data;
	const char *name = "";
	uint32_t id = 0;

	mnl_attr_for_each_nested(in, attr) {
		if (mnl_attr_get_type(in) == CTRL_ATTR_MCAST_GRP_NAME)
			name = mnl_attr_get_str(in);
		else if (mnl_attr_get_type(in) == CTRL_ATTR_MCAST_GRP_ID)
			id = mnl_attr_get_u32(in);
	}
	if (!strcmp(name, HUGETLB_MCGRP_RESIZE))
		family->group = id;
	return MNL_CB_OK;
}

static int family_attr(const struct nlattr *attr, void *data)
{
	struct family *family = data;

	if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID)
		family->id = mnl_attr_get_u16(attr);
	else if (mnl_attr_get_type(attr) == CTRL_ATTR_MCAST_GROUPS)
		mnl_attr_parse_nested(attr, find_group, data);
	return MNL_CB_OK;
}

static int family_reply(const struct nlmsghdr *nlh, void *data)
{
	return mnl_attr_parse(nlh, sizeof(struct genlmsghdr), family_attr, data);
}

static void request_family(struct mnl_socket *nl)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = GENL_ID_CTRL;
	nlh->nlmsg_flags = NLM_F_REQUEST;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = CTRL_CMD_GETFAMILY;
	genl->version = 1;
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, HUGETLB_FAMILY_NAME);
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		err(1, "sendto");
}

/* "uint" attributes are as long as their value needs. */
static uint64_t get_uint(const struct nlattr *attr)
{
	return mnl_attr_get_payload_len(attr) == sizeof(uint32_t) ?
		mnl_attr_get_u32(attr) : mnl_attr_get_u64(attr);
}

struct event {
	uint64_t asked, done, workers, direction;
};

static int event_attr(const struct nlattr *attr, void *data)
{
	struct event *e = data;

	switch (mnl_attr_get_type(attr)) {
	case HUGETLB_A_RESIZE_ASKED:
		e->asked = get_uint(attr);
		break;
	case HUGETLB_A_RESIZE_DONE:
		e->done = get_uint(attr);
		break;
	case HUGETLB_A_RESIZE_WORKERS:
		e->workers = get_uint(attr);
		break;
	case HUGETLB_A_RESIZE_DIRECTION:
		e->direction = get_uint(attr);
		break;
	}
	return MNL_CB_OK;
}

static int event(const struct nlmsghdr *nlh, void *data)
{
	const struct family *family = data;
	const struct genlmsghdr *genl = mnl_nlmsg_get_payload(nlh);
	struct event e = { 0 };
	const char *name;

	if (nlh->nlmsg_type != family->id)
		return MNL_CB_OK;

	switch (genl->cmd) {
	case HUGETLB_CMD_RESIZE_START_NTF:
		name = "start";
		break;
	case HUGETLB_CMD_RESIZE_PROGRESS_NTF:
		name = "progress";
		break;
	case HUGETLB_CMD_RESIZE_DONE_NTF:
		name = "done";
		break;
	default:
		name = "unknown";
	}
	mnl_attr_parse(nlh, sizeof(*genl), event_attr, &e);
	printf("%s %s asked=%llu done=%llu workers=%llu\n", name,
	       e.direction == HUGETLB_DIRECTION_GROW ? "grow" : "shrink",
	       (unsigned long long)e.asked, (unsigned long long)e.done,
	       (unsigned long long)e.workers);
	fflush(stdout);
	return MNL_CB_OK;
}

static void receive(struct mnl_socket *nl, mnl_cb_t cb, void *data)
{
	ssize_t len = mnl_socket_recvfrom(nl, buf, sizeof(buf));

	if (len < 0)
		err(1, "recvfrom");
	if (mnl_cb_run(buf, len, 0, 0, cb, data) < 0)
		err(1, "netlink");
}

int main(void)
{
	struct mnl_socket *nl = mnl_socket_open(NETLINK_GENERIC);
	struct family family = { 0 };

	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID) < 0)
		err(1, "netlink socket");
	request_family(nl);
	receive(nl, family_reply, &family);
	if (!family.group)
		errx(1, "family %s has no group %s", HUGETLB_FAMILY_NAME,
		     HUGETLB_MCGRP_RESIZE);
	if (mnl_socket_setsockopt(nl, NETLINK_ADD_MEMBERSHIP, &family.group,
				  sizeof(family.group)) < 0)
		err(1, "cannot join the group");
	puts("listening");
	fflush(stdout);
	for (;;)
		receive(nl, event, &family);
}
