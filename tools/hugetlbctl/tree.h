/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Files of the running system or of a copied tree. No symbolic link below the
 * root is followed, so a copied tree never leads to the running system.
 */
#ifndef TREE_H
#define TREE_H

#include <limits.h>

#include "pool.h"

/* A directory, and its path below root for messages. */
struct place {
	int fd;
	char root[PATH_MAX];	/* no / at its end; "": the running system's */
	char path[128];
};

/* root NULL: the running system's. */
int tree_open(struct place *top, const char *root, struct msg *msg);
/* Returns a negative number and sets errno if it cannot. */
int tree_enter(struct place *at, const struct place *from, const char *path);
/* The same for a file, with open()'s flags; returns its descriptor. */
int tree_open_file(const struct place *at, const char *file, int flags);
void tree_close(struct place *at);

/* Say in msg what errno means for this file; returns ST_FAILED. */
int tree_fail(const struct place *at, const char *file, struct msg *msg);

/* A file that is not there leaves *len at 0 and buf empty. */
int tree_read(const struct place *at, const char *file, char *buf, size_t size,
	      size_t *len, bool *there, struct msg *msg);

/* A file that is not there is a number that this kernel does not tell. */
int tree_number(const struct place *at, const char *file, const char *unit,
		struct count *count, struct msg *msg);
/* The same, of pages. */
int tree_count(const struct place *at, const char *file, struct count *count,
	       struct msg *msg);

/*
 * Whether tree_write() would get as far as its write(): 0 or the errno. With dry
 * the privilege to do so is not asked for.
 */
int tree_check(const struct place *at, const char *file, bool dry);

/* Both return 0 or the errno, and may be called from any thread. */
int tree_write_all(int fd, const char *text);
int tree_write(const struct place *at, const char *file, const char *text);

/* Say in msg why, and which privilege is missing; returns ST_FAILED. */
int tree_write_failed(const struct place *at, const char *file, int err,
		      struct msg *msg);
int path_write_failed(const char *path, int err, struct msg *msg);

/* For messages: what a garbage file holds, on one line; returns text. */
const char *tree_printable(char *text);

#endif
