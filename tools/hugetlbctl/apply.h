/* SPDX-License-Identifier: GPL-2.0-only */
/* What the steps of apply share. */
#ifndef APPLY_H
#define APPLY_H

#include "change.h"
#include "conf_read.h"
#include "hugetlbctl.h"
#include "stop.h"
#include "tree.h"

struct job {
	struct effort effort;
	bool check;
	struct place top;
	struct pools pools;
	struct conf conf;
	struct conf_files files;
	struct plan plan;
	size_t drift;		/* with check: what differs */
	bool changed;		/* something was written */
	struct stop stop;
	struct msg left;	/* what a signal came before */
	size_t lacking;		/* lines that are beyond this kernel */
};

/* Say what differs; true if it shall be changed, and no signal has come. */
bool apply_differs(struct job *job, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* Put one more status and its message to those of others. */
void apply_add(struct job *job, int *ret, int one, const struct msg *why,
	       struct msg *msg);

/* dry: only look for mistakes, before the first write. */
int apply_mounts(struct job *job, bool dry, struct msg *msg);

/* Refuse, with ST_USAGE, sizes for which the pools will not do. */
int apply_room(const struct job *job, const struct conf_mount *mount,
	       struct msg *msg);
/* Add to a failure of the kernel's why it may be, and the pool as it is. */
void apply_room_told(const struct pools *pools, const struct conf_mount *mount,
		     struct msg *msg);

#endif
