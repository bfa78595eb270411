// SPDX-License-Identifier: GPL-2.0-only
/* Whether the pools have what size= and min_size= of mounts speak of. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "apply.h"
#include "hugetlbctl.h"
#include "overcommit.h"
#include "sizes.h"

/* A pool when pools and limits are as configured, but no mount is made yet. */
struct room {
	uint64_t pool;		/* persistent pages */
	uint64_t limit;		/* of surplus pages */
	uint64_t taken;		/* in use, or promised to others */
};

static int find_room(const struct job *job, uint64_t size, struct room *room,
		     struct msg *msg)
{
	const struct pool *pool = pools_find(&job->pools, size, NODE_ALL);
	int ret = ST_DONE;
	size_t i;

	room->pool = pool_persistent(pool);
	room->limit = pool->overcommit.n;
	room->taken = pool->reserved.n +
		      (pool->free.known ? pool->total.n - pool->free.n : 0);
	for (i = 0; i < job->plan.n; i++)
		if (job->plan.v[i].size == size)
			room->pool += job->plan.v[i].after -
				      job->plan.v[i].before;
	for (i = 0; ret == ST_DONE && i < job->conf.n_limits; i++) {
		const struct conf_pool *line = &job->conf.limits[i];
		struct spec spec;

		if (line->size == size)
			ret = overcommit_parse(line->text, &job->top,
					       &job->pools, &spec, &room->limit,
					       msg);
	}
	return ret;
}

/* Pages that lines before this one keep. */
static int kept_before(const struct job *job, const struct conf_mount *mount,
		       uint64_t pool, uint64_t *kept, struct msg *msg)
{
	const struct conf_mount *other;
	uint64_t pages;
	int ret = ST_DONE;

	*kept = 0;
	for (other = job->conf.mounts; ret == ST_DONE && other < mount; other++) {
		if (other->as_it_is || !*other->parsed.min_size.text ||
		    other->parsed.pagesize != mount->parsed.pagesize)
			continue;
		ret = mount_amount_pages(&other->parsed.min_size,
					 mount->parsed.pagesize, pool, &pages,
					 msg);
		*kept += pages;
	}
	return ret;
}

static int no_room(const struct conf_mount *mount, uint64_t pages,
		   const struct room *room, uint64_t kept, struct msg *msg)
{
	char size[FORMAT_MAX];

	msg_set(msg, ST_USAGE, "'%s' keeps %" PRIu64 " %s of %s at once",
		mount->parsed.min_size.text, pages, PAGES(pages),
		format_size(size, mount->parsed.pagesize));
	msg_add(msg, "; the pool will have %" PRIu64, room->pool);
	msg_add(msg, ", and up to %" PRIu64 " surplus %s", room->limit,
		PAGES(room->limit));
	if (room->taken)
		msg_add(msg, ", of which %" PRIu64 " are in use or promised",
			room->taken);
	if (kept)
		msg_add(msg, ", and lines before this one keep %" PRIu64, kept);
	return ST_USAGE;
}

int apply_room(const struct job *job, const struct conf_mount *mount,
	       struct msg *msg)
{
	const struct mount_options *o = &mount->parsed;
	uint64_t most = 0, least = 0, kept;
	struct room room;
	int ret;

	ret = find_room(job, o->pagesize, &room, msg);
	if (ret == ST_DONE && *o->size.text)
		ret = mount_amount_pages(&o->size, o->pagesize, room.pool,
					 &most, msg);
	if (ret == ST_DONE && *o->min_size.text)
		ret = mount_amount_pages(&o->min_size, o->pagesize, room.pool,
					 &least, msg);
	if (ret != ST_DONE || !*o->min_size.text)
		return ret;
	if (*o->size.text && least > most)
		return msg_set(msg, ST_USAGE,
			       "'%s' is more than '%s': %" PRIu64 " %s, and %" PRIu64,
			       o->min_size.text, o->size.text, least,
			       PAGES(least), most);
	ret = kept_before(job, mount, room.pool, &kept, msg);
	if (ret != ST_DONE)
		return ret;
	return (__uint128_t)room.taken + kept + least <=
	       (__uint128_t)room.pool + room.limit ? ST_DONE :
		no_room(mount, least, &room, kept, msg);
}

void apply_room_told(const struct pools *pools, const struct conf_mount *mount,
		     struct msg *msg)
{
	const struct mount_options *o = &mount->parsed;
	const struct pool *pool = pools_find(pools, o->pagesize, NODE_ALL);
	char size[FORMAT_MAX];

	if (!*o->min_size.text || !pool)
		return;
	msg_add(msg, "\n  likely '%s': it keeps pages of %s at once",
		o->min_size.text, format_size(size, o->pagesize));
	msg_add(msg, "; of them there are %" PRIu64 ", %" PRIu64 " free",
		pool->total.n, pool->free.n);
	msg_add(msg, ", %" PRIu64 " of these promised", pool->reserved.n);
	msg_add(msg, ", and up to %" PRIu64 " surplus %s (now %" PRIu64 ")",
		pool->overcommit.n, PAGES(pool->overcommit.n), pool->surplus.n);
}
