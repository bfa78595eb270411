// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "sizes.h"
#include "tree.h"

#define FULL_MAX (2 * PATH_MAX)

int tree_open(struct place *top, const char *root, struct msg *msg)
{
	size_t len;

	if (!root)
		root = "/";
	if (!*root)
		return msg_set(msg, ST_USAGE, "--sysroot '': give a directory");
	len = strlen(root);
	if (len >= sizeof(top->root))
		return msg_set(msg, ST_FAILED, "%s: %s", root,
			       strerror(ENAMETOOLONG));
	/* A / at its end would be doubled in every message. */
	while (len && root[len - 1] == '/')
		len--;
	memcpy(top->root, root, len);
	top->root[len] = '\0';
	*top->path = '\0';
	top->fd = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (top->fd < 0)
		return msg_set(msg, ST_FAILED, "%s: %s", root, strerror(errno));
	return ST_DONE;
}

void tree_close(struct place *at)
{
	close(at->fd);
}

/* As it is told in messages. */
static const char *full_path(char buf[FULL_MAX], const struct place *at,
			     const char *file)
{
	snprintf(buf, FULL_MAX, "%s/%s%s%s", at->root, at->path,
		 *at->path && *file ? "/" : "", file);
	return buf;
}

static int path_fail(const char *path, struct msg *msg)
{
	const char *why = strerror(errno);

	if (errno == ELOOP)
		why = "a symbolic link, which is not followed";
	else if (errno == ENOTDIR)
		why = "not a directory (symbolic links are not followed)";
	return msg_set(msg, ST_FAILED, "%s: %s", path, why);
}

int tree_fail(const struct place *at, const char *file, struct msg *msg)
{
	int err = errno;
	char buf[FULL_MAX];

	full_path(buf, at, file);
	errno = err;
	return path_fail(buf, msg);
}

/* openat() that follows no symbolic link, not in the middle of path either. */
static int open_below(int dirfd, const char *path, int flags)
{
	int fd = dirfd, next, err;

	for (;;) {
		size_t len = strcspn(path, "/");
		bool last = !path[len];
		char name[NAME_MAX + 1];

		if (len >= sizeof(name)) {
			errno = ENAMETOOLONG;
			next = -1;
		} else {
			memcpy(name, path, len);
			name[len] = '\0';
			next = openat(fd, name, O_NOFOLLOW | O_CLOEXEC |
				      (last ? flags : O_PATH | O_DIRECTORY));
		}
		err = errno;
		if (fd != dirfd)
			close(fd);
		errno = err;
		if (next < 0 || last)
			return next;
		fd = next;
		path += len + 1;
	}
}

int tree_open_file(const struct place *at, const char *file, int flags)
{
	return open_below(at->fd, file, flags);
}

int tree_enter(struct place *at, const struct place *from, const char *path)
{
	int len;

	memcpy(at->root, from->root, sizeof(at->root));
	len = snprintf(at->path, sizeof(at->path), "%s%s%s", from->path,
		       *from->path ? "/" : "", path);
	if (len < 0 || (size_t)len >= sizeof(at->path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	at->fd = open_below(from->fd, path, O_RDONLY | O_DIRECTORY);
	return at->fd;
}

int tree_read(const struct place *at, const char *file, char *buf, size_t size,
	      size_t *len, bool *there, struct msg *msg)
{
	char path[FULL_MAX];
	struct stat st;
	ssize_t got = 0;
	int fd;

	*len = 0;
	*there = false;
	*buf = '\0';
	/* O_NONBLOCK: a FIFO in a copied tree shall not hang us. */
	fd = open_below(at->fd, file, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return errno == ENOENT ? ST_DONE : tree_fail(at, file, msg);
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		close(fd);
		return msg_set(msg, ST_FAILED, "%s: not a regular file",
			       full_path(path, at, file));
	}
	do {
		got = read(fd, buf + *len, size - 1 - *len);
		if (got > 0)
			*len += got;
	} while (got > 0 && *len < size - 1);
	if (got < 0) {
		int ret = tree_fail(at, file, msg);

		close(fd);
		return ret;
	}
	close(fd);
	buf[*len] = '\0';
	*there = true;
	return ST_DONE;
}

const char *tree_printable(char *text)
{
	char *c;

	text[strcspn(text, "\n")] = '\0';
	for (c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return text;
}

int tree_number(const struct place *at, const char *file, const char *unit,
		struct count *count, struct msg *msg)
{
	char buf[64], path[FULL_MAX];
	size_t len;
	bool there;
	int ret;

	ret = tree_read(at, file, buf, sizeof(buf), &len, &there, msg);
	if (ret != ST_DONE || !there)
		return ret;

	if (len && buf[len - 1] == '\n')
		len--;
	if (!parse_u64(buf, len, &count->n))
		return msg_set(msg, ST_FAILED, "%s: '%s' is not a number of %s",
			       full_path(path, at, file), tree_printable(buf),
			       unit);
	count->known = true;
	return ST_DONE;
}

int tree_count(const struct place *at, const char *file, struct count *count,
	       struct msg *msg)
{
	return tree_number(at, file, "pages", count, msg);
}

int tree_check(const struct place *at, const char *file, bool dry)
{
	struct statvfs mount;
	struct stat st;
	int fd, err = 0;

	fd = open_below(at->fd, file, dry ? O_PATH : O_WRONLY | O_NONBLOCK);
	if (fd < 0)
		return errno;
	/* O_PATH opens the link itself, and does not look at the mount. */
	if (fstat(fd, &st))
		err = errno;
	else if (S_ISLNK(st.st_mode))
		err = ELOOP;
	else if (!S_ISREG(st.st_mode))
		err = EINVAL;
	else if (!fstatvfs(fd, &mount) && mount.f_flag & ST_RDONLY)
		err = EROFS;
	close(fd);
	return err;
}

int tree_write_all(int fd, const char *text)
{
	size_t len = strlen(text);
	ssize_t put = write(fd, text, len);

	/* The kernel's files take all or nothing, and so do short plain ones. */
	if (put < 0)
		return errno;
	return (size_t)put == len ? 0 : EIO;
}

int tree_write(const struct place *at, const char *file, const char *text)
{
	struct stat st;
	int fd, err;

	/* O_TRUNC is for copied trees, the kernel's files do not mind. */
	fd = open_below(at->fd, file, O_WRONLY | O_TRUNC | O_NONBLOCK);
	if (fd < 0)
		return errno;
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode))
		err = EINVAL;
	else
		err = tree_write_all(fd, text);
	if (close(fd) && !err)
		err = errno;
	return err;
}

int path_write_failed(const char *path, int err, struct msg *msg)
{
	errno = err;
	switch (err) {
	case EACCES:
	case EPERM:
		return msg_set(msg, ST_FAILED,
			       "%s: %s: writing it takes root, or the capability CAP_DAC_OVERRIDE",
			       path, strerror(err));
	case EROFS:
		return msg_set(msg, ST_FAILED,
			       "%s: mounted read-only here (in a container?): run it on the host",
			       path);
	default:
		return path_fail(path, msg);
	}
}

int tree_write_failed(const struct place *at, const char *file, int err,
		      struct msg *msg)
{
	char path[FULL_MAX];

	return path_write_failed(full_path(path, at, file), err, msg);
}
