// SPDX-License-Identifier: GPL-2.0-only
/* What keeps a plan from being carried out, and what it would do. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "change.h"
#include "hugetlbctl.h"
#include "sizes.h"
#include "tree.h"

#define COMPACT_ALL "proc/sys/vm/compact_memory"
#define COMPACT_NODE "sys/devices/system/node/node%d/compact"

bool change_grows(const struct change *c)
{
	return c->after > c->before;
}

void change_compact_path(char path[COMPACT_PATH_MAX], const struct change *c)
{
	if (c->node == NODE_ALL)
		snprintf(path, COMPACT_PATH_MAX, COMPACT_ALL);
	else
		snprintf(path, COMPACT_PATH_MAX, COMPACT_NODE, c->node);
}

int change_compact_refused(const struct place *top, const char *path, int err,
			   struct msg *msg)
{
	if (err == ENOENT)
		return msg_set(msg, ST_UNSUPPORTED,
			       "--compact: this kernel cannot compact memory (%s/%s is not there; it lacks CONFIG_COMPACTION)",
			       top->root, path);
	return tree_write_failed(top, path, err, msg);
}

int change_refused(const struct place *top, const struct change *c, int err,
		   struct msg *msg)
{
	char size[FORMAT_MAX];

	format_size(size, c->size);
	if (err == EINVAL && change_grows(c))
		return msg_set(msg, ST_UNSUPPORTED,
			       "this kernel allocates %s pages only at boot (hugepagesz=%s hugepages=N)",
			       size, size);
	if (err == ENOENT && strstr(c->path, "mempolicy"))
		return msg_set(msg, ST_UNSUPPORTED,
			       "--mempolicy: this kernel has no NUMA (%s/%s is not there)",
			       top->root, c->path);
	return tree_write_failed(top, c->path, err, msg);
}

static int check(const struct change *c, const struct effort *effort,
		 const struct place *top, bool dry, struct msg *msg)
{
	char path[COMPACT_PATH_MAX];
	int err;

	if (c->after == c->before)
		return ST_DONE;
	err = tree_check(top, c->path, dry);
	/* Here it is about the file, not yet about what is written. */
	if (err == EINVAL)
		return tree_write_failed(top, c->path, err, msg);
	if (err)
		return change_refused(top, c, err, msg);
	if (!effort->compact || !change_grows(c))
		return ST_DONE;
	change_compact_path(path, c);
	err = tree_check(top, path, dry);
	return err ? change_compact_refused(top, path, err, msg) : ST_DONE;
}

int changes_check(const struct plan *plan, const struct effort *effort,
		  const struct place *top, bool dry, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; ret == ST_DONE && i < plan->n; i++) {
		ret = check(&plan->v[i], effort, top, dry, msg);
		if (ret != ST_DONE && plan->v[i].at.line)
			conf_blame(&plan->v[i].at, msg);
	}
	return ret;
}

int changes_print(const struct plan *plan, const struct effort *effort,
		  const struct place *top, struct msg *msg)
{
	int ret = changes_check(plan, effort, top, true, msg);
	size_t i;

	for (i = 0; ret == ST_DONE && i < plan->n; i++) {
		const struct change *c = &plan->v[i];
		char name[CHANGE_NAME_MAX], path[COMPACT_PATH_MAX];
		uint64_t by;

		if (effort->quiet)
			continue;
		if (c->after == c->before) {
			printf("%s: has %" PRIu64 " %s, nothing to write\n",
			       change_name(name, c), c->after,
			       PAGES(c->after));
			continue;
		}
		if (effort->compact && change_grows(c)) {
			change_compact_path(path, c);
			printf("write 1 to %s/%s\n", top->root, path);
		}
		by = change_grows(c) ? c->after - c->before : c->before - c->after;
		printf("write %" PRIu64 " to %s/%s (%c%" PRIu64 " %s)\n",
		       c->after, top->root, c->path, change_grows(c) ? '+' : '-',
		       by, PAGES(by));
	}
	return ret;
}
