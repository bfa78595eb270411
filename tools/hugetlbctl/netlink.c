// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <linux/genetlink.h>
#include <linux/hugetlb_netlink.h>

#include "hugetlbctl.h"
#include "netlink.h"

/* A resize with its nodes is one message; room for a thousand nodes. */
#define BUF_SIZE (128 * 1024)

/* How often to ask again when the pools change while they are dumped. */
#define DUMP_TRIES 5

static int fail(struct msg *msg, const char *what)
{
	return msg_set(msg, ST_FAILED, "netlink: cannot %s: %s", what,
		       strerror(errno));
}

/* Send a request and give its whole answer to answer->fn. */
static int talk(struct nl *nl, struct nlmsghdr *nlh, struct nl_answer *answer,
		struct msg *msg)
{
	int ret = ST_DONE;

	nlh->nlmsg_seq = ++nl->seq;
	answer->seq = nlh->nlmsg_seq;
	answer->portid = mnl_socket_get_portid(nl->sock);
	answer->ended = false;
	answer->changed = false;
	answer->error = 0;

	if (mnl_socket_sendto(nl->sock, nlh, nlh->nlmsg_len) < 0)
		return fail(msg, "send");
	while (ret == ST_DONE && !answer->ended) {
		ssize_t len = mnl_socket_recvfrom(nl->sock, nl->buf, BUF_SIZE);

		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0)
			return fail(msg, "receive");
		if (!len)
			return msg_set(msg, ST_FAILED,
				       "netlink: the answer has no end");
		ret = nl_parse_datagram(answer, nl->buf, len, msg);
	}
	return ret;
}

static struct nlmsghdr *request(struct nl *nl, uint16_t type, uint16_t flags,
				uint8_t cmd, uint8_t version)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(nl->buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = version;
	return nlh;
}

static int resolve(struct nl *nl, struct msg *msg)
{
	struct nl_answer answer = {
		.fn = nl_parse_family, .data = &nl->family
	};
	struct nlmsghdr *nlh;
	int ret;

	nl->family.id = 0;
	nlh = request(nl, GENL_ID_CTRL, NLM_F_ACK, CTRL_CMD_GETFAMILY, 1);
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, HUGETLB_FAMILY_NAME);
	ret = talk(nl, nlh, &answer, msg);
	if (answer.error == ENOENT)
		return msg_set(msg, ST_UNSUPPORTED,
			       "the kernel has no netlink family '%s'",
			       HUGETLB_FAMILY_NAME);
	if (ret == ST_DONE && !nl->family.id)
		ret = msg_set(msg, ST_FAILED,
			      "netlink: the kernel gave no number for family '%s'",
			      HUGETLB_FAMILY_NAME);
	return ret;
}

int nl_open(struct nl *nl, struct msg *msg)
{
	int on = 1, ret;

	memset(nl, 0, sizeof(*nl));
	nl->seq = time(NULL);
	nl->buf = malloc(BUF_SIZE);
	if (!nl->buf)
		return msg_nomem(msg);

	nl->sock = mnl_socket_open2(NETLINK_GENERIC, SOCK_CLOEXEC);
	if (!nl->sock) {
		/* No netlink in this kernel, or kept from us by a sandbox. */
		if (errno == EAFNOSUPPORT || errno == EPROTONOSUPPORT)
			ret = msg_set(msg, ST_UNSUPPORTED,
				      "generic netlink is not available: %s",
				      strerror(errno));
		else
			ret = fail(msg, "open a socket");
		nl_close(nl);
		return ret;
	}
	/* Kernels too old for these give the error number alone; no harm. */
	mnl_socket_setsockopt(nl->sock, NETLINK_EXT_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(nl->sock, NETLINK_CAP_ACK, &on, sizeof(on));
	if (mnl_socket_bind(nl->sock, 0, MNL_SOCKET_AUTOPID) < 0)
		ret = fail(msg, "bind");
	else
		ret = resolve(nl, msg);
	if (ret != ST_DONE)
		nl_close(nl);
	return ret;
}

void nl_close(struct nl *nl)
{
	if (nl->sock)
		mnl_socket_close(nl->sock);
	free(nl->buf);
	nl->sock = NULL;
	nl->buf = NULL;
}

static int dump(struct nl *nl, uint8_t cmd, struct nl_answer *answer,
		void (*restart)(void *data), struct msg *msg)
{
	int tries, ret;

	for (tries = 0; tries < DUMP_TRIES; tries++) {
		restart(answer->data);
		ret = talk(nl, request(nl, nl->family.id, NLM_F_DUMP, cmd,
				       HUGETLB_FAMILY_VERSION), answer, msg);
		if (ret != ST_DONE || !answer->changed)
			return ret;
	}
	return msg_set(msg, ST_FAILED,
		       "the pools change faster than the kernel can list them (tried %d times)",
		       DUMP_TRIES);
}

static void restart_pools(void *data)
{
	pools_free(data);
}

int nl_pools(struct nl *nl, struct pools *pools, struct msg *msg)
{
	struct nl_answer answer = { .fn = nl_parse_pool, .data = pools };
	int ret = dump(nl, HUGETLB_CMD_POOL_GET, &answer, restart_pools, msg);

	pools_finish(pools);
	if (ret == ST_DONE && !pools->n)
		ret = msg_set(msg, ST_UNSUPPORTED,
			      "no huge pages here: the kernel names no page size");
	return ret;
}

static void restart_resizes(void *data)
{
	resizes_free(data);
}

int nl_resizes(struct nl *nl, struct resizes *resizes, struct msg *msg)
{
	struct nl_answer answer = { .fn = nl_parse_resize, .data = resizes };
	int ret = dump(nl, HUGETLB_CMD_RESIZE_GET, &answer, restart_resizes,
		       msg);

	resizes_sort(resizes);
	return ret;
}

int nl_fd(const struct nl *nl)
{
	return mnl_socket_get_fd(nl->sock);
}

int nl_join(struct nl *nl, struct msg *msg)
{
	if (!nl->family.group)
		return msg_set(msg, ST_UNSUPPORTED,
			       "the kernel's netlink family '%s' sends no events",
			       HUGETLB_FAMILY_NAME);
	if (mnl_socket_setsockopt(nl->sock, NETLINK_ADD_MEMBERSHIP,
				  &nl->family.group,
				  sizeof(nl->family.group)) < 0)
		return fail(msg, "join the group of events");
	if (fcntl(nl_fd(nl), F_SETFL, O_NONBLOCK) < 0)
		return fail(msg, "stop waiting");
	return ST_DONE;
}

int nl_take_events(struct nl *nl,
		   int (*fn)(uint8_t cmd, const struct resize *resize,
			     void *data, struct msg *msg),
		   void *data, bool *lost, struct msg *msg)
{
	const struct nl_events events = {
		.family = nl->family.id, .fn = fn, .data = data
	};
	int ret = ST_DONE;

	*lost = false;
	while (ret == ST_DONE) {
		ssize_t len = mnl_socket_recvfrom(nl->sock, nl->buf, BUF_SIZE);

		if (len < 0 && errno == ENOBUFS)
			*lost = true;
		else if (len < 0 && errno == EAGAIN)
			return ST_DONE;
		else if (len < 0 && errno != EINTR)
			return fail(msg, "receive");
		else if (len > 0)
			ret = nl_parse_events(&events, nl->buf, len, msg);
	}
	return ret;
}
