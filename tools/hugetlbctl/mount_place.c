// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "mount_place.h"
#include "path.h"

/* What only who has the privilege can know. */
static bool excused(bool needed)
{
	return !needed && (errno == EACCES || errno == EPERM);
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

/* What they say about permissions means nothing. */
static bool fixed(const char *dir)
{
	struct statfs fs;

	return !statfs(dir, &fs) &&
	       (fs.f_type == PROC_SUPER_MAGIC || fs.f_type == SYSFS_MAGIC);
}

static int check_parent(const struct conf_mount *mount, bool needed,
			struct msg *msg)
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
	if (ret == ST_DONE && access(head, W_OK) && !excused(needed))
		ret = msg_set(msg, ST_FAILED, "%s: cannot make it in %s: %s",
			      mount->dir, head, strerror(errno));
	if (ret == ST_DONE && fixed(head))
		ret = msg_set(msg, ST_FAILED,
			      "%s: cannot make it in %s: only the kernel makes directories there",
			      mount->dir, head);
	free(head);
	return ret;
}

int mount_check_place(const struct conf_mount *mount, bool needed,
		      struct msg *msg)
{
	int fd = open(mount->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct statx stx;

	if (fd < 0 && errno == ENOENT)
		return check_parent(mount, needed, msg);
	if (fd < 0)
		return excused(needed) ? ST_DONE :
			msg_set(msg, ST_FAILED, "%s: %s", mount->dir,
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

/* Only an empty one goes: what others have put there meanwhile stays. */
static void remove_dirs(char *path, size_t there)
{
	while (strlen(path) > there && (!rmdir(path) || errno == ENOENT))
		*strrchr(path, '/') = '\0';
}

void mount_remove_place(const struct conf_mount *mount, size_t there)
{
	char *path = strdup(mount->path);

	if (path)
		remove_dirs(path, there);
	free(path);
}

static int make_dirs(char *path, size_t there, struct msg *msg)
{
	size_t len = there;

	while (path[len]) {
		size_t next = len + 1 + strcspn(path + len + 1, "/");
		char was = path[next];

		path[next] = '\0';
		if (mkdir(path, 0755) && errno != EEXIST) {
			msg_set(msg, ST_FAILED, "cannot make the directory %s: %s",
				path, strerror(errno));
			path[len] = '\0';
			remove_dirs(path, there);
			return ST_FAILED;
		}
		path[next] = was;
		len = next;
	}
	return ST_DONE;
}

int mount_make_place(const struct conf_mount *mount, size_t *there,
		     struct msg *msg)
{
	char *path = strdup(mount->path);
	int ret;

	if (!path)
		return msg_nomem(msg);
	*there = path_existing(path);
	ret = make_dirs(path, *there, msg);
	free(path);
	return ret;
}
