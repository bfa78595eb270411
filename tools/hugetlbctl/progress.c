// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <linux/hugetlb_netlink.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "netlink.h"
#include "progress.h"
#include "source.h"
#include "writer.h"

#define NSEC_PER_SEC 1000000000ULL
#define LINE_MAX_WIDTH 512

static size_t terminal_width(void)
{
	struct winsize size;

	/* The last column stays free: some terminals go to the next line. */
	if (!ioctl(STDERR_FILENO, TIOCGWINSZ, &size) && size.ws_col > 1)
		return size.ws_col - 1 < LINE_MAX_WIDTH ?
			size.ws_col - 1 : LINE_MAX_WIDTH;
	return 79;
}

static void show(struct progress *p)
{
	size_t width = p->mode == PROGRESS_BAR ? terminal_width() : LINE_MAX_WIDTH;
	char line[LINE_MAX_WIDTH + 1];
	uint64_t now = now_ns();

	/* Who waits less than a second needs no line for it. */
	if (p->mode == PROGRESS_LINES &&
	    now - (p->printed ? p->printed : p->started) < NSEC_PER_SEC)
		return;
	p->printed = now;
	if (p->rival->runs)
		snprintf(line, width + 1,
			 "%s: another resize of this size is running, waiting for its end",
			 p->name);
	else
		progress_format(line, width, p->mode, p->name, &p->now);
	if (p->mode == PROGRESS_LINES)
		fprintf(stderr, "%s\n", line);
	else	/* Erase what a longer line before has left. */
		fprintf(stderr, "\r%s\033[K", line);
	fflush(stderr);
}

/*
 * Events name no resize. One that began before ours was called for, from
 * elsewhere or of other pages, is not ours; after another one of ours only its
 * origin is known, for that one has changed the pool.
 */
static bool is_own(struct progress *p, const struct resize *r)
{
	if (p->own.known)
		return r->start.n == p->own.n;
	if ((r->start.known && r->start.n < p->called) ||
	    r->origin.n != p->now.origin.n)
		return false;
	if (!p->rival->seen && (r->direction.n != p->now.direction.n ||
				r->asked.n != p->now.asked.n))
		return false;
	p->own = r->start;
	return true;
}

static int on_event(uint8_t cmd, const struct resize *r, void *data,
		    struct msg *msg)
{
	struct progress *p = data;
	size_t i;
	int ret = ST_DONE;

	if (r->size != p->now.size)
		return ST_DONE;
	p->seen = true;
	if (!is_own(p, r)) {
		p->rival->seen = true;
		p->rival->runs = !p->own.known &&
			cmd != HUGETLB_CMD_RESIZE_DONE_NTF;
		return ST_DONE;
	}
	p->rival->runs = false;
	resize_free(&p->now);
	p->now.direction = r->direction;
	p->now.asked = r->asked;
	p->now.done = r->done;
	p->now.elapsed = r->elapsed;
	for (i = 0; ret == ST_DONE && i < r->n_nodes; i++)
		ret = resize_add_node(&p->now, &r->nodes[i], msg);
	return ret;
}

static int ignore_event(uint8_t cmd, const struct resize *r, void *data,
			struct msg *msg)
{
	(void)cmd;
	(void)r;
	(void)data;
	(void)msg;
	return ST_DONE;
}

/* How much a pool has changed in the direction of the resize. */
static uint64_t changed(const struct progress *p, const struct pools *pools,
			int node)
{
	const struct pool *was = pools_find(&p->before, p->now.size, node);
	const struct pool *is = pools_find(pools, p->now.size, node);
	uint64_t from, to;

	if (!was || !is)
		return 0;
	from = pool_persistent(was);
	to = pool_persistent(is);
	if (p->now.direction.n == HUGETLB_DIRECTION_SHRINK)
		return from > to ? from - to : 0;
	return to > from ? to - from : 0;
}

/*
 * Stock kernels add all pages to the pool at the end of a growth, and take all
 * out at the start of a shrink; what moves meanwhile is free memory.
 */
static uint64_t moved(const struct progress *p, const struct resize_node *start,
		      uint64_t pages)
{
	bool shrinks = p->now.direction.n == HUGETLB_DIRECTION_SHRINK;
	struct count free;
	struct msg ignored;
	uint64_t now = 0;

	if (meminfo_read(p->top, start->node, "MemFree", &free, &ignored) ||
	    !free.known || !start->pages.known)
		return pages;
	if (shrinks ? free.n > start->pages.n : free.n < start->pages.n)
		now = (shrinks ? free.n - start->pages.n :
		       start->pages.n - free.n) / p->now.size;
	if (shrinks)
		return now < pages ? now : pages;
	return now > pages ? now : pages;
}

static bool watched(const struct progress *p, const struct pool *pool)
{
	size_t i;

	if (pool->size != p->now.size)
		return false;
	if (p->node != NODE_ALL || pool->node != NODE_ALL)
		return p->node == NODE_ALL || p->node == pool->node;
	/* The whole system, unless there are nodes. */
	for (i = 0; i < p->before.n; i++)
		if (p->before.v[i].node != NODE_ALL)
			return false;
	return true;
}

/* Which nodes, and with how much free memory in the place of pages. */
static void note_start(struct progress *p)
{
	struct msg ignored;
	size_t i;

	for (i = 0; i < p->before.n; i++) {
		struct resize_node start = { .node = p->before.v[i].node };

		if (!watched(p, &p->before.v[i]))
			continue;
		meminfo_read(p->top, start.node, "MemFree", &start.pages,
			     &ignored);
		if (resize_add_node(&p->start, &start, &ignored) != ST_DONE)
			return;
	}
}

static void poll_pools(struct progress *p)
{
	struct pools pools = { 0 };
	struct msg ignored;
	size_t i;

	if (source_pools(p->sysroot, &pools, &ignored) != ST_DONE) {
		pools_free(&pools);
		return;
	}
	resize_free(&p->now);
	p->now.done.n = 0;
	p->now.elapsed.n = now_ns() - p->started;
	for (i = 0; i < p->start.n_nodes; i++) {
		struct resize_node node = p->start.nodes[i];

		node.pages.n = moved(p, &node, changed(p, &pools, node.node));
		p->now.done.n += node.pages.n;
		if (resize_add_node(&p->now, &node, &ignored) != ST_DONE)
			break;
	}
	pools_free(&pools);
	p->seen = true;
}

void progress_tick(void *progress, bool event)
{
	struct progress *p = progress;
	struct msg ignored;
	bool lost;

	if (event)
		nl_take_events(p->events, on_event, p, &lost, &ignored);
	if (p->mode == PROGRESS_NONE)
		return;
	if (!p->events)
		poll_pools(p);
	if (p->seen)
		show(p);
}

void progress_start(struct progress *p)
{
	struct msg ignored;
	bool lost;

	p->printed = 0;
	p->seen = false;
	p->started = now_ns();
	p->now.done.n = 0;
	p->now.elapsed.n = 0;
	/* What is left of earlier resizes is none of this one. */
	if (p->events)
		nl_take_events(p->events, ignore_event, p, &lost, &ignored);
	p->called = clock_ns(CLOCK_REALTIME);
	p->own.known = false;
	if (p->mode != PROGRESS_NONE && !p->events)
		note_start(p);
}

void progress_end(struct progress *p)
{
	struct msg ignored;
	bool lost;

	if (p->events)
		nl_take_events(p->events, on_event, p, &lost, &ignored);
	if (p->mode == PROGRESS_BAR && p->printed) {
		fprintf(stderr, "\r\033[K");
		fflush(stderr);
	}
	resize_free(&p->now);
	resize_free(&p->start);
}
