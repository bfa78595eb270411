// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <linux/hugetlb_netlink.h>

#include "cause.h"
#include "change.h"
#include "hugetlbctl.h"
#include "netlink.h"
#include "sizes.h"
#include "source.h"
#include "tree.h"
#include "writer.h"

/* Between two tries: time for pages to be freed or moved. */
#define RETRY_PAUSE_MS 500

struct run {
	const struct effort *effort;
	const struct place *top;
	struct writer writer;
	struct nl nl;
	struct nl *events;	/* NULL: the kernel sends none */
	struct pools before;
	struct pools after;
	struct rival rival;	/* of the change that is being made */
	bool changed;		/* something was written */
};

static int read_after(struct run *run, struct msg *msg)
{
	pools_free(&run->after);
	return source_pools(run->effort->sysroot, &run->after, msg);
}

/* Persistent pages now; c->before if the pool is gone. */
static uint64_t reached(const struct run *run, const struct change *c)
{
	const struct pool *pool = pools_find(&run->after, c->size, c->node);

	return pool ? pool_persistent(pool) : c->before;
}

/* Pages in use that a shrink had to leave, and turned to surplus. */
static uint64_t left_over(const struct run *run, const struct change *c)
{
	const struct pool *was = pools_find(&run->before, c->size, c->node);
	const struct pool *is = pools_find(&run->after, c->size, c->node);

	if (change_grows(c) || !was || !is || is->surplus.n <= was->surplus.n)
		return 0;
	return is->surplus.n - was->surplus.n;
}

static bool complete(const struct run *run, const struct change *c)
{
	uint64_t now = reached(run, c);

	return change_grows(c) ? now >= c->after :
		now <= c->after && !left_over(run, c);
}

static int compact(struct run *run, const struct change *c, struct msg *msg)
{
	struct rival rival;
	struct progress none = { .mode = PROGRESS_NONE, .rival = &rival };
	const struct watch watch = {
		.events = -1, .interval = 100, .tick = progress_tick,
		.data = &none,
	};
	char path[COMPACT_PATH_MAX];
	int err;

	change_compact_path(path, c);
	err = writer_write(&run->writer, run->top, path, "1\n", &watch);
	return err && err != EINTR ?
		change_compact_refused(run->top, path, err, msg) : ST_DONE;
}

static int try_once(struct run *run, const struct change *c, unsigned int try,
		    struct msg *msg)
{
	char name[CHANGE_NAME_MAX + 32], text[FORMAT_MAX + 1];
	struct progress p = {
		.mode = run->effort->mode, .sysroot = run->effort->sysroot,
		.top = run->top, .node = c->node, .events = run->events,
		.rival = &run->rival, .name = name,
	};
	const struct watch watch = {
		.events = run->events ? nl_fd(run->events) : -1,
		.interval = 100, .tick = progress_tick, .data = &p,
	};
	uint64_t now;
	int ret, err;

	change_name(name, c);
	if (try)
		snprintf(name + strlen(name), 32, " (try %u)", try + 1);
	if (run->effort->compact && change_grows(c)) {
		ret = compact(run, c, msg);
		/* It takes long. */
		if (ret == ST_DONE)
			ret = read_after(run, msg);
		if (ret != ST_DONE)
			return ret;
	}
	now = reached(run, c);
	p.before = run->after;
	p.now.size = c->size;
	p.now.origin.n = c->node == NODE_ALL ? HUGETLB_ORIGIN_SYSFS :
		HUGETLB_ORIGIN_NODE;
	p.now.direction.n = change_grows(c) ? HUGETLB_DIRECTION_GROW :
		HUGETLB_DIRECTION_SHRINK;
	p.now.asked.n = change_grows(c) ? c->after - now : now - c->after;
	snprintf(text, sizeof(text), "%" PRIu64 "\n", c->after);
	progress_start(&p);
	err = writer_write(&run->writer, run->top, c->path, text, &watch);
	/* Before the last look at the events: what came until then may be in it. */
	p.before = (struct pools){ 0 };
	ret = read_after(run, msg);
	progress_end(&p);
	if (err && err != EINTR)
		return change_refused(run->top, c, err, msg);
	if (!err)
		run->changed = true;
	return ret;
}

static void print_done(const struct run *run, const struct change *c,
		       uint64_t started)
{
	char name[CHANGE_NAME_MAX], memory[FORMAT_MAX], took[FORMAT_MAX];
	uint64_t now = reached(run, c);

	if (run->effort->quiet)
		return;
	printf("%s: %" PRIu64 " %s (%s)", change_name(name, c), now, PAGES(now),
	       format_size(memory, now * c->size));
	if (now == c->before)
		printf(", as before\n");
	else
		printf(", %c%" PRIu64 " in %s\n", now > c->before ? '+' : '-',
		       now > c->before ? now - c->before : c->before - now,
		       format_duration(took, now_ns() - started));
	fflush(stdout);
}

static int short_of(const struct run *run, const struct change *c,
		    unsigned int tries, struct msg *msg)
{
	char name[CHANGE_NAME_MAX];
	uint64_t now = reached(run, c), left = left_over(run, c);

	if (*msg->text)
		msg_add(msg, "\n");
	if (c->at.line)
		msg_add(msg, "%s:%d: ", c->at.file, c->at.line);
	msg_add(msg, "%s: asked for %" PRIu64 " %s, got %" PRIu64,
		change_name(name, c), c->after, PAGES(c->after), now);
	if (change_grows(c))
		msg_add(msg, ", %" PRIu64 " missing", c->after - now);
	else if (left)
		msg_add(msg, " and %" PRIu64 " more that cannot be freed yet", left);
	if (tries > 1)
		msg_add(msg, " after %u tries", tries);
	if (run->writer.stop->came)
		msg_add(msg, "; stopped by %s", strsignal(run->writer.stop->came));
	else if (run->writer.timed_out)
		msg_add(msg, "; the time is over");
	cause_add(run->top, c, &run->before, &run->after, run->rival.seen,
		  !run->writer.stop->came, msg);
	return ST_PARTLY;
}

static int make_one(struct run *run, const struct change *c, struct msg *msg)
{
	const struct count retries = run->effort->retries;
	uint64_t started = now_ns();
	unsigned int tries = 0;
	struct msg why = { "" };
	int ret = ST_DONE;

	memset(&run->rival, 0, sizeof(run->rival));
	while (ret == ST_DONE && reached(run, c) != c->after) {
		ret = try_once(run, c, tries++, &why);
		if (ret != ST_DONE || complete(run, c))
			break;
		/* What is in use does not shrink by asking again. */
		if (!change_grows(c) ||
		    ((retries.known || !run->effort->timeout.known) && tries > retries.n) ||
		    !writer_pause(&run->writer, RETRY_PAUSE_MS))
			break;
	}
	if (ret != ST_DONE) {
		if (c->at.line)
			conf_blame(&c->at, &why);
		msg_add(msg, "%s%s", *msg->text ? "\n" : "", why.text);
		return ret;
	}
	/* A configuration has many lines: what was so already is no news there. */
	if (tries || !c->at.line)
		print_done(run, c, started);
	return complete(run, c) ? ST_DONE : short_of(run, c, tries, msg);
}

static void add_left(const struct plan *plan, size_t first, struct msg *msg)
{
	char name[CHANGE_NAME_MAX];
	size_t i;

	msg_add(msg, "%snot tried any more:", *msg->text ? "\n" : "");
	for (i = first; i < plan->n; i++)
		msg_add(msg, "%s %s", i > first ? "," : "",
			change_name(name, &plan->v[i]));
}

/*
 * What this kernel cannot do keeps the others back as little as a shortage; what
 * else fails would fail again.
 */
static int make_all(struct run *run, const struct plan *plan, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; i < plan->n; i++) {
		int one = make_one(run, &plan->v[i], msg);

		if (one != ST_DONE && ret != ST_PARTLY)
			ret = one;
		if (one == ST_FAILED || run->writer.stop->came ||
		    run->writer.timed_out)
			break;
	}
	if (i + 1 < plan->n)
		add_left(plan, i + 1, msg);
	if (i + 1 < plan->n && ret != ST_FAILED)
		ret = ST_PARTLY;
	return ret != ST_DONE && run->changed ? ST_PARTLY : ret;
}

/* A comfort: without events there is still sysfs, which knows of no others. */
static void open_events(struct run *run)
{
	struct msg ignored;

	if (run->effort->sysroot)
		return;
	if (nl_open(&run->nl, &ignored) != ST_DONE)
		return;
	if (nl_join(&run->nl, &ignored) == ST_DONE)
		run->events = &run->nl;
	else
		nl_close(&run->nl);
}

int changes_make(const struct plan *plan, const struct effort *effort,
		 const struct place *top, struct stop *stop, struct msg *msg)
{
	struct run run = { .effort = effort, .top = top };
	int ret;

	ret = changes_check(plan, effort, top, false, msg);
	if (ret == ST_DONE)
		ret = source_pools(effort->sysroot, &run.before, msg);
	if (ret == ST_DONE)
		ret = read_after(&run, msg);
	if (ret == ST_DONE)
		ret = writer_open(&run.writer, stop, msg);
	if (ret == ST_DONE) {
		if (effort->timeout.known)
			run.writer.deadline = now_ns() +
				effort->timeout.n * 1000000000ULL;
		open_events(&run);
		ret = make_all(&run, plan, msg);
		if (run.events)
			nl_close(run.events);
		writer_close(&run.writer);
	}
	pools_free(&run.before);
	pools_free(&run.after);
	return ret;
}
