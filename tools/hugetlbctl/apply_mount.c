// SPDX-License-Identifier: GPL-2.0-only
/* The mount lines of a configuration. */
#include <stdio.h>

#include "apply.h"
#include "hugetlbctl.h"
#include "mount.h"
#include "mount_place.h"
#include "mounts.h"
#include "path.h"
#include "sizes.h"
#include "source.h"

/* What every line says in full, and whether that is so. */
static void fill_in(struct job *job, struct conf *now)
{
	uint64_t size = 0;
	size_t i;

	for (i = 0; i < job->pools.n; i++)
		if (job->pools.v[i].is_default)
			size = job->pools.v[i].size;
	for (i = 0; i < now->n_mounts; i++)
		if (!now->mounts[i].parsed.pagesize)
			now->mounts[i].parsed.pagesize = size;
	for (i = 0; i < job->conf.n_mounts; i++) {
		struct conf_mount *want = &job->conf.mounts[i];
		const struct conf_mount *is = conf_find_mount(now, want->path);

		if (!want->parsed.pagesize)
			want->parsed.pagesize = size;
		want->as_it_is = is &&
			is->parsed.pagesize == want->parsed.pagesize;
	}
}

/* Lines are carried out in their order. */
static int check_order(const struct job *job, const struct conf_mount *want,
		       struct msg *msg)
{
	const struct conf_mount *other;

	for (other = job->conf.mounts; other < want; other++) {
		if (other->as_it_is)
			continue;
		if (path_below(other->path, want->path))
			return msg_set(msg, ST_FAILED,
				       "%s would hide %s, set in %s:%d: put this line before that one",
				       want->dir, other->dir, other->at.file,
				       other->at.line);
		if (path_below(want->path, other->path) &&
		    other->parsed.read_only)
			return msg_set(msg, ST_FAILED,
				       "%s cannot be made in %s, which is read-only by %s:%d",
				       want->dir, other->dir, other->at.file,
				       other->at.line);
	}
	return ST_DONE;
}

/* is: what is mounted there, NULL if no hugetlbfs is. */
static int may_mount(const struct job *job, const struct conf_mount *is,
		     const struct conf_mount *want, struct msg *msg)
{
	char size[FORMAT_MAX];

	if (is)
		return msg_set(msg, ST_FAILED,
			       "%s is mounted with pages of %s: unmount it first",
			       want->dir,
			       format_size(size, is->parsed.pagesize));
	if (!*job->top.root)
		return mount_check_place(want, !job->check, msg);
	return job->check ? ST_DONE :
		msg_set(msg, ST_FAILED,
			"nothing is mounted in a copied tree (--sysroot)");
}

static int look(const struct job *job, const struct conf_mount *is,
		const struct conf_mount *want, struct msg *msg)
{
	int ret;

	if (!want->parsed.pagesize)
		return msg_set(msg, ST_FAILED,
			       "%s: the default page size is not known: give pagesize=",
			       want->dir);
	ret = pools_need_size(&job->pools, "pagesize", want->parsed.pagesize,
			      msg);
	if (ret == ST_DONE && !want->as_it_is) {
		ret = check_order(job, want, msg);
		if (ret == ST_DONE)
			ret = apply_room(job, want, msg);
		if (ret == ST_DONE)
			ret = may_mount(job, is, want, msg);
	}
	if (ret == ST_DONE && !*job->top.root)
		ret = mount_check_options(want, !want->as_it_is && !job->check,
					  msg);
	return ret;
}

static int make(const struct job *job, const struct conf_mount *want,
		struct msg *msg)
{
	struct pools pools = { 0 };
	struct msg ignored;
	bool refused;
	int ret = mount_make(want, &refused, msg);

	/* What was right when we looked is not: a pool ended short, perhaps. */
	if (refused && source_pools(job->effort.sysroot, &pools, &ignored) == ST_DONE)
		apply_room_told(&pools, want, msg);
	pools_free(&pools);
	return ret;
}

static int one(struct job *job, const struct conf_mount *is,
	       const struct conf_mount *want, struct msg *msg)
{
	char buf[FORMAT_MAX];
	int ret;

	if (want->as_it_is ||
	    !apply_differs(job, "mount %s: not mounted", want->dir))
		return ST_DONE;
	ret = may_mount(job, is, want, msg);
	if (ret == ST_DONE)
		ret = make(job, want, msg);
	if (ret != ST_DONE)
		return ret;
	job->changed = true;
	if (!job->effort.quiet)
		printf("mount %s: pages of %s\n", want->dir,
		       format_size(buf, want->parsed.pagesize));
	return ST_DONE;
}

static int all(struct job *job, const struct conf *now, bool dry,
	       struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; (ret == ST_DONE || !dry) && i < job->conf.n_mounts; i++) {
		const struct conf_mount *mount = &job->conf.mounts[i];
		const struct conf_mount *is = conf_find_mount(now, mount->path);
		struct msg why = { "" };
		int status = dry ? look(job, is, mount, &why) :
			one(job, is, mount, &why);

		if (status != ST_DONE)
			conf_blame(&mount->at, &why);
		apply_add(job, &ret, status, &why, msg);
	}
	return ret;
}

/*
 * Nothing but a try tells whether directories can be made: it comes last, when
 * all else is right.
 */
static int try_places(struct job *job, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i, there;

	/* No signal leaves one behind. */
	stop_hold(&job->stop);
	for (i = 0; ret == ST_DONE && !stop_asked(&job->stop) &&
	     i < job->conf.n_mounts; i++) {
		const struct conf_mount *mount = &job->conf.mounts[i];

		if (mount->as_it_is)
			continue;
		ret = mount_make_place(mount, &there, msg);
		if (ret == ST_DONE)
			mount_remove_place(mount, there);
		else
			conf_blame(&mount->at, msg);
	}
	return ret;
}

int apply_mounts(struct job *job, bool dry, struct msg *msg)
{
	struct conf now = { 0 };
	int ret = ST_DONE;

	if (job->conf.n_mounts)
		ret = mounts_read(&job->top, &now, msg);
	if (ret == ST_DONE && dry && !*job->top.root)
		ret = mounts_resolve(&job->conf, msg);
	if (ret == ST_DONE) {
		fill_in(job, &now);
		ret = all(job, &now, dry, msg);
	}
	if (ret == ST_DONE && dry && !job->check)
		ret = try_places(job, msg);
	conf_free(&now);
	return ret;
}
