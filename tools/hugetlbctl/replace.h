/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A file in the place of another: whoever looks sees the old or the new one,
 * also after a crash. Links and devices are not replaced. The new file has the
 * mode of the old one and, as far as we may give it, its owner.
 */
#ifndef REPLACE_H
#define REPLACE_H

#include <limits.h>
#include <signal.h>

#include "tree.h"

struct replacement {
	struct place in;
	const char *file;
	const char *path;	/* for messages, as the user gave it; or NULL */
	char fresh[NAME_MAX + 1];	/* the new one's name until then, or "" */
	const char *made;	/* the directory, if it was not there */
	const struct place *at;
	sigset_t signals;	/* held until the end */
};

/*
 * Write the new file beside the old one, and make the last part of dir if it is
 * not there. One of the two at the end must follow.
 */
int replace_prepare(struct replacement *r, const struct place *at,
		    const char *dir, const char *file, const char *text,
		    struct msg *msg);
/* The same for any path; a message tells it as it is. */
int replace_prepare_path(struct replacement *r, const char *path,
			 const char *text, struct msg *msg);
int replace_commit(struct replacement *r, struct msg *msg);
void replace_drop(struct replacement *r);

#endif
