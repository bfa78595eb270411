/* SPDX-License-Identifier: GPL-2.0-only */
/* hugetlbfs as it is mounted. */
#ifndef MOUNTS_H
#define MOUNTS_H

#include "conf.h"

struct place;

/*
 * Add all mounts of hugetlbfs, read below root, to conf; marks those that others
 * hide.
 */
int mounts_read(const struct place *top, struct conf *conf, struct msg *msg);

/*
 * Make the paths of a configuration's mounts what the kernel makes of them:
 * without links. Refuses two that are one.
 */
int mounts_resolve(struct conf *conf, struct msg *msg);

#endif
