/* SPDX-License-Identifier: GPL-2.0-only */
/* Talking to the kernel's generic netlink family "hugetlb". */
#ifndef NETLINK_H
#define NETLINK_H

#include <stdint.h>

#include "resize.h"

struct mnl_socket;

struct nl {
	struct mnl_socket *sock;
	uint16_t family;
	unsigned int seq;
	char *buf;
};

/* ST_UNSUPPORTED if this kernel does not have the family. */
int nl_open(struct nl *nl, struct msg *msg);
void nl_close(struct nl *nl);

int nl_pools(struct nl *nl, struct pools *pools, struct msg *msg);
int nl_resizes(struct nl *nl, struct resizes *resizes, struct msg *msg);

#endif
