// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "sizes.h"
#include "tree.h"
#include "workers.h"

#define WORKERS "proc/sys/vm/hugetlb_parallel_workers"

int workers_parse(const char *text, uint64_t *workers, struct msg *msg)
{
	*workers = 0;
	if (!strcmp(text, "auto"))
		return ST_DONE;
	if (!parse_u64(text, strlen(text), workers) || *workers > WORKERS_MAX)
		return msg_set(msg, ST_USAGE,
			       "'%s': give " WORKERS_RULE, text);
	return ST_DONE;
}

const char *workers_name(char buf[FORMAT_MAX], uint64_t workers)
{
	return workers ? format_u64(buf, workers) : "auto";
}

int workers_count(const struct place *top, struct count *workers, struct msg *msg)
{
	return tree_number(top, WORKERS, "workers", workers, msg);
}

int workers_read(const struct place *top, uint64_t *workers, struct msg *msg)
{
	struct count count = { 0 };
	int ret = workers_count(top, &count, msg);

	if (ret == ST_DONE && !count.known)
		return msg_set(msg, ST_UNSUPPORTED,
			       "this kernel has no parallel resizing (it lacks " FEATURE ")");
	*workers = count.n;
	return ret;
}

int workers_write(const struct place *top, uint64_t workers, struct msg *msg)
{
	char text[FORMAT_MAX + 1];
	int err;

	snprintf(text, sizeof(text), "%" PRIu64 "\n", workers);
	err = tree_write(top, WORKERS, text);
	return err ? tree_write_failed(top, WORKERS, err, msg) : ST_DONE;
}
