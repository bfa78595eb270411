// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "mounts.h"
#include "path.h"
#include "tree.h"

#define BUF_SIZE (4 * 1024 * 1024)

/* What new mounts have, nobody can ask for or does nothing. */
static bool own_option(const char *option)
{
	static const char *const others[] = {
		"rw", "relatime", "seclabel", "idmapped", "mand",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(option, others[i]))
			return false;
	return true;
}

static int take_options(char *options, char *text, struct mount_options *parsed,
			struct msg *msg)
{
	bool every_access = true;
	int ret = ST_DONE;
	char *option;

	*text = '\0';
	while (ret == ST_DONE && (option = strsep(&options, ","))) {
		every_access &= strcmp(option, "relatime") &&
				strcmp(option, "noatime");
		if (!own_option(option))
			continue;
		strcat(strcat(text, *text ? "," : ""), option);
		if (!strncmp(option, "pagesize=", 9))
			ret = mount_pagesize(option + 9, parsed, msg);
	}
	/* The kernel has no word for it, as new mounts are not like that. */
	if (every_access)
		strcat(strcat(text, *text ? "," : ""), "strictatime");
	return ret;
}

/* The directory may have a # in its name, which begins no comment here. */
static int add_mount(struct conf *conf, const struct conf_at *at,
		     const char *dir, char *options, struct msg *msg)
{
	char *text = malloc(strlen(options) + sizeof(",strictatime"));
	struct mount_options parsed = { 0 };
	int ret;

	if (!text)
		return msg_nomem(msg);
	ret = take_options(options, text, &parsed, msg);
	if (ret == ST_DONE)
		ret = conf_add_mount(conf, at, dir, text, &parsed, msg);
	free(text);
	return ret;
}

/*
 * Of several on one directory only one is seen: the last, of whatever type. What lies
 * below a directory is hidden, too, if it was there before. Not so the root: it is
 * moved to its place when all of /dev is there.
 */
static int hide(struct conf *conf, const char *dir, bool below, struct msg *msg)
{
	char *path = strdup(dir);
	size_t i, n = 0;

	if (!path)
		return msg_nomem(msg);
	path_unescape(path);
	if (*path == '/' && path_tidy(path))
		n = conf->n_mounts;
	for (i = 0; i < n; i++) {
		struct conf_mount *mount = &conf->mounts[i];

		mount->hidden |= !strcmp(mount->path, path) ||
				 (below && path_below(mount->path, path));
	}
	free(path);
	return ST_DONE;
}

/* True, too, where only who has the privilege can know. */
static bool seen(const char *path)
{
	struct statx stx;
	struct statfs fs;

	if (statx(AT_FDCWD, path, AT_NO_AUTOMOUNT, STATX_TYPE, &stx))
		return errno != ENOENT && errno != ENOTDIR;
	if (!(stx.stx_attributes_mask & STATX_ATTR_MOUNT_ROOT))
		return true;
	return stx.stx_attributes & STATX_ATTR_MOUNT_ROOT &&
	       !statfs(path, &fs) && fs.f_type == HUGETLBFS_MAGIC;
}

/* The running kernel knows: mounts may have been moved, and are not in order then. */
static void look(struct conf *conf)
{
	size_t i;

	for (i = 0; i < conf->n_mounts; i++)
		if (!conf->mounts[i].hidden)
			conf->mounts[i].hidden = !seen(conf->mounts[i].path);
}

/* name: of the file, for messages */
static int parse(struct conf *conf, const char *name, char *text, bool running,
		 struct msg *msg)
{
	struct conf_at at = { .file = "/proc/mounts" };
	int ret = ST_DONE;
	char *line;

	while (ret == ST_DONE && (line = strsep(&text, "\n"))) {
		char *dir, *type, *options;

		at.line++;
		strsep(&line, " ");
		dir = strsep(&line, " ");
		type = strsep(&line, " ");
		options = strsep(&line, " ");
		if (!options)
			continue;
		ret = hide(conf, dir, !running, msg);
		if (ret == ST_DONE && !strcmp(type, "hugetlbfs"))
			ret = add_mount(conf, &at, dir, options, msg);
	}
	if (ret == ST_DONE && running)
		look(conf);
	if (ret == ST_DONE)
		return ret;
	/* No kernel wrote that, but nor is it a mistake on the command line. */
	at.file = name;
	conf_blame(&at, msg);
	return ST_FAILED;
}

int mounts_read(const struct place *top, struct conf *conf, struct msg *msg)
{
	char file[64] = "proc/mounts", name[PATH_MAX + sizeof("/proc/mounts")];
	char *buf = malloc(BUF_SIZE);
	bool there;
	size_t len;
	int ret;

	if (!buf)
		return msg_nomem(msg);
	/* /proc/mounts is a link, but not in a copied tree. */
	snprintf(name, sizeof(name), "%s/proc/mounts", top->root);
	if (!*top->root)
		snprintf(file, sizeof(file), "proc/%d/mounts", (int)getpid());
	ret = tree_read(top, file, buf, BUF_SIZE, &len, &there, msg);
	if (ret == ST_DONE && len == BUF_SIZE - 1)
		ret = msg_set(msg, ST_FAILED, "%s: larger than %d kB", name,
			      BUF_SIZE / 1024);
	if (ret == ST_DONE)
		ret = parse(conf, name, buf, !*top->root, msg);
	free(buf);
	return ret;
}

int mounts_resolve(struct conf *conf, struct msg *msg)
{
	int ret = ST_DONE;
	size_t i;

	for (i = 0; ret == ST_DONE && i < conf->n_mounts; i++) {
		struct conf_mount *mount = &conf->mounts[i], *other;
		char *path = path_resolve(mount->path);

		if (!path)
			return msg_nomem(msg);
		free(mount->path);
		mount->path = path;
		ret = conf_check_root(mount, msg);
		other = conf_find_mount(conf, path);
		if (ret == ST_DONE && other != mount)
			ret = msg_set(msg, ST_FAILED,
				      "%s is the directory that has been set in %s:%d already",
				      mount->dir, other->at.file, other->at.line);
		if (ret != ST_DONE)
			conf_blame(&mount->at, msg);
	}
	return ret;
}
