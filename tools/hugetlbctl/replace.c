// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "replace.h"

/* The directory that dir is in, and its name there; false sets errno. */
static bool enter_parent(struct place *parent, const struct place *at,
			 const char *dir, const char **name)
{
	const char *slash = strrchr(dir, '/');
	char path[128];

	*name = slash ? slash + 1 : dir;
	if (!slash)
		return tree_enter(parent, at, ".") >= 0;
	snprintf(path, sizeof(path), "%.*s", (int)(slash - dir), dir);
	return tree_enter(parent, at, path) >= 0;
}

static int make_dir(struct replacement *r, const char *dir)
{
	struct place parent;
	const char *name;
	int err;

	if (!enter_parent(&parent, r->at, dir, &name))
		return errno;
	err = mkdirat(parent.fd, name, 0755) ? errno : 0;
	tree_close(&parent);
	if (!err)
		r->made = dir;
	return err;
}

static void remove_dir(const struct replacement *r)
{
	struct place parent;
	const char *name;

	if (!r->made || !enter_parent(&parent, r->at, r->made, &name))
		return;
	unlinkat(parent.fd, name, AT_REMOVEDIR);
	tree_close(&parent);
}

static int write_fresh(const struct replacement *r, const char *text)
{
	int fd, err;

	/* One that was left by a crash is of no use. */
	unlinkat(r->in.fd, r->fresh, 0);
	fd = openat(r->in.fd, r->fresh, O_WRONLY | O_CREAT | O_EXCL |
		    O_NOFOLLOW | O_CLOEXEC, 0644);
	if (fd < 0)
		return errno;
	err = tree_write_all(fd, text);
	if (!err && fsync(fd))
		err = errno;
	if (close(fd) && !err)
		err = errno;
	return err;
}

/* What is not ours to replace: 0 or the errno that says why. */
static int foreign(const struct replacement *r)
{
	struct stat st;
	int err = 0;

	if (fstatat(r->in.fd, r->file, &st, AT_SYMLINK_NOFOLLOW))
		err = errno == ENOENT ? 0 : errno;
	else if (S_ISLNK(st.st_mode))
		err = ELOOP;
	else if (!S_ISREG(st.st_mode))
		err = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
	return err;
}

int replace_prepare(struct replacement *r, const struct place *at,
		    const char *dir, const char *file, const char *text,
		    struct msg *msg)
{
	int err;

	r->at = at;
	r->file = file;
	r->made = NULL;
	snprintf(r->fresh, sizeof(r->fresh), ".%.200s.new", file);
	err = tree_enter(&r->in, at, dir) < 0 ? errno : 0;
	if (err == ENOENT) {
		err = make_dir(r, dir);
		if (!err && tree_enter(&r->in, at, dir) < 0)
			err = errno;
	}
	if (err)
		return tree_write_failed(at, dir, err, msg);
	err = foreign(r);
	if (!err)
		err = write_fresh(r, text);
	if (err) {
		tree_write_failed(&r->in, file, err, msg);
		replace_drop(r);
	}
	return err ? ST_FAILED : ST_DONE;
}

int replace_commit(struct replacement *r, struct msg *msg)
{
	if (renameat(r->in.fd, r->fresh, r->in.fd, r->file)) {
		tree_write_failed(&r->in, r->file, errno, msg);
		replace_drop(r);
		return ST_FAILED;
	}
	fsync(r->in.fd);
	tree_close(&r->in);
	return ST_DONE;
}

void replace_drop(struct replacement *r)
{
	unlinkat(r->in.fd, r->fresh, 0);
	tree_close(&r->in);
	remove_dir(r);
}
