/* SPDX-License-Identifier: GPL-2.0-only */
/* What every command shares: exit statuses, error text, the command table. */
#ifndef HUGETLBCTL_H
#define HUGETLBCTL_H

#include <stdbool.h>
#include <stddef.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* The option of the kernel that more than sysfs needs. */
#define FEATURE "CONFIG_HUGETLB_PARALLEL_INIT"

enum status {
	ST_HELPED = -1,	/* help was printed, nothing else is to do; exits with 0 */
	ST_DONE = 0,
	ST_FAILED = 1,
	ST_USAGE = 2,
	ST_PARTLY = 3,
	ST_UNSUPPORTED = 4,
};

/*
 * Only main() writes errors to stderr. The rest fills in a msg and returns a
 * status, so that a caller may also decide to go on another way.
 */
struct msg {
	char text[1 << 17];	/* may have several lines, one for each of 1024 nodes */
};

int msg_set(struct msg *msg, enum status status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* What does not fit is left out. */
void msg_add(struct msg *msg, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int msg_nomem(struct msg *msg);

struct command {
	const char *name;
	const char *help;
	/* argv[0] is what getopt_long() shall call the command */
	int (*run)(int argc, char **argv, struct msg *msg);
	bool changes;	/* the system */
};

int cmd_show(int argc, char **argv, struct msg *msg);
int cmd_last(int argc, char **argv, struct msg *msg);
int cmd_monitor(int argc, char **argv, struct msg *msg);
int cmd_set(int argc, char **argv, struct msg *msg);
int cmd_overcommit(int argc, char **argv, struct msg *msg);
int cmd_demote(int argc, char **argv, struct msg *msg);
int cmd_apply(int argc, char **argv, struct msg *msg);
int cmd_dump(int argc, char **argv, struct msg *msg);
int cmd_metrics(int argc, char **argv, struct msg *msg);
int cmd_workers(int argc, char **argv, struct msg *msg);

#endif
