/* SPDX-License-Identifier: GPL-2.0-only */
/* From bytes to structs, without a socket: what tests and fuzzers feed. */
#ifndef NLPARSE_H
#define NLPARSE_H

#include <libmnl/libmnl.h>

#include "resize.h"

/* Where the answer to one request stands. */
struct nl_answer {
	unsigned int seq;
	unsigned int portid;
	int (*fn)(const struct nlmsghdr *nlh, void *data, struct msg *msg);
	void *data;
	bool ended;		/* nothing more will come */
	bool changed;		/* the dump is inconsistent; ask again */
	int error;		/* the kernel's errno, if it refused */
};

/*
 * Take one datagram; fn sees each message of the family in it. After an error
 * of fn or in the datagram the rest of the answer is of no use.
 */
int nl_parse_datagram(struct nl_answer *answer, const void *buf, size_t len,
		      struct msg *msg);

/* What the kernel's list of families says about ours. */
struct nl_family {
	uint16_t id;
	uint32_t group;		/* gets the events; 0: there is none */
};

/* fn of each request; data is nl_family, pools, resizes. */
int nl_parse_family(const struct nlmsghdr *nlh, void *data, struct msg *msg);
int nl_parse_pool(const struct nlmsghdr *nlh, void *data, struct msg *msg);
int nl_parse_resize(const struct nlmsghdr *nlh, void *data, struct msg *msg);

/* Events come unasked: fn sees each one of this family in a datagram. */
struct nl_events {
	uint16_t family;
	int (*fn)(uint8_t cmd, const struct resize *resize, void *data,
		  struct msg *msg);
	void *data;
};

int nl_parse_events(const struct nl_events *events, const void *buf,
		    size_t len, struct msg *msg);

#endif
