/* SPDX-License-Identifier: GPL-2.0-only */
/* Carrying out a plan: try, try again, say what came of it. */
#ifndef CHANGE_H
#define CHANGE_H

#include "plan.h"
#include "progress.h"
#include "stop.h"

struct effort {
	const char *sysroot;
	enum progress_mode mode;
	bool quiet;
	bool compact;
	struct count retries;
	struct count timeout;	/* seconds */
};

/* Take the value of an option; effort is a struct effort. */
int effort_retry(const char *value, void *effort, struct msg *msg);
int effort_timeout(const char *value, void *effort, struct msg *msg);

/* How progress is shown, by quiet and what standard error is. */
void effort_mode(struct effort *effort);

#define COMPACT_PATH_MAX 128

/* What trying and looking before have in common; the refusals explain an errno. */
bool change_grows(const struct change *c);
void change_compact_path(char path[COMPACT_PATH_MAX], const struct change *c);
int change_compact_refused(const struct place *top, const char *path, int err,
			   struct msg *msg);
int change_refused(const struct place *top, const struct change *c, int err,
		   struct msg *msg);

/*
 * Whether all files are there and can be written; with dry without a look at
 * privileges. changes_make() and changes_print() begin with it.
 */
int changes_check(const struct plan *plan, const struct effort *effort,
		  const struct place *top, bool dry, struct msg *msg);

/*
 * ST_PARTLY if a pool ended short of its target, or not all were written. From
 * here on, signals are held and stop it.
 */
int changes_make(const struct plan *plan, const struct effort *effort,
		 const struct place *top, struct stop *stop, struct msg *msg);

/* What changes_make() would do. */
int changes_print(const struct plan *plan, const struct effort *effort,
		  const struct place *top, struct msg *msg);

#endif
