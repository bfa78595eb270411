// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "overcommit.h"
#include "sizes.h"
#include "sysfs.h"
#include "tree.h"

#define LIMIT "nr_overcommit_hugepages"

int overcommit_parse(const char *text, const struct place *top,
		     const struct pools *pools, struct spec *spec,
		     uint64_t *limit, struct msg *msg)
{
	struct count memory = { 0 };
	const struct pool *pool;
	int ret;

	ret = spec_of_pool(text, pools, spec, msg);
	if (ret != ST_DONE)
		return ret;
	if (!spec->valued)
		return msg_set(msg, ST_USAGE, "'%s': give a limit, as %s=512",
			       text, text);
	/* Where memory is not known, it is no limit of the limit. */
	if (spec->value.unit == UNIT_PERCENT)
		ret = meminfo_read(top, NODE_ALL, "MemTotal", &memory, msg);
	pool = pools_find(pools, spec->size, NODE_ALL);
	return ret == ST_DONE ?
		value_pages(&spec->value, spec->size, pool->overcommit.n,
			    memory, text, limit, msg) : ret;
}

int overcommit_now(const struct place *top, const struct pools *pools,
		   uint64_t size, uint64_t *limit, struct msg *msg)
{
	const struct pool *pool = pools_find(pools, size, NODE_ALL);
	char path[128], buf[FORMAT_MAX];

	if (!pool->overcommit.known) {
		sysfs_pool_file(path, sizeof(path), size, NODE_ALL, LIMIT);
		return msg_set(msg, ST_UNSUPPORTED,
			       "%s: this kernel has no limit of surplus pages of this size (%s/%s is not there)",
			       format_size(buf, size), top->root, path);
	}
	*limit = pool->overcommit.n;
	return ST_DONE;
}

void overcommit_tell(uint64_t size, uint64_t limit)
{
	char buf[FORMAT_MAX];

	printf("%s: up to %" PRIu64 " surplus %s\n", format_size(buf, size),
	       limit, PAGES(limit));
}

int overcommit_check(const struct place *top, uint64_t size, bool dry,
		     struct msg *msg)
{
	char path[128];
	int err;

	sysfs_pool_file(path, sizeof(path), size, NODE_ALL, LIMIT);
	err = tree_check(top, path, dry);
	return err ? tree_write_failed(top, path, err, msg) : ST_DONE;
}

int overcommit_write(const struct place *top, uint64_t size, uint64_t limit,
		     struct msg *msg)
{
	char path[128], text[FORMAT_MAX + 1], buf[FORMAT_MAX];
	int err;

	sysfs_pool_file(path, sizeof(path), size, NODE_ALL, LIMIT);
	snprintf(text, sizeof(text), "%" PRIu64 "\n", limit);
	err = tree_write(top, path, text);
	if (err == EINVAL)
		return msg_set(msg, ST_UNSUPPORTED,
			       "%s: this kernel takes no limit for this size: it gets such pages only when a\n"
			       "  pool is resized, never for a program that asks for more than the pool has",
			       format_size(buf, size));
	return err ? tree_write_failed(top, path, err, msg) : ST_DONE;
}
