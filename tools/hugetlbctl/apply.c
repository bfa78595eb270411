// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <limits.h>
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
	char text[PATH_MAX + 64];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	job->drift++;
	if (job->check && !job->effort.quiet)
		printf("%s\n", text);
	if (job->check)
		return false;
	if (!stop_asked(&job->stop))
		return true;
	msg_add(&job->left, "\n  %s", text);
	return false;
}

void apply_add(struct job *job, int *ret, int one, const struct msg *why,
	       struct msg *msg)
{
	if (*why->text)
		msg_add(msg, "%s%s", *msg->text ? "\n" : "", why->text);
	if (one == ST_UNSUPPORTED)
		job->lacking++;
	else if (one != ST_DONE && *ret != ST_FAILED)
		*ret = one;
}

static int make_plan(struct job *job, struct msg *msg)
{
	static const struct node_values all;
	size_t i;
	int ret = ST_DONE;

	for (i = 0; i < job->conf.n_pools; i++) {
		struct conf_pool *pool = &job->conf.pools[i];
		char *specs[2] = { pool->text, NULL };
		struct wish wish = {
			.specs = specs, .at = pool->at,
			.nodes = pool->nodes ? pool->nodes : &all,
		};
		struct msg why = { "" };
		int one = plan_make(&job->plan, &wish, &job->top, &job->pools,
				    &why);

		if (one != ST_DONE)
			conf_blame(&pool->at, &why);
		apply_add(job, &ret, one, &why, msg);
	}
	if (ret != ST_DONE || !i)
		return ret;
	/* All of them together: the last line is as good as any to name. */
	ret = plan_check(&job->plan, &job->top, msg);
	if (ret != ST_DONE)
		conf_blame(&job->conf.pools[i - 1].at, msg);
	return ret;
}

static int set_workers(struct job *job, struct msg *msg)
{
	uint64_t workers = job->conf.workers;
	char buf[FORMAT_MAX];
	int ret = workers_write(&job->top, workers, msg);

	if (ret != ST_DONE)
		return ret;
	job->changed = true;
	if (!job->effort.quiet)
		printf("workers: %s\n", workers_name(buf, workers));
	return ST_DONE;
}

static int do_workers(struct job *job, bool dry, struct msg *msg)
{
	char is[FORMAT_MAX], shall[FORMAT_MAX];
	uint64_t now;
	int ret;

	if (!job->conf.workers_at.line)
		return ST_DONE;
	ret = workers_read(&job->top, &now, msg);
	/* What a kernel without the knob does anyway is no failure. */
	if (ret == ST_UNSUPPORTED && job->conf.workers <= 1) {
		*msg->text = '\0';
		return ST_DONE;
	}
	if (ret == ST_DONE && !dry && now != job->conf.workers &&
	    apply_differs(job, "workers: %s, configured %s",
			  workers_name(is, now),
			  workers_name(shall, job->conf.workers)))
		ret = set_workers(job, msg);
	if (ret == ST_DONE)
		return ret;
	conf_blame(&job->conf.workers_at, msg);
	/* The rest can be done without workers: run() tells of it. */
	if (ret != ST_UNSUPPORTED || !dry)
		return ret;
	*msg->text = '\0';
	return ST_DONE;
}

static int do_limit(struct job *job, const struct conf_pool *line, bool dry,
		    struct msg *msg)
{
	char size[FORMAT_MAX];
	struct spec spec;
	uint64_t limit, now;
	int ret;

	ret = overcommit_parse(line->text, &job->top, &job->pools, &spec,
			       &limit, msg);
	if (ret != ST_DONE || dry)
		return ret;
	ret = overcommit_now(&job->top, &job->pools, spec.size, &now, msg);
	if (ret != ST_DONE)
		return ret;
	if (now == limit ||
	    !apply_differs(job, "overcommit %s: %" PRIu64 ", configured %" PRIu64,
			   format_size(size, spec.size), now, limit))
		return ST_DONE;
	ret = overcommit_write(&job->top, spec.size, limit, msg);
	if (ret != ST_DONE)
		return ret;
	job->changed = true;
	if (!job->effort.quiet)
		overcommit_tell(spec.size, limit);
	return ST_DONE;
}

static int do_limits(struct job *job, bool dry, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; i < job->conf.n_limits; i++) {
		struct msg why = { "" };
		int one = do_limit(job, &job->conf.limits[i], dry, &why);

		if (one != ST_DONE)
			conf_blame(&job->conf.limits[i].at, &why);
		apply_add(job, &ret, one, &why, msg);
	}
	return ret;
}

static int do_pools(struct job *job, bool dry, struct msg *msg)
{
	char name[CHANGE_NAME_MAX];
	size_t i, n = 0;
	int ret;

	(void)dry;	/* make_plan() has looked */
	for (i = 0; i < job->plan.n; i++) {
		const struct change *c = &job->plan.v[i];

		n += c->before != c->after &&
		     apply_differs(job, "%s: %" PRIu64 " pages, configured %" PRIu64,
				   change_name(name, c), c->before, c->after);
	}
	if (job->check || (!n && *job->left.text))
		return ST_DONE;
	ret = changes_make(&job->plan, &job->effort, &job->top, &job->stop,
			   msg);
	job->changed |= ret == ST_PARTLY || (ret == ST_DONE && n);
	return ret;
}

/* All lines are looked at before the first write. */
static int look(struct job *job, struct msg *msg)
{
	struct msg why = { "" };
	int ret;

	ret = source_pools(job->effort.sysroot, &job->pools, msg);
	if (ret != ST_DONE)
		return ret;
	ret = make_plan(job, msg);
	apply_add(job, &ret, do_limits(job, true, &why), &why, msg);
	if (ret == ST_DONE)
		ret = do_workers(job, true, msg);
	/* Mounts may need pools and limits that are right. */
	if (ret == ST_DONE)
		ret = apply_mounts(job, true, msg);
	return ret;
}

/* What came of all steps, the worst of which is ret. */
static int sum_up(const struct job *job, int ret)
{
	const struct conf *conf = &job->conf;
	size_t lines = conf->n_pools + conf->n_limits + conf->n_mounts +
		       !!conf->workers_at.line;

	if (ret == ST_DONE && !job->lacking)
		return job->check && job->drift ? ST_PARTLY : ST_DONE;
	if (job->changed)
		return ST_PARTLY;
	if (ret != ST_DONE)
		return ret;
	/* Beside what is as configured it is a part that is missing. */
	return job->check || lines > job->lacking ? ST_PARTLY : ST_UNSUPPORTED;
}

/* What could not be done, or only in part, does not keep the next back; a signal does. */
static int run(struct job *job, struct msg *msg)
{
	int (*const steps[])(struct job *job, bool dry, struct msg *msg) = {
		do_workers, do_pools, do_limits, apply_mounts,
	};
	int ret = ST_DONE;
	size_t i;

	stop_hold(&job->stop);
	for (i = 0; i < ARRAY_SIZE(steps); i++) {
		struct msg why = { "" };
		int one = steps[i](job, false, &why);

		apply_add(job, &ret, one, &why, msg);
	}
	if (*job->left.text) {
		msg_add(msg, "%sstopped by %s, left as it is:%s",
			*msg->text ? "\n" : "", strsignal(stop_asked(&job->stop)),
			job->left.text);
		ret = ST_PARTLY;
	}
	return sum_up(job, ret);
}

static int apply(struct job *job, const char *file, struct msg *msg)
{
	int ret = conf_read(&job->conf, &job->files, file, &job->top, msg);

	/* No configuration is one, too: it asks for nothing. */
	if (ret == ST_DONE && !job->files.n) {
		if (!job->effort.quiet)
			printf("nothing is configured: no %s/%s and no %s/%s/*.conf\n",
			       job->top.root, CONF_FILE, job->top.root,
			       CONF_DROP_INS);
		return ST_DONE;
	}
	if (ret == ST_DONE)
		ret = look(job, msg);
	/* The user's mistake, but not one on the command line. */
	if (ret != ST_DONE)
		return ret == ST_USAGE ? ST_FAILED : ret;
	return run(job, msg);
}

static void help_more(void)
{
	printf("\n"
	       "Without FILE: /etc/hugetlbctl.conf and /etc/hugetlbctl.d/*.conf. What is as\n"
	       "configured already is neither written nor told. FILE may be -, standard input.\n"
	       "See hugetlbctl.conf(5).\n"
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
	ret = apply(&job, operands[0], msg);
	plan_free(&job.plan);
	conf_free(&job.conf);
	conf_files_free(&job.files);
	pools_free(&job.pools);
	tree_close(&job.top);
	/* To tell is all that --check does: main() says why it cannot. */
	if (job.check && ret == ST_PARTLY && (fflush(stdout) || ferror(stdout)))
		ret = ST_FAILED;
	return ret;
}
