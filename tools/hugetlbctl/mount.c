// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "mount.h"
#include "mount_place.h"

/* What the kernel says about the last failure, else what errno means. */
static int kernel_says(int fs, const char *what, const char *text,
		       struct msg *msg)
{
	const char *why = strerror(errno);
	char buf[256];
	ssize_t len;

	/* "e hugetlbfs: Unknown parameter 'x'" */
	while ((len = read(fs, buf, sizeof(buf) - 1)) > 2) {
		buf[len] = '\0';
		buf[strcspn(buf, "\n")] = '\0';
		if (*buf == 'e')
			why = buf + 2;
	}
	return msg_set(msg, ST_FAILED, "%s '%s': %s", what, text, why);
}

static int set_option(int fs, char *option, unsigned int *attr, struct msg *msg)
{
	char whole[128], *value;
	int err;

	if (mount_is_flag(option, attr))
		return ST_DONE;
	snprintf(whole, sizeof(whole), "%s", option);
	value = strchr(option, '=');
	if (value)
		*value++ = '\0';
	err = value ? fsconfig(fs, FSCONFIG_SET_STRING, option, value, 0) :
		fsconfig(fs, FSCONFIG_SET_FLAG, option, NULL, 0);
	return err ? kernel_says(fs, "mount option", whole, msg) : ST_DONE;
}

/* A file system with the options, not made yet; returns ST_DONE with fs open. */
static int open_fs(const struct conf_mount *mount, int *fs, unsigned int *attr,
		   struct msg *msg)
{
	char *copy, *rest, *option;
	int ret = ST_DONE;

	*attr = 0;
	*fs = fsopen("hugetlbfs", FSOPEN_CLOEXEC);
	if (*fs < 0)
		return msg_set(msg, ST_FAILED, "cannot mount on %s: %s%s",
			       mount->dir, strerror(errno), errno == EPERM ?
			       ": it takes the capability CAP_SYS_ADMIN" : "");
	copy = strdup(mount->options);
	rest = copy;
	if (!copy)
		ret = msg_nomem(msg);
	fsconfig(*fs, FSCONFIG_SET_STRING, "source", "hugetlbfs", 0);
	while (ret == ST_DONE && (option = strsep(&rest, ",")))
		if (*option)
			ret = set_option(*fs, option, attr, msg);
	free(copy);
	if (ret != ST_DONE)
		close(*fs);
	return ret;
}

int mount_check_options(const struct conf_mount *mount, bool needed,
			struct msg *msg)
{
	unsigned int attr;
	int fs, ret = open_fs(mount, &fs, &attr, msg);

	if (ret == ST_DONE) {
		close(fs);
	} else if (fs < 0 && !needed) {
		*msg->text = '\0';
		ret = ST_DONE;
	}
	return ret;
}

static int attach(int fs, unsigned int attr, const char *path)
{
	int mnt = fsmount(fs, FSMOUNT_CLOEXEC, attr), err;

	if (mnt < 0)
		return errno;
	err = move_mount(mnt, "", AT_FDCWD, path, MOVE_MOUNT_F_EMPTY_PATH) ?
		errno : 0;
	close(mnt);
	return err;
}

int mount_make(const struct conf_mount *mount, bool *refused, struct msg *msg)
{
	unsigned int attr;
	int fs, ret, err;
	size_t there;

	*refused = false;
	ret = mount_check_place(mount, true, msg);
	if (ret == ST_DONE)
		ret = open_fs(mount, &fs, &attr, msg);
	if (ret != ST_DONE)
		return ret;
	ret = mount_make_place(mount, &there, msg);
	if (ret == ST_DONE && fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0)) {
		ret = kernel_says(fs, "mount options", mount->options, msg);
		*refused = true;
	}
	if (ret == ST_DONE) {
		err = attach(fs, attr, mount->path);
		if (err)
			ret = msg_set(msg, ST_FAILED, "cannot mount on %s: %s",
				      mount->dir, strerror(err));
	}
	close(fs);
	if (ret != ST_DONE)
		mount_remove_place(mount, there);
	return ret;
}
