/* SPDX-License-Identifier: GPL-2.0-only */
/* hugetlbfs as it is mounted. */
#ifndef MOUNTS_H
#define MOUNTS_H

#include "conf.h"

struct place;

/* Add all mounts of hugetlbfs, read below root, to conf. */
int mounts_read(const struct place *top, struct conf *conf, struct msg *msg);

/* Make the directory if need be, and mount on it. */
int mounts_mount(const struct conf_mount *mount, struct msg *msg);

#endif
