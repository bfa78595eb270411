// SPDX-License-Identifier: GPL-2.0-only
/*
 * events - print the resize events of the netlink family "hugetlb" as lines
 * "start|progress|done grow|shrink asked=N done=N workers=N", after a first
 * line "listening".  Ends by a signal.  Exit status: 1 on an error.
 *
 * events pool|resize [SIZE [NODE]] - ask for one pool or for its last resize;
 * SIZE in bytes.  Prints "ATTRIBUTE=VALUE..." by the numbers of the uapi header,
 * nests left out, or "error: ERROR, MESSAGE".
 *
 * events pools - the same for every pool, in messages so short that the list
 * takes more than one where there are many nodes.
 */
#include <err.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/hugetlb_netlink.h>

static char buf[65536];
static size_t room = sizeof(buf);

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
	ssize_t len = mnl_socket_recvfrom(nl, buf, room);

	if (len < 0)
		err(1, "recvfrom");
	if (mnl_cb_run(buf, len, 0, 0, cb, data) < 0)
		err(1, "netlink");
}

static int answer_attr(const struct nlattr *attr, void *data)
{
	(void)data;
	if (!(attr->nla_type & NLA_F_NESTED))
		printf(" %u=%llu", mnl_attr_get_type(attr), !mnl_attr_get_payload_len(attr) ?
		       1ULL : (unsigned long long)get_uint(attr));
	return MNL_CB_OK;
}

static int message_attr(const struct nlattr *attr, void *data)
{
	if (mnl_attr_get_type(attr) == NLMSGERR_ATTR_MSG)
		*(const char **)data = mnl_attr_get_str(attr);
	return MNL_CB_OK;
}

static int print_pool(const struct nlmsghdr *nlh, void *data)
{
	(void)data;
	mnl_attr_parse(nlh, sizeof(struct genlmsghdr), answer_attr, NULL);
	putchar('\n');
	return MNL_CB_OK;
}

static void print_list(struct mnl_socket *nl)
{
	ssize_t len;

	do {
		len = mnl_socket_recvfrom(nl, buf, room);
		if (len < 0)
			err(1, "netlink");
	} while (mnl_cb_run(buf, len, 0, 0, print_pool, NULL) > 0);
}

static void print_answer(const struct nlmsghdr *nlh)
{
	const struct nlmsgerr *e = mnl_nlmsg_get_payload(nlh);
	const char *message = "no message";

	if (nlh->nlmsg_type != NLMSG_ERROR) {
		print_pool(nlh, NULL);
		return;
	}
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		mnl_attr_parse(nlh, sizeof(*e), message_attr, &message);
	printf("error: %s, %s\n", strerror(-e->error), message);
}

static void ask(struct mnl_socket *nl, const struct family *family, char **args)
{
	static const int on = 1;
	struct nlmsghdr *nlh;
	struct genlmsghdr *genl;
	bool list = !strcmp(args[0], "pools");

	/* Errors come with the kernel's words and without the request. */
	if (mnl_socket_setsockopt(nl, NETLINK_EXT_ACK, (void *)&on, sizeof(on)) < 0 ||
	    mnl_socket_setsockopt(nl, NETLINK_CAP_ACK, (void *)&on, sizeof(on)) < 0)
		err(1, "netlink socket");
	nlh = mnl_nlmsg_put_header(buf);
	nlh->nlmsg_type = family->id;
	nlh->nlmsg_flags = NLM_F_REQUEST | (list ? NLM_F_DUMP : 0);
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = strcmp(args[0], "resize") ? HUGETLB_CMD_POOL_GET : HUGETLB_CMD_RESIZE_GET;
	genl->version = HUGETLB_FAMILY_VERSION;
	/* The same number for both commands. */
	if (args[1])
		mnl_attr_put_u64(nlh, HUGETLB_A_POOL_PAGE_SIZE, strtoull(args[1], NULL, 0));
	if (args[1] && args[2])
		mnl_attr_put_u32(nlh, HUGETLB_A_POOL_NODE, strtoul(args[2], NULL, 0));
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		err(1, "sendto");
	if (list) {
		print_list(nl);
		return;
	}
	if (mnl_socket_recvfrom(nl, buf, room) < 0)
		err(1, "recvfrom");
	print_answer((struct nlmsghdr *)buf);
}

int main(int argc, char **argv)
{
	struct mnl_socket *nl = mnl_socket_open(NETLINK_GENERIC);
	struct family family = { 0 };

	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID) < 0)
		err(1, "netlink socket");
	/* The kernel makes messages as long as it has seen room for. */
	if (argc > 1)
		room = 4096;
	request_family(nl);
	receive(nl, family_reply, &family);
	if (!family.group)
		errx(1, "family %s has no group %s", HUGETLB_FAMILY_NAME,
		     HUGETLB_MCGRP_RESIZE);
	if (argc > 1) {
		ask(nl, &family, argv + 1);
		return 0;
	}
	if (mnl_socket_setsockopt(nl, NETLINK_ADD_MEMBERSHIP, &family.group,
				  sizeof(family.group)) < 0)
		err(1, "cannot join the group");
	puts("listening");
	fflush(stdout);
	for (;;)
		receive(nl, event, &family);
}
