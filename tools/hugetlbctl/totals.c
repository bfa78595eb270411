// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <libproc2/meminfo.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "totals.h"
#include "tree.h"

/* libproc2 knows no other /proc. */
static int read_tree(const char *sysroot, struct totals *t, struct msg *msg)
{
	struct place top;
	int ret;

	ret = tree_open(&top, sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	ret = meminfo_read(&top, NODE_ALL, "MemTotal", &t->memory, msg);
	if (ret == ST_DONE)
		ret = meminfo_read(&top, NODE_ALL, "MemFree", &t->free, msg);
	if (ret == ST_DONE)
		ret = meminfo_read(&top, NODE_ALL, "Hugetlb", &t->hugetlb, msg);
	tree_close(&top);
	return ret;
}

static struct count from_kb(unsigned long kb)
{
	return (struct count){ .n = (uint64_t)kb * 1024, .known = true };
}

int totals_read(const char *sysroot, struct totals *t, struct msg *msg)
{
	struct meminfo_info *info = NULL;
	int err;

	if (sysroot)
		return read_tree(sysroot, t, msg);
	err = procps_meminfo_new(&info);
	if (err < 0)
		return msg_set(msg, ST_FAILED, "cannot read /proc/meminfo: %s",
			       strerror(-err));
	t->memory = from_kb(MEMINFO_GET(info, MEMINFO_MEM_TOTAL, ul_int));
	t->free = from_kb(MEMINFO_GET(info, MEMINFO_MEM_FREE, ul_int));
	t->hugetlb = from_kb(MEMINFO_GET(info, MEMINFO_MEM_HUGETBL, ul_int));
	procps_meminfo_unref(&info);
	return ST_DONE;
}
