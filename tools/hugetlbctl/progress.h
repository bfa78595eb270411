/* SPDX-License-Identifier: GPL-2.0-only */
/* What a resize shows while it runs. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "resize.h"

enum progress_mode {
	PROGRESS_NONE,
	PROGRESS_LINES,	/* for logs: at most one a second */
	PROGRESS_BAR,	/* one line of a terminal, written over and over */
};

/*
 * One line without its end, cut to width columns: asked, done, elapsed and
 * nodes of r.
 */
void progress_format(char *buf, size_t width, enum progress_mode mode,
		     const char *name, const struct resize *r);

struct nl;
struct place;

/* Another resize of the same size, that came before, after or between. */
struct rival {
	bool seen;
	bool runs;	/* so ours waits, for the kernel does one at a time */
};

/* One resize that is being watched. */
struct progress {
	enum progress_mode mode;
	const char *sysroot;
	const struct place *top;
	int node;
	struct nl *events;	/* NULL: look at sysfs */
	struct rival *rival;	/* where to note another resize, by the events */
	const char *name;
	struct pools before;
	struct resize start;	/* only its nodes, with free memory as pages */
	struct resize now;	/* what was asked for, and how far it is */
	uint64_t started;
	uint64_t called;	/* the same in ns since 1970 */
	struct count own;	/* the start of ours by the kernel, once known */
	uint64_t printed;	/* when; 0: nothing yet */
	bool seen;		/* now has a state that is worth a line */
};

/*
 * now has the size, the origin, the direction and the pages asked for.
 * progress_tick() is for struct watch.
 */
void progress_start(struct progress *p);
void progress_tick(void *progress, bool event);
void progress_end(struct progress *p);

#endif
