/* SPDX-License-Identifier: GPL-2.0-only */
/* hugetlbctl.conf(5): text to structs, without a look at the machine. */
#ifndef CONF_H
#define CONF_H

#include "mount_options.h"
#include "spec.h"

/* Where a line stands, for messages. */
struct conf_at {
	const char *file;
	int line;
};

/* pool and overcommit lines; text and nodes are theirs */
struct conf_pool {
	struct conf_at at;
	char *text;		/* SIZE=VALUE or SIZE */
	uint64_t size;
	struct node_values *nodes;	/* NULL: the whole system */
};

struct conf_mount {
	struct conf_at at;
	char *dir;		/* as it was written: blanks as \040 */
	char *path;		/* what that means, without // and /./ */
	char *options;
	struct mount_options parsed;
	bool as_it_is;		/* nothing is to do; set by apply */
	bool hidden;		/* by another mount; set by mounts_read() */
};

#define MISTAKES_MAX 20

struct conf {
	size_t mistakes;	/* of how lines are written */
	struct conf_pool *pools;
	size_t n_pools;
	struct conf_pool *limits;
	size_t n_limits;
	struct conf_mount *mounts;
	size_t n_mounts;
	struct conf_at workers_at;	/* line 0: not set */
	uint64_t workers;
};

/*
 * Add a file's lines; file must live as long as conf. Text is changed. Goes on after
 * a mistake, and ends with the one that makes them MISTAKES_MAX.
 */
int conf_parse(struct conf *conf, const char *file, char *text,
	       struct msg *msg);
/* Add a mount line; refuses what makes no sense on any machine. */
int conf_want_mount(struct conf *conf, const struct conf_at *at,
		    const char *dir, const char *options, struct msg *msg);
/* Add what is mounted, whatever it is. */
int conf_add_mount(struct conf *conf, const struct conf_at *at,
		   const char *dir, const char *options,
		   const struct mount_options *parsed, struct msg *msg);
/* Refuse a mount on the root directory. */
int conf_check_root(const struct conf_mount *mount, struct msg *msg);
/* NULL if there is none that can be seen. */
struct conf_mount *conf_find_mount(const struct conf *conf, const char *path);
void conf_free_mount(struct conf_mount *mount);
void conf_free(struct conf *conf);

/* Refuse what another line has set. */
int conf_twice(const struct conf_at *at, const char *what, struct msg *msg);
/* Put "file:line: " before what msg says. */
void conf_blame(const struct conf_at *at, struct msg *msg);

#endif
