/* SPDX-License-Identifier: GPL-2.0-only */
/* The directory that something shall be mounted on. */
#ifndef MOUNT_PLACE_H
#define MOUNT_PLACE_H

#include "conf.h"

/*
 * Would a mount hide something, or find no place? needed: that the privilege to
 * look or to make the directory is missing matters.
 */
int mount_check_place(const struct conf_mount *mount, bool needed,
		      struct msg *msg);

/*
 * Make the directories that are missing; *there is how much of the path was
 * there. If it fails, none of them is left.
 */
int mount_make_place(const struct conf_mount *mount, size_t *there,
		     struct msg *msg);
void mount_remove_place(const struct conf_mount *mount, size_t there);

#endif
