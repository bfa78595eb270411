// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "replace.h"

/* Only names that crashed writers of the same process number left are in the way. */
#define NAMES_TRIED 100

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
	return err == EEXIST ? 0 : err;	/* another has made it meanwhile */
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

/*
 * A name that no other writer has: each makes a whole file, and the last one
 * stays. Until the mode is known nobody else may open it.
 */
static int open_fresh(struct replacement *r, mode_t mode)
{
	unsigned int i;
	int fd = -1;

	for (i = 0; fd < 0 && i < NAMES_TRIED; i++) {
		snprintf(r->fresh, sizeof(r->fresh), ".%.200s.%d-%u.new",
			 r->file, (int)getpid(), i);
		fd = openat(r->in.fd, r->fresh, O_WRONLY | O_CREAT | O_EXCL |
			    O_NOFOLLOW | O_CLOEXEC, mode);
		if (fd < 0 && errno != EEXIST)
			break;
	}
	if (fd < 0)
		*r->fresh = '\0';
	return fd;
}

/* As far as we may; a group that is not the old one's may do no more than others. */
static int keep_owner(int fd, const struct stat *old)
{
	mode_t mode = old->st_mode & 0777;

	if (fchown(fd, old->st_uid, old->st_gid) && fchown(fd, -1, old->st_gid))
		mode &= ~070 | (mode & 07) << 3;
	return fchmod(fd, mode) ? errno : 0;
}

static int write_fresh(struct replacement *r, const struct stat *old,
		       const char *text)
{
	int fd = open_fresh(r, old ? 0600 : 0644), err;

	if (fd < 0)
		return errno;
	err = tree_write_all(fd, text);
	if (!err && old)
		err = keep_owner(fd, old);
	if (!err && fsync(fd))
		err = errno;
	if (close(fd) && !err)
		err = errno;
	return err;
}

/* Looks for an old file: 0, or the errno that says why it is not ours to replace. */
static int find_old(const struct replacement *r, struct stat *old, bool *there)
{
	int err = 0;

	*there = !fstatat(r->in.fd, r->file, old, AT_SYMLINK_NOFOLLOW);
	if (!*there)
		err = errno == ENOENT ? 0 : errno;
	else if (S_ISLNK(old->st_mode))
		err = ELOOP;
	else if (!S_ISREG(old->st_mode))
		err = S_ISDIR(old->st_mode) ? EISDIR : EINVAL;
	return err;
}

/* A signal must not leave the new file beside the old one. */
static void hold_signals(struct replacement *r)
{
	sigset_t all;

	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &r->signals);
}

static void finish(struct replacement *r)
{
	tree_close(&r->in);
	sigprocmask(SIG_SETMASK, &r->signals, NULL);
}

static int failed(const struct replacement *r, int err, struct msg *msg)
{
	return r->path ? path_write_failed(r->path, err, msg) :
		tree_write_failed(&r->in, r->file, err, msg);
}

/* In the directory that r is in now. */
static int prepare(struct replacement *r, const char *text, struct msg *msg)
{
	struct stat old;
	bool there;
	int err;

	*r->fresh = '\0';
	hold_signals(r);
	err = find_old(r, &old, &there);
	if (!err)
		err = write_fresh(r, there ? &old : NULL, text);
	if (err) {
		failed(r, err, msg);
		replace_drop(r);
	}
	return err ? ST_FAILED : ST_DONE;
}

int replace_prepare(struct replacement *r, const struct place *at,
		    const char *dir, const char *file, const char *text,
		    struct msg *msg)
{
	int err;

	*r = (struct replacement){ .at = at, .file = file };
	err = tree_enter(&r->in, at, dir) < 0 ? errno : 0;
	if (err == ENOENT) {
		err = make_dir(r, dir);
		if (!err && tree_enter(&r->in, at, dir) < 0)
			err = errno;
	}
	return err ? tree_write_failed(at, dir, err, msg) : prepare(r, text, msg);
}

int replace_prepare_path(struct replacement *r, const char *path,
			 const char *text, struct msg *msg)
{
	const char *slash = strrchr(path, '/');
	struct place at;
	char *dir;
	int ret;

	*r = (struct replacement){
		.path = path, .file = slash ? slash + 1 : path
	};
	dir = slash ? strndup(path, r->file - path) : strdup(".");
	if (!dir)
		return msg_nomem(msg);
	ret = tree_open(&at, dir, msg);
	free(dir);
	if (ret != ST_DONE)
		return ret;
	ret = tree_enter(&r->in, &at, ".") < 0 ?
		path_write_failed(path, errno, msg) : prepare(r, text, msg);
	tree_close(&at);
	return ret;
}

int replace_commit(struct replacement *r, struct msg *msg)
{
	if (renameat(r->in.fd, r->fresh, r->in.fd, r->file)) {
		failed(r, errno, msg);
		replace_drop(r);
		return ST_FAILED;
	}
	fsync(r->in.fd);
	finish(r);
	return ST_DONE;
}

void replace_drop(struct replacement *r)
{
	if (*r->fresh)
		unlinkat(r->in.fd, r->fresh, 0);
	remove_dir(r);
	finish(r);
}
