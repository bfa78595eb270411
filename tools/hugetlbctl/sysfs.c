// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "sizes.h"
#include "sysfs.h"
#include "tree.h"

#define POOLS "sys/kernel/mm/hugepages"
#define NODES "sys/devices/system/node"

void sysfs_pool_file(char *path, size_t len, uint64_t size, int node,
		     const char *file)
{
	if (node == NODE_ALL)
		snprintf(path, len, POOLS "/hugepages-%" PRIu64 "kB/%s",
			 size / 1024, file);
	else
		snprintf(path, len,
			 NODES "/node%d/hugepages/hugepages-%" PRIu64 "kB/%s",
			 node, size / 1024, file);
}

/* The size in hugepages-2048kB, or 0. */
static uint64_t size_of_dir(const char *name)
{
	static const char prefix[] = "hugepages-";
	const char *digits = name + sizeof(prefix) - 1;
	uint64_t kb;
	size_t len;

	if (strncmp(name, prefix, sizeof(prefix) - 1))
		return 0;
	len = strspn(digits, "0123456789");
	if (strcmp(digits + len, "kB") || !parse_u64(digits, len, &kb) ||
	    kb > UINT64_MAX / 1024)
		return 0;
	return kb * 1024;
}

/* Of a node that went away while we looked, not even the folder is left. */
static bool is_gone(const struct place *at, const char *folder)
{
	struct stat st;

	return fstatat(at->fd, folder, &st, AT_SYMLINK_NOFOLLOW) &&
	       errno == ENOENT;
}

/*
 * The pool of one size. A kernel that takes no limit of surplus pages may lack
 * the file; all others are part of any pool, and their absence is no 0.
 */
static int read_pool(const struct place *at, const char *folder,
		     struct pool *p, bool *gone, struct msg *msg)
{
	const struct {
		const char *file;
		struct count *count;
	} files[] = {
		{ "nr_hugepages", &p->total },
		{ "free_hugepages", &p->free },
		{ "surplus_hugepages", &p->surplus },
		/* The kernel has no such files for one node. */
		{ "resv_hugepages", &p->reserved },
		{ "nr_overcommit_hugepages", &p->overcommit },
	};
	size_t n = p->node == NODE_ALL ? 5 : 3, i;

	*gone = false;
	for (i = 0; i < n; i++) {
		char path[NAME_MAX + 64];
		int ret;

		snprintf(path, sizeof(path), "%s/%s", folder, files[i].file);
		ret = tree_count(at, path, files[i].count, msg);
		if (ret != ST_DONE)
			return ret;
		if (files[i].count->known || files[i].count == &p->overcommit)
			continue;
		*gone = is_gone(at, folder);
		errno = ENOENT;
		return *gone ? ST_DONE : tree_fail(at, path, msg);
	}
	return ST_DONE;
}

/* All sizes in one hugepages folder, of the system or of one node. */
static int read_pools(const struct place *at, int node, struct pools *pools,
		      struct msg *msg)
{
	int fd = dup(at->fd), ret = ST_DONE;
	struct dirent *entry;
	DIR *dir;

	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		ret = tree_fail(at, "", msg);
		if (fd >= 0)
			close(fd);
		return ret;
	}
	while (ret == ST_DONE && (entry = readdir(dir))) {
		struct pool p = { .node = node };
		bool gone;

		p.size = size_of_dir(entry->d_name);
		if (!p.size)
			continue;
		ret = read_pool(at, entry->d_name, &p, &gone, msg);
		if (ret == ST_DONE && !gone)
			ret = pools_add(pools, &p, msg);
	}
	closedir(dir);
	return ret;
}

/* As from the kernel by netlink: such a node has the files, but can hold nothing. */
static bool has_no_memory(const struct place *root, int node)
{
	struct count memory;
	struct msg ignored;

	return meminfo_read(root, node, "MemTotal", &memory, &ignored) == ST_DONE &&
		memory.known && !memory.n;
}

static int read_node(const struct place *root, const struct place *nodes,
		     const char *name, struct pools *pools, struct msg *msg)
{
	char path[NAME_MAX + 16];
	struct place at;
	uint64_t node;
	int ret;

	if (strncmp(name, "node", 4) ||
	    !parse_u64(name + 4, strlen(name + 4), &node) || node > INT_MAX ||
	    has_no_memory(root, node))
		return ST_DONE;

	snprintf(path, sizeof(path), "%s/hugepages", name);
	if (tree_enter(&at, nodes, path) < 0)	/* one that has no pools */
		return errno == ENOENT ? ST_DONE : tree_fail(nodes, path, msg);
	ret = read_pools(&at, node, pools, msg);
	tree_close(&at);
	return ret;
}

static int read_nodes(const struct place *root, struct pools *pools,
		      struct msg *msg)
{
	struct dirent *entry;
	struct place nodes;
	int ret = ST_DONE, fd;
	DIR *dir;

	if (tree_enter(&nodes, root, NODES) < 0)	/* a kernel without NUMA */
		return errno == ENOENT ? ST_DONE : tree_fail(root, NODES, msg);

	fd = dup(nodes.fd);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		ret = tree_fail(root, NODES, msg);
		if (fd >= 0)
			close(fd);
	} else {
		while (ret == ST_DONE && (entry = readdir(dir)))
			ret = read_node(root, &nodes, entry->d_name, pools,
					msg);
		closedir(dir);
	}
	tree_close(&nodes);
	return ret;
}

/* Only /proc/meminfo tells which size vm.nr_hugepages speaks of. */
static int mark_default(const struct place *top, struct pools *pools,
			struct msg *msg)
{
	struct count bytes = { 0 };
	int ret = meminfo_read(top, NODE_ALL, "Hugepagesize", &bytes, msg);
	size_t i;

	for (i = 0; ret == ST_DONE && bytes.known && i < pools->n; i++)
		if (pools->v[i].size == bytes.n)
			pools->v[i].is_default = true;
	return ret;
}

int sysfs_pools(const char *root, struct pools *pools, struct msg *msg)
{
	struct place top, at;
	int ret;

	ret = tree_open(&top, root, msg);
	if (ret != ST_DONE)
		return ret;
	if (tree_enter(&at, &top, POOLS) < 0) {
		ret = errno == ENOENT ? ST_DONE : tree_fail(&top, POOLS, msg);
	} else {
		ret = read_pools(&at, NODE_ALL, pools, msg);
		tree_close(&at);
	}
	if (ret == ST_DONE && !pools->n)
		ret = msg_set(msg, ST_UNSUPPORTED,
			      "no huge pages here: %s/" POOLS " names no page size",
			      top.root);
	if (ret == ST_DONE)
		ret = read_nodes(&top, pools, msg);
	if (ret == ST_DONE)
		ret = mark_default(&top, pools, msg);
	tree_close(&top);
	pools_finish(pools);
	return ret;
}
