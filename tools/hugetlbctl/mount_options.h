/* SPDX-License-Identifier: GPL-2.0-only */
/* Options of a mount line: text and numbers, no kernel is asked. */
#ifndef MOUNT_OPTIONS_H
#define MOUNT_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

struct msg;

/* size=64G, min_size=50% */
struct mount_amount {
	char text[64];		/* with the name of the option; "": not given */
	bool percent;		/* of the persistent pages of the pool */
	uint64_t n;
};

struct mount_options {
	uint64_t pagesize;	/* 0: the default size */
	struct mount_amount size;
	struct mount_amount min_size;
	unsigned int attr;	/* MOUNT_ATTR_... */
	bool read_only;
};

/*
 * Refuses what the kernel would read as another value than is written, what is
 * there twice and what contradicts. What only the kernel knows is left to it.
 */
int mount_options_parse(const char *text, struct mount_options *options,
			struct msg *msg);

/* Take the value of pagesize=. */
int mount_pagesize(const char *value, struct mount_options *options,
		   struct msg *msg);

/* Is it one of the mount, not of the file system? The kernel knows it as a bit then. */
bool mount_is_flag(const char *option, unsigned int *attr);

/*
 * How many pages of that size an amount is, where the pool has pool persistent
 * ones. Refuses parts of a page.
 */
int mount_amount_pages(const struct mount_amount *amount, uint64_t size,
		       uint64_t pool, uint64_t *pages, struct msg *msg);

#endif
