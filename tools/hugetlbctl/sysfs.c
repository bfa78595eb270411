// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "sizes.h"
#include "sysfs.h"

#define POOLS "sys/kernel/mm/hugepages"
#define NODES "sys/devices/system/node"

/* A directory, and its path below root for messages. */
struct place {
	int fd;
	const char *root;
	char path[128];
};

static int fail(const struct place *at, const char *file, struct msg *msg)
{
	const char *why = strerror(errno);

	if (errno == ELOOP)
		why = "a symbolic link, which is not followed";
	else if (errno == ENOTDIR)
		why = "not a directory (symbolic links are not followed)";
	return msg_set(msg, ST_FAILED, "%s/%s%s%s: %s", at->root, at->path,
		       *at->path && *file ? "/" : "", file, why);
}

/* openat() that follows no symbolic link, not in the middle of path either. */
static int open_below(int dirfd, const char *path, int flags)
{
	int fd = dirfd, next, err;

	for (;;) {
		size_t len = strcspn(path, "/");
		bool last = !path[len];
		char name[NAME_MAX + 1];

		if (len >= sizeof(name)) {
			errno = ENAMETOOLONG;
			next = -1;
		} else {
			memcpy(name, path, len);
			name[len] = '\0';
			next = openat(fd, name, O_NOFOLLOW | O_CLOEXEC |
				      (last ? flags : O_PATH | O_DIRECTORY));
		}
		err = errno;
		if (fd != dirfd)
			close(fd);
		errno = err;
		if (next < 0 || last)
			return next;
		fd = next;
		path += len + 1;
	}
}

static int enter(struct place *at, const struct place *from, const char *path)
{
	int len;

	at->root = from->root;
	len = snprintf(at->path, sizeof(at->path), "%s%s%s", from->path,
		       *from->path ? "/" : "", path);
	if (len < 0 || (size_t)len >= sizeof(at->path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	at->fd = open_below(from->fd, path, O_RDONLY | O_DIRECTORY);
	return at->fd;
}

/* A file that is not there leaves *len at 0 and buf empty. */
static int read_file(const struct place *at, const char *file, char *buf,
		     size_t size, size_t *len, bool *there, struct msg *msg)
{
	struct stat st;
	ssize_t got = 0;
	int fd;

	*len = 0;
	*there = false;
	/* O_NONBLOCK: a FIFO in a copied tree shall not hang us. */
	fd = open_below(at->fd, file, O_RDONLY | O_NONBLOCK);
	if (fd < 0)
		return errno == ENOENT ? ST_DONE : fail(at, file, msg);
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		close(fd);
		return msg_set(msg, ST_FAILED, "%s/%s/%s: not a regular file",
			       at->root, at->path, file);
	}
	do {
		got = read(fd, buf + *len, size - 1 - *len);
		if (got > 0)
			*len += got;
	} while (got > 0 && *len < size - 1);
	if (got < 0) {
		int ret = fail(at, file, msg);

		close(fd);
		return ret;
	}
	close(fd);
	buf[*len] = '\0';
	*there = true;
	return ST_DONE;
}

/* For messages: what a garbage file holds, on one line and printable. */
static const char *printable(char *text)
{
	char *c;

	text[strcspn(text, "\n")] = '\0';
	for (c = text; *c; c++)
		if (*c < ' ' || *c > '~')
			*c = '?';
	return text;
}

/* A file that is not there is a count that this kernel does not tell. */
static int read_count(const struct place *at, const char *dir,
		      const char *file, struct count *count, struct msg *msg)
{
	char path[NAME_MAX + 64], buf[64];
	size_t len;
	bool there;
	int ret;

	snprintf(path, sizeof(path), "%s/%s", dir, file);
	ret = read_file(at, path, buf, sizeof(buf), &len, &there, msg);
	if (ret != ST_DONE || !there)
		return ret;

	if (len && buf[len - 1] == '\n')
		len--;
	if (!parse_u64(buf, len, &count->n))
		return msg_set(msg, ST_FAILED,
			       "%s/%s/%s: '%s' is not a number of pages",
			       at->root, at->path, path, printable(buf));
	count->known = true;
	return ST_DONE;
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

/* All sizes in one hugepages folder, of the system or of one node. */
static int read_pools(const struct place *at, int node, struct pools *pools,
		      struct msg *msg)
{
	int fd = dup(at->fd), ret = ST_DONE;
	struct dirent *entry;
	DIR *dir;

	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		ret = fail(at, "", msg);
		if (fd >= 0)
			close(fd);
		return ret;
	}
	while (ret == ST_DONE && (entry = readdir(dir))) {
		struct pool p = { .node = node };
		const struct {
			const char *file;
			struct count *count;
		} files[] = {
			{ "nr_hugepages", &p.total },
			{ "free_hugepages", &p.free },
			{ "surplus_hugepages", &p.surplus },
			/* The kernel has no such files for one node. */
			{ "resv_hugepages", &p.reserved },
			{ "nr_overcommit_hugepages", &p.overcommit },
		};
		size_t n = node == NODE_ALL ? 5 : 3, i;

		p.size = size_of_dir(entry->d_name);
		if (!p.size)
			continue;
		for (i = 0; ret == ST_DONE && i < n; i++)
			ret = read_count(at, entry->d_name, files[i].file,
					 files[i].count, msg);
		if (ret == ST_DONE)
			ret = pools_add(pools, &p, msg);
	}
	closedir(dir);
	return ret;
}

static int read_node(const struct place *nodes, const char *name,
		     struct pools *pools, struct msg *msg)
{
	char path[NAME_MAX + 16];
	struct place at;
	uint64_t node;
	int ret;

	if (strncmp(name, "node", 4) ||
	    !parse_u64(name + 4, strlen(name + 4), &node) || node > INT_MAX)
		return ST_DONE;

	snprintf(path, sizeof(path), "%s/hugepages", name);
	if (enter(&at, nodes, path) < 0)	/* a node without memory */
		return errno == ENOENT ? ST_DONE : fail(nodes, path, msg);
	ret = read_pools(&at, node, pools, msg);
	close(at.fd);
	return ret;
}

static int read_nodes(const struct place *root, struct pools *pools,
		      struct msg *msg)
{
	struct dirent *entry;
	struct place nodes;
	int ret = ST_DONE, fd;
	DIR *dir;

	if (enter(&nodes, root, NODES) < 0)	/* a kernel without NUMA */
		return errno == ENOENT ? ST_DONE : fail(root, NODES, msg);

	fd = dup(nodes.fd);
	dir = fd < 0 ? NULL : fdopendir(fd);
	if (!dir) {
		ret = fail(root, NODES, msg);
		if (fd >= 0)
			close(fd);
	} else {
		while (ret == ST_DONE && (entry = readdir(dir)))
			ret = read_node(&nodes, entry->d_name, pools, msg);
		closedir(dir);
	}
	close(nodes.fd);
	return ret;
}

/* Only /proc/meminfo tells which size vm.nr_hugepages speaks of. */
static int mark_default(const struct place *root, struct pools *pools,
			struct msg *msg)
{
	static const char key[] = "Hugepagesize:";
	static const char file[] = "proc/meminfo";
	char buf[16384], *line;
	size_t len, digits, i;
	uint64_t kb;
	bool there;
	int ret;

	ret = read_file(root, file, buf, sizeof(buf), &len, &there, msg);
	if (ret != ST_DONE || !there)
		return ret;
	for (line = buf; line && strncmp(line, key, sizeof(key) - 1);)
		line = (line = strchr(line, '\n')) ? line + 1 : NULL;
	if (!line)
		return ST_DONE;

	line += sizeof(key) - 1;
	line += strspn(line, " ");
	digits = strspn(line, "0123456789");
	if (!parse_u64(line, digits, &kb) || strncmp(line + digits, " kB", 3))
		return msg_set(msg, ST_FAILED,
			       "%s/%s: Hugepagesize '%s' is not a number of kB",
			       root->root, file, printable(line));
	for (i = 0; i < pools->n; i++)
		if (pools->v[i].size / 1024 == kb)
			pools->v[i].is_default = true;
	return ST_DONE;
}

int sysfs_pools(const char *root, struct pools *pools, struct msg *msg)
{
	/* "/" would double the slash of every path in a message */
	struct place top = { .root = strcmp(root, "/") ? root : "" };
	struct place at;
	int ret;

	top.fd = open(root, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (top.fd < 0)
		return msg_set(msg, ST_FAILED, "%s: %s", root, strerror(errno));

	if (enter(&at, &top, POOLS) < 0) {
		ret = errno == ENOENT ? ST_DONE : fail(&top, POOLS, msg);
	} else {
		ret = read_pools(&at, NODE_ALL, pools, msg);
		close(at.fd);
	}
	if (ret == ST_DONE && !pools->n)
		ret = msg_set(msg, ST_UNSUPPORTED,
			      "no huge pages here: %s/" POOLS " names no page size",
			      top.root);
	if (ret == ST_DONE)
		ret = read_nodes(&top, pools, msg);
	if (ret == ST_DONE)
		ret = mark_default(&top, pools, msg);
	close(top.fd);
	pools_finish(pools);
	return ret;
}
