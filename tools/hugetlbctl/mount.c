// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "mount.h"
#include "path.h"

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

static bool empty(int fd)
{
	struct dirent *entry;
	DIR *dir = fdopendir(fd);
	size_t n = 0;

	if (!dir) {
		close(fd);
		return false;
	}
	while ((entry = readdir(dir)))
		n += strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..");
	closedir(dir);
	return !n;
}

static int check_parent(const struct conf_mount *mount, struct msg *msg)
{
	size_t len = path_existing(mount->path), next;
	char *head = strdup(mount->path);
	int ret = ST_DONE;
	struct stat st;

	if (!head)
		return msg_nomem(msg);
	if (!head[len++]) {	/* somebody has just made it */
		free(head);
		return ST_DONE;
	}
	next = len + strcspn(head + len, "/");
	head[next] = '\0';
	if (!lstat(head, &st))
		ret = msg_set(msg, ST_FAILED,
			      "%s: %s is a symbolic link that leads nowhere",
			      mount->dir, head);
	head[len] = '\0';
	if (ret == ST_DONE && access(head, W_OK))
		ret = msg_set(msg, ST_FAILED, "%s: cannot make it in %s: %s",
			      mount->dir, head, strerror(errno));
	free(head);
	return ret;
}

int mount_check_place(const struct conf_mount *mount, struct msg *msg)
{
	int fd = open(mount->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct statx stx;

	if (fd < 0 && errno == ENOENT)
		return check_parent(mount, msg);
	if (fd < 0)
		return msg_set(msg, ST_FAILED, "%s: %s", mount->dir,
			       strerror(errno));
	if (!statx(fd, "", AT_EMPTY_PATH, STATX_TYPE, &stx) &&
	    stx.stx_attributes & STATX_ATTR_MOUNT_ROOT) {
		close(fd);
		return msg_set(msg, ST_FAILED,
			       "%s: something else is mounted there: unmount it first",
			       mount->dir);
	}
	return empty(fd) ? ST_DONE :
		msg_set(msg, ST_FAILED,
			"%s: the directory is not empty, a mount would hide what is in it",
			mount->dir);
}

/* Make what is missing of path behind the first len bytes. */
static int make_dirs(char *path, size_t len)
{
	while (path[len]) {
		size_t next = len + 1 + strcspn(path + len + 1, "/");
		char was = path[next];
		int err;

		path[next] = '\0';
		err = mkdir(path, 0755) && errno != EEXIST ? errno : 0;
		path[next] = was;
		if (err)
			return err;
		len = next;
	}
	return 0;
}

static void remove_dirs(char *path, size_t len)
{
	while (strlen(path) > len && (!rmdir(path) || errno == ENOENT))
		*strrchr(path, '/') = '\0';
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

int mount_make(const struct conf_mount *mount, struct msg *msg)
{
	size_t there = path_existing(mount->path);
	char *path = strdup(mount->path);
	unsigned int attr;
	int fs, ret, err;

	if (!path)
		return msg_nomem(msg);
	ret = mount_check_place(mount, msg);
	if (ret == ST_DONE)
		ret = open_fs(mount, &fs, &attr, msg);
	if (ret != ST_DONE) {
		free(path);
		return ret;
	}
	err = make_dirs(path, there);
	if (err) {
		ret = msg_set(msg, ST_FAILED, "cannot make %s: %s", mount->dir,
			      strerror(err));
	} else if (fsconfig(fs, FSCONFIG_CMD_CREATE, NULL, NULL, 0)) {
		ret = kernel_says(fs, "mount options", mount->options, msg);
	} else {
		err = attach(fs, attr, path);
		if (err)
			ret = msg_set(msg, ST_FAILED, "cannot mount on %s: %s",
				      mount->dir, strerror(err));
	}
	close(fs);
	if (ret != ST_DONE)
		remove_dirs(path, there);
	free(path);
	return ret;
}
