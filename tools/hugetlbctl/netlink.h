/* SPDX-License-Identifier: GPL-2.0-only */
/* Talking to the kernel's generic netlink family "hugetlb". */
#ifndef NETLINK_H
#define NETLINK_H

#include <stdint.h>

#include "nlparse.h"

struct nl {
	struct mnl_socket *sock;
	struct nl_family family;
	unsigned int seq;
	char *buf;
};

/* ST_UNSUPPORTED if this kernel does not have the family. */
int nl_open(struct nl *nl, struct msg *msg);
void nl_close(struct nl *nl);

int nl_pools(struct nl *nl, struct pools *pools, struct msg *msg);
int nl_resizes(struct nl *nl, struct resizes *resizes, struct msg *msg);

/*
 * From nl_join() on the socket is for events alone. nl_take_events() takes those
 * that have come, without waiting for more; *lost is set if there were more
 * than the socket could hold.
 */
int nl_join(struct nl *nl, struct msg *msg);
int nl_fd(const struct nl *nl);
int nl_take_events(struct nl *nl,
		   int (*fn)(uint8_t cmd, const struct resize *resize,
			     void *data, struct msg *msg),
		   void *data, bool *lost, struct msg *msg);

#endif
