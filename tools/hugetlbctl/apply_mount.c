// SPDX-License-Identifier: GPL-2.0-only
/* The mount lines of a configuration. */
#include <stdio.h>

#include "apply.h"
#include "hugetlbctl.h"
#include "mount.h"
#include "mounts.h"
#include "sizes.h"

static uint64_t page_size(const struct job *job, const struct conf_mount *mount)
{
	size_t i;

	for (i = 0; !mount->parsed.pagesize && i < job->pools.n; i++)
		if (job->pools.v[i].is_default)
			return job->pools.v[i].size;
	return mount->parsed.pagesize;
}

/* is: what is mounted there, NULL if no hugetlbfs is. */
static int may_mount(const struct job *job, const struct conf_mount *is,
		     const struct conf_mount *want, struct msg *msg)
{
	char size[FORMAT_MAX];

	if (is)
		return msg_set(msg, ST_FAILED,
			       "%s is mounted with pages of %s: unmount it first",
			       want->dir, format_size(size, is->parsed.pagesize));
	if (*job->top.root)
		return msg_set(msg, ST_FAILED,
			       "nothing is mounted in a copied tree (--sysroot)");
	return mount_check_place(want, msg);
}

static int look(const struct job *job, const struct conf_mount *is,
		const struct conf_mount *want, bool as_it_is, struct msg *msg)
{
	bool shall = !as_it_is && !job->check;
	int ret = ST_DONE;

	if (shall)
		ret = may_mount(job, is, want, msg);
	if (ret == ST_DONE && !*job->top.root)
		ret = mount_check_options(want, shall, msg);
	return ret;
}

static int one(struct job *job, const struct conf *now,
	       const struct conf_mount *want, bool dry, struct msg *msg)
{
	const struct conf_mount *is = conf_find_mount(now, want->path);
	uint64_t size = page_size(job, want);
	bool as_it_is = is && is->parsed.pagesize == size, shall;
	char buf[FORMAT_MAX];
	int ret;

	ret = pools_need_size(&job->pools, "pagesize", size, msg);
	if (ret != ST_DONE)
		return ret;
	if (dry)
		return look(job, is, want, as_it_is, msg);
	if (as_it_is)
		return ST_DONE;
	shall = is ? apply_differs(job, "mount %s: has pages of %s\n", want->dir,
				   format_size(buf, is->parsed.pagesize)) :
		apply_differs(job, "mount %s: not mounted\n", want->dir);
	if (!shall)
		return ST_DONE;
	ret = may_mount(job, is, want, msg);
	if (ret == ST_DONE)
		ret = mount_make(want, msg);
	if (ret != ST_DONE)
		return ret;
	job->changed = true;
	if (!job->effort.quiet)
		printf("mount %s: pages of %s\n", want->dir,
		       format_size(buf, size));
	return ST_DONE;
}

static int all(struct job *job, const struct conf *now, bool dry,
	       struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; (ret == ST_DONE || !dry) && i < job->conf.n_mounts; i++) {
		const struct conf_mount *mount = &job->conf.mounts[i];
		struct msg why = { "" };
		int status = one(job, now, mount, dry, &why);

		if (status != ST_DONE)
			conf_blame(&mount->at, &why);
		apply_add(job, &ret, status, &why, msg);
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
	if (ret == ST_DONE)
		ret = all(job, &now, dry, msg);
	conf_free(&now);
	return ret;
}
