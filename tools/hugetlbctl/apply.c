// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "change.h"
#include "conf_read.h"
#include "hugetlbctl.h"
#include "mounts.h"
#include "options.h"
#include "overcommit.h"
#include "sizes.h"
#include "source.h"
#include "tree.h"
#include "workers.h"

struct job {
	struct effort effort;
	bool check;
	struct place top;
	struct pools pools;
	struct conf conf;
	struct conf_files files;
	struct plan plan;
	size_t drift;		/* with check: what differs */
	bool changed;		/* or as configured already */
};

/* Say what differs; true if it shall be changed. */
__attribute__((format(printf, 2, 3)))
static bool differs(struct job *job, const char *fmt, ...)
{
	va_list ap;

	job->drift++;
	if (job->check && !job->effort.quiet) {
		va_start(ap, fmt);
		vprintf(fmt, ap);
		va_end(ap);
	}
	return !job->check;
}

static int make_plan(struct job *job, struct msg *msg)
{
	static const struct node_values all;
	size_t i;
	int ret = ST_DONE;

	for (i = 0; ret == ST_DONE && i < job->conf.n_pools; i++) {
		struct conf_pool *pool = &job->conf.pools[i];
		char *specs[2] = { pool->text, NULL };
		struct wish wish = {
			.specs = specs, .nodes = pool->nodes ? pool->nodes : &all
		};

		ret = plan_make(&job->plan, &wish, &job->top, &job->pools, msg);
		if (ret != ST_DONE)
			conf_blame(&pool->at, msg);
	}
	if (ret != ST_DONE || !i)
		return ret;
	/* All of them together: the last line is as good as any to name. */
	ret = plan_check(&job->plan, &job->top, msg);
	if (ret != ST_DONE)
		conf_blame(&job->conf.pools[i - 1].at, msg);
	return ret;
}

static int do_workers(struct job *job, bool dry, struct msg *msg)
{
	uint64_t now;
	int ret;

	if (!job->conf.workers_at.line)
		return ST_DONE;
	ret = workers_read(&job->top, &now, msg);
	if (ret == ST_DONE && !dry && now != job->conf.workers &&
	    differs(job, "workers: %" PRIu64 ", configured %" PRIu64 "\n", now,
		    job->conf.workers)) {
		ret = workers_write(&job->top, job->conf.workers, msg);
		job->changed |= ret == ST_DONE;
	}
	if (ret != ST_DONE)
		conf_blame(&job->conf.workers_at, msg);
	return ret;
}

static int do_limits(struct job *job, bool dry, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; ret == ST_DONE && i < job->conf.n_limits; i++) {
		struct conf_pool *line = &job->conf.limits[i];
		char size[FORMAT_MAX];
		struct spec spec;
		uint64_t limit, now;

		ret = overcommit_parse(line->text, &job->top, &job->pools,
				       &spec, &limit, msg);
		now = ret == ST_DONE ? pools_find(&job->pools, spec.size,
						  NODE_ALL)->overcommit.n : 0;
		if (ret == ST_DONE && !dry && now != limit &&
		    differs(job, "overcommit %s: %" PRIu64 ", configured %" PRIu64 "\n",
			    format_size(size, spec.size), now, limit)) {
			ret = overcommit_write(&job->top, spec.size, limit, msg);
			job->changed |= ret == ST_DONE;
		}
		if (ret != ST_DONE)
			conf_blame(&line->at, msg);
	}
	return ret;
}

static uint64_t page_size(const struct job *job, const struct conf_mount *mount)
{
	size_t i;

	for (i = 0; !mount->size && i < job->pools.n; i++)
		if (job->pools.v[i].is_default)
			return job->pools.v[i].size;
	return mount->size;
}

static int do_mount(struct job *job, const struct conf *now,
		    const struct conf_mount *want, bool dry, struct msg *msg)
{
	uint64_t size = page_size(job, want);
	char buf[FORMAT_MAX];
	int ret;
	size_t i;

	ret = pools_need_size(&job->pools, "pagesize", size, msg);
	if (ret != ST_DONE || dry)
		return ret;
	for (i = 0; i < now->n_mounts; i++) {
		if (strcmp(now->mounts[i].dir, want->dir))
			continue;
		if (now->mounts[i].size == size)
			return ST_DONE;
		if (!differs(job, "mount %s: has pages of %s\n", want->dir,
			     format_size(buf, now->mounts[i].size)))
			return ST_DONE;
		return msg_set(msg, ST_FAILED,
			       "%s is mounted with pages of %s: unmount it first",
			       want->dir, format_size(buf, now->mounts[i].size));
	}
	if (!differs(job, "mount %s: not mounted\n", want->dir))
		return ST_DONE;
	if (job->effort.sysroot)
		return msg_set(msg, ST_FAILED,
			       "nothing is mounted in a copied tree (--sysroot)");
	ret = mounts_mount(want, msg);
	job->changed |= ret == ST_DONE;
	return ret;
}

static int do_mounts(struct job *job, bool dry, struct msg *msg)
{
	struct conf now = { 0 };
	int ret = ST_DONE;
	size_t i;

	if (job->conf.n_mounts)
		ret = mounts_read(&job->top, &now, msg);
	for (i = 0; ret == ST_DONE && i < job->conf.n_mounts; i++) {
		ret = do_mount(job, &now, &job->conf.mounts[i], dry, msg);
		if (ret != ST_DONE)
			conf_blame(&job->conf.mounts[i].at, msg);
	}
	conf_free(&now);
	return ret;
}

static int do_pools(struct job *job, bool dry, struct msg *msg)
{
	char name[CHANGE_NAME_MAX];
	size_t i;
	int ret;

	(void)dry;	/* make_plan() has looked */
	if (!job->check) {
		ret = changes_make(&job->plan, &job->effort, &job->top, msg);
		job->changed |= job->plan.n && (ret == ST_DONE || ret == ST_PARTLY);
		return ret;
	}
	for (i = 0; i < job->plan.n; i++) {
		const struct change *c = &job->plan.v[i];

		if (c->before != c->after)
			differs(job, "%s: %" PRIu64 " pages, configured %" PRIu64 "\n",
				change_name(name, c), c->before, c->after);
	}
	return ST_DONE;
}

/* All lines are looked at before the first write. */
static int look(struct job *job, const char *file, struct msg *msg)
{
	int ret;

	ret = conf_read(&job->conf, &job->files, file, &job->top, msg);
	if (ret == ST_DONE)
		ret = source_pools(job->effort.sysroot, &job->pools, msg);
	if (ret == ST_DONE)
		ret = make_plan(job, msg);
	if (ret == ST_DONE)
		ret = do_workers(job, true, msg);
	/* The rest can be done without workers, see run(). */
	if (ret == ST_UNSUPPORTED) {
		*msg->text = '\0';
		ret = ST_DONE;
	}
	if (ret == ST_DONE)
		ret = do_limits(job, true, msg);
	if (ret == ST_DONE)
		ret = do_mounts(job, true, msg);
	return ret == ST_USAGE ? ST_FAILED : ret;
}

/* A step that could not be done, or only in part, does not keep the next back. */
static int run(struct job *job, struct msg *msg)
{
	int (*const steps[])(struct job *job, bool dry, struct msg *msg) = {
		do_workers, do_pools, do_limits, do_mounts,
	};
	int ret = ST_DONE;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		struct msg why = { "" };
		int one = steps[i](job, false, &why);

		if (one == ST_DONE)
			continue;
		msg_add(msg, "%s%s", *msg->text ? "\n" : "", why.text);
		ret = one;
	}
	return ret != ST_DONE && job->changed ? ST_PARTLY : ret;
}

static void help_more(void)
{
	printf("\n"
	       "Without FILE: /etc/hugetlbctl.conf and /etc/hugetlbctl.d/*.conf. What is as\n"
	       "configured already is not written. FILE may be -, standard input. See\n"
	       "hugetlbctl.conf(5).\n"
	       "\n"
	       "--check exits with 0 if all is as configured, and with 3 if not.\n");
}

int cmd_apply(int argc, char **argv, struct msg *msg)
{
	struct job job = { .check = false };
	const struct opt v[] = {
		{ 0, "check", NULL, "only print what differs", opt_flag, &job.check },
		{ 'R', "retry", "N", "if pages are missing, try N more times",
		  effort_retry, &job.effort },
		{ 't', "timeout", "SECONDS", "stop after that; until then try again",
		  effort_timeout, &job.effort },
		{ 'c', "compact", NULL, "let the kernel compact memory before each try",
		  opt_flag, &job.effort.compact },
		{ 'q', "quiet", NULL, "print errors only", opt_flag,
		  &job.effort.quiet },
		{ 0, "sysroot", "DIR", "read and write below DIR, a copied tree",
		  opt_text, &job.effort.sysroot },
	};
	const struct opts opts = {
		.usage = "apply [OPTION]... [FILE]",
		.about = "Makes pools, limits, workers and mounts what a configuration says.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operands_max = 1,
	};
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = tree_open(&job.top, job.effort.sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	effort_mode(&job.effort);
	ret = look(&job, operands[0], msg);
	if (ret == ST_DONE)
		ret = run(&job, msg);
	if (ret == ST_DONE && job.check && job.drift)
		ret = ST_PARTLY;
	plan_free(&job.plan);
	conf_free(&job.conf);
	conf_files_free(&job.files);
	pools_free(&job.pools);
	tree_close(&job.top);
	return ret;
}
