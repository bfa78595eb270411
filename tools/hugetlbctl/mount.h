/* SPDX-License-Identifier: GPL-2.0-only */
/* Mounting hugetlbfs. */
#ifndef MOUNT_H
#define MOUNT_H

#include "conf.h"

/*
 * Would the kernel take these options? needed: that the privilege to ask is
 * missing matters.
 */
int mount_check_options(const struct conf_mount *mount, bool needed,
			struct msg *msg);

/*
 * With the directories that are missing, which go again if it fails. refused:
 * the kernel takes each option, but makes no file system with all of them.
 */
int mount_make(const struct conf_mount *mount, bool *refused, struct msg *msg);

#endif
