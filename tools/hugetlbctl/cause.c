// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cause.h"
#include "hugetlbctl.h"
#include "meminfo.h"
#include "sizes.h"
#include "tree.h"
#include "zoneinfo.h"

#define ANOTHER "another resize of this size changed the pool meanwhile"
#define HINT " --compact or --retry may help"

/* Add one line's blocks of at least size bytes; false: none are as large. */
static bool add_blocks(const char *line, uint64_t size, uint64_t block,
		       uint64_t *sum)
{
	bool large = false;
	uint64_t n;

	while (*(line += strspn(line, " ")) && *line != '\n') {
		size_t digits = strspn(line, "0123456789");

		if (!digits || !parse_u64(line, digits, &n))
			return false;
		if (block >= size) {
			*sum += n * (block / size);
			large = true;
		}
		block *= 2;
		line += digits;
	}
	return large;
}

struct count buddyinfo_blocks(const char *text, int node, const char *zone,
			      uint64_t size, uint64_t page_size)
{
	struct count sum = { 0 };
	const char *line;

	/* "Node 0, zone   Normal   10   4 ...": blocks of 1, 2, 4 ... pages */
	for (line = text; line && *line; line = strchr(line, '\n'),
	     line = line ? line + 1 : NULL) {
		int at, skip = 0;
		char name[32];

		if (sscanf(line, "Node %d, zone %31s%n", &at, name, &skip) < 2)
			continue;
		if ((node == NODE_ALL || node == at) &&
		    (!zone || !strcmp(zone, name)) &&
		    add_blocks(line + skip, size, page_size, &sum.n))
			sum.known = true;
	}
	return sum;
}

struct look {
	const struct place *top;
	const struct change *c;
	bool rival;		/* another resize was seen */
	char buddyinfo[32768];
	char allowed[128];	/* Mems_allowed_list of this task, or empty */
};

static void read_allowed(struct look *look)
{
	static const char key[] = "Mems_allowed_list:\t";
	char file[64], buf[8192], *line;
	struct msg ignored;
	size_t len;
	bool there;

	/* A copied tree has other tasks. */
	if (*look->top->root)
		return;
	snprintf(file, sizeof(file), "proc/%d/status", (int)getpid());
	if (tree_read(look->top, file, buf, sizeof(buf), &len, &there,
		      &ignored) != ST_DONE)
		return;
	line = strstr(buf, key);
	if (line)
		snprintf(look->allowed, sizeof(look->allowed), "%.*s",
			 (int)strcspn(line + sizeof(key) - 1, "\n"),
			 line + sizeof(key) - 1);
}

/* Whether a list like 0-1,3 names the node. */
static bool allows(const char *list, int node)
{
	int first, last, used;

	if (!*list)
		return true;
	while (*list) {
		if (sscanf(list, "%d%n", &first, &used) < 1)
			return true;
		list += used;
		last = first;
		if (*list == '-' && sscanf(list, "-%d%n", &last, &used) == 1)
			list += used;
		if (node >= first && node <= last)
			return true;
		list += strspn(list, ",");
	}
	return false;
}

static struct count free_memory(const struct look *look, int node)
{
	struct count free = { 0 };
	struct msg ignored;

	meminfo_read(look->top, node, "MemFree", &free, &ignored);
	return free;
}

static struct count blocks(const struct look *look, int node)
{
	return buddyinfo_blocks(look->buddyinfo, node, NULL, look->c->size,
				sysconf(_SC_PAGESIZE));
}

static struct spare read_spare(const struct look *look, int node)
{
	int fd = tree_open_file(look->top, "proc/zoneinfo", O_RDONLY | O_NONBLOCK);
	FILE *file = fd < 0 ? NULL : fdopen(fd, "r");
	struct spare spare;

	spare = zoneinfo_spare(file, look->buddyinfo, node, look->c->size,
			       sysconf(_SC_PAGESIZE));
	if (file)
		fclose(file);
	else if (fd >= 0)
		close(fd);
	return spare;
}

static struct count spare_pages(const struct look *look, int node)
{
	return read_spare(look, node).pages;
}

static struct count spare_blocks(const struct look *look, int node)
{
	return read_spare(look, node).whole;
}

/* get() of all that the change may use: known if it is anywhere. */
static struct count usable(const struct look *look, const struct pools *pools,
			   struct count (*get)(const struct look *look, int node))
{
	struct count sum = { 0 };
	size_t i;

	if (!look->c->policy)
		return get(look, look->c->node);
	for (i = 0; i < pools->n; i++) {
		const struct pool *p = &pools->v[i];
		struct count one = { 0 };

		if (p->size == look->c->size && p->node != NODE_ALL &&
		    policy_allows(look->c->policy, p->node))
			one = get(look, p->node);
		sum.known |= one.known;
		sum.n += one.known ? one.n : 0;
	}
	return sum;
}

static void add_node(const struct look *look, const struct pool *was,
		     const struct pool *is, struct msg *msg)
{
	char size[FORMAT_MAX], bytes[FORMAT_MAX];
	struct count free = free_memory(look, is->node);
	struct count large = blocks(look, is->node);

	if (is->node == NODE_ALL)
		msg_add(msg, "\n  all nodes");
	else
		msg_add(msg, "\n  node %d", is->node);
	msg_add(msg, ": %" PRIu64 " %s, before %" PRIu64, pool_persistent(is),
		PAGES(pool_persistent(is)), pool_persistent(was));
	if (!policy_allows(look->c->policy, is->node)) {
		msg_add(msg, "; left out by the memory policy");
		return;
	}
	if (look->c->after < look->c->before || !free.known)
		return;
	msg_add(msg, "; %s of memory free", format_size(bytes, free.n));
	if (large.known)
		msg_add(msg, ", blocks of %s in it: %" PRIu64,
			format_size(size, look->c->size), large.n);
}

static bool forbidden(const struct look *look, const struct pools *pools)
{
	size_t i;

	if (look->c->node != NODE_ALL)
		return !allows(look->allowed, look->c->node);
	for (i = 0; i < pools->n; i++)
		if (pools->v[i].node != NODE_ALL &&
		    policy_allows(look->c->policy, pools->v[i].node) &&
		    !allows(look->allowed, pools->v[i].node))
			return true;
	return false;
}

static bool narrowed(const struct look *look, const struct pools *pools)
{
	size_t i;

	for (i = 0; i < pools->n; i++)
		if (pools->v[i].node != NODE_ALL &&
		    !policy_allows(look->c->policy, pools->v[i].node))
			return true;
	return false;
}

/* What is free is not for everybody, down to the last page. */
static void add_held(const struct look *look, const char *where,
		     const char *have, const char *takes, uint64_t spare,
		     struct msg *msg)
{
	char size[FORMAT_MAX];

	msg_add(msg, "too little free memory%s: %s are free, of which ", where,
		have);
	msg_add(msg, "the watermarks and reserves of zones (/proc/zoneinfo) leave ");
	format_size(size, look->c->size);
	if (spare)
		msg_add(msg, "%" PRIu64 " %s of %s", spare, PAGES(spare), size);
	else
		msg_add(msg, "no page of %s", size);
	msg_add(msg, "; %s", takes);
}

static void add_growth(const struct look *look, const struct pools *pools,
		       uint64_t missing, struct msg *msg)
{
	char size[FORMAT_MAX], need[FORMAT_MAX], have[FORMAT_MAX];
	char takes[FORMAT_MAX + 32];
	struct count free = usable(look, pools, free_memory);
	struct count large = usable(look, pools, blocks);
	struct count spare = usable(look, pools, spare_pages);
	struct count whole = usable(look, pools, spare_blocks);
	const char *where = "";
	uint64_t bytes;

	format_size(size, look->c->size);
	format_size(have, free.n);
	if (__builtin_mul_overflow(missing, look->c->size, &bytes))
		bytes = UINT64_MAX;
	/* How much must be freed for that is not known: not all that is free is of use. */
	snprintf(takes, sizeof(takes), "the missing %s %s", missing == 1 ?
		 "page takes" : "pages take", format_size(need, bytes));
	if (narrowed(look, pools))
		where = " on the nodes of the memory policy";
	msg_add(msg, "\n  likely cause: ");
	if (look->c->policy && !look->c->policy->known)
		msg_add(msg, "the memory policy of this task names its node only at run time");
	else if (forbidden(look, pools))
		msg_add(msg, "the cpuset of this task allows it memory of these nodes only: %s",
			look->allowed);
	else if (free.known && free.n < bytes)
		msg_add(msg, "too little free memory%s: %s are free, %s",
			where, have, takes);
	/* Where the kernel has no blocks as large, it does not look at watermarks. */
	else if (large.known && spare.known && spare.n < missing)
		add_held(look, where, have, takes, spare.n, msg);
	else if (large.known && (whole.known ? whole.n : large.n) < missing)
		msg_add(msg, "fragmentation%s: enough memory is free, not in blocks of %s;" HINT,
			where, size);
	else if (look->rival)
		msg_add(msg, ANOTHER);
	else if (!large.known)
		msg_add(msg, "no %s in one piece could be cleared of pages in use;" HINT,
			size);
	else if (!spare.known)
		msg_add(msg, "memory was short then, or another resize changed the pool;"
			" or the kernel holds back what is free; --retry may help");
	else
		msg_add(msg, "memory was short then, or another resize changed the pool;"
			" there is enough now, --retry may help");
}

/* Pages that a shrink could not free keep their place as surplus. */
static void add_shrink(const struct change *c, const struct pool *all,
		       uint64_t short_by, struct msg *msg)
{
	uint64_t used = all->total.n > all->free.n ?
		all->total.n - all->free.n : 0;
	uint64_t stay;

	/* Without either, the kernel turns what it cannot free to surplus. */
	if (short_by && c->policy)
		msg_add(msg, "\n  pages on nodes that the memory policy leaves out stay");
	else if (short_by)
		msg_add(msg, "\n  " ANOTHER);
	if (used)
		msg_add(msg, "\n  %" PRIu64 " %s in use, to go back when released",
			used, used == 1 ? "page is" : "pages are");
	if (all->reserved.n)
		msg_add(msg, "\n  %" PRIu64 " free %s reserved for mappings",
			all->reserved.n,
			all->reserved.n == 1 ? "page is" : "pages are");
	if (all->surplus.n <= used + all->reserved.n)
		return;
	stay = all->surplus.n - used - all->reserved.n;
	msg_add(msg, "\n  %" PRIu64 " free %s (no memory to undo HVO?)", stay,
		stay == 1 ? "page stays" : "pages stay");
}

void cause_add(const struct place *top, const struct change *c,
	       const struct pools *before, const struct pools *after,
	       bool rival, bool explain, struct msg *msg)
{
	struct look look = { .top = top, .c = c, .rival = rival };
	const struct pool *all = pools_find(after, c->size, NODE_ALL);
	struct msg ignored;
	bool there, nodes = false;
	uint64_t now;
	size_t len, i;

	tree_read(top, "proc/buddyinfo", look.buddyinfo,
		  sizeof(look.buddyinfo), &len, &there, &ignored);
	read_allowed(&look);
	for (i = 0; i < after->n; i++) {
		const struct pool *is = &after->v[i];
		const struct pool *was = pools_find(before, is->size, is->node);

		if (is->size != c->size || is->node == NODE_ALL || !was ||
		    (c->node != NODE_ALL && c->node != is->node))
			continue;
		add_node(&look, was, is, msg);
		nodes = true;
	}
	if (!all)
		return;
	if (!nodes)
		add_node(&look, pools_find(before, c->size, NODE_ALL), all, msg);
	now = pool_persistent(pools_find(after, c->size, c->node));
	if (c->after < c->before)
		add_shrink(c, all, now > c->after ? now - c->after : 0, msg);
	else if (explain && now < c->after)
		add_growth(&look, after, c->after - now, msg);
}
