// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "apply.h"
#include "hugetlbctl.h"
#include "options.h"
#include "overcommit.h"
#include "sizes.h"
#include "source.h"
#include "workers.h"

bool apply_differs(struct job *job, const char *fmt, ...)
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

void apply_done(struct job *job, const char *fmt, ...)
{
	va_list ap;

	if (job->effort.quiet)
		return;
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
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
	    apply_differs(job, "workers: %" PRIu64 ", configured %" PRIu64 "\n", now,
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
		    apply_differs(job, "overcommit %s: %" PRIu64 ", configured %" PRIu64 "\n",
			    format_size(size, spec.size), now, limit)) {
			ret = overcommit_write(&job->top, spec.size, limit, msg);
			job->changed |= ret == ST_DONE;
		}
		if (ret != ST_DONE)
			conf_blame(&line->at, msg);
	}
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
			apply_differs(job, "%s: %" PRIu64 " pages, configured %" PRIu64 "\n",
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
		ret = apply_mounts(job, true, msg);
	return ret == ST_USAGE ? ST_FAILED : ret;
}

/* A step that could not be done, or only in part, does not keep the next back. */
static int run(struct job *job, struct msg *msg)
{
	int (*const steps[])(struct job *job, bool dry, struct msg *msg) = {
		do_workers, do_pools, do_limits, apply_mounts,
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
