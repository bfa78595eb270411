// SPDX-License-Identifier: GPL-2.0-only
/* Mount lines. */
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "hugetlbctl.h"
#include "path.h"

void conf_free_mount(struct conf_mount *mount)
{
	free(mount->dir);
	free(mount->path);
	free(mount->options);
}

struct conf_mount *conf_find_mount(const struct conf *conf, const char *path)
{
	size_t i;

	for (i = 0; i < conf->n_mounts; i++)
		if (!conf->mounts[i].hidden &&
		    !strcmp(conf->mounts[i].path, path))
			return &conf->mounts[i];
	return NULL;
}

static int parse_mount(struct conf_mount *mount, const struct conf *conf,
		       const char *dir, const char *options, struct msg *msg)
{
	const struct conf_mount *other;

	mount->dir = strdup(dir);
	mount->path = strdup(dir);
	mount->options = strdup(options);
	if (!mount->dir || !mount->path || !mount->options)
		return msg_nomem(msg);
	path_unescape(mount->path);
	if (*mount->path != '/' || !path_tidy(mount->path))
		return msg_set(msg, ST_USAGE,
			       "'%s': a directory's path begins with / and has no /../",
			       dir);
	other = conf_find_mount(conf, mount->path);
	return other ? conf_twice(&other->at, dir, msg) : ST_DONE;
}

int conf_add_mount(struct conf *conf, const struct conf_at *at,
		   const char *dir, const char *options,
		   const struct mount_options *parsed, struct msg *msg)
{
	struct conf_mount mount = { .at = *at, .parsed = *parsed }, *grown;
	int ret = parse_mount(&mount, conf, dir, options, msg);

	if (ret == ST_DONE) {
		grown = reallocarray(conf->mounts, conf->n_mounts + 1,
				     sizeof(*grown));
		if (grown) {
			conf->mounts = grown;
			grown[conf->n_mounts++] = mount;
			return ST_DONE;
		}
		ret = msg_nomem(msg);
	}
	conf_free_mount(&mount);
	return ret;
}

int conf_check_root(const struct conf_mount *mount, struct msg *msg)
{
	if (mount->path[1])
		return ST_DONE;
	return msg_set(msg, ST_FAILED,
		       "'%s' is the root directory: a mount there would hide all others",
		       mount->dir);
}

/* The kernel writes no \ but before three digits; people do. */
static int check_escapes(const char *dir, struct msg *msg)
{
	char *copy = strdup(dir);
	bool good = copy && path_unescape(copy);

	free(copy);
	if (!copy)
		return msg_nomem(msg);
	return good ? ST_DONE :
		msg_set(msg, ST_FAILED,
			"'%s': a \\ begins three octal digits, \\001 to \\377, and is \\134 itself",
			dir);
}

int conf_want_mount(struct conf *conf, const struct conf_at *at,
		    const char *dir, const char *options, struct msg *msg)
{
	struct mount_options parsed;
	int ret = check_escapes(dir, msg);

	if (ret == ST_DONE)
		ret = mount_options_parse(options, &parsed, msg);
	if (ret == ST_DONE)
		ret = conf_add_mount(conf, at, dir, options, &parsed, msg);
	return ret == ST_DONE ?
		conf_check_root(&conf->mounts[conf->n_mounts - 1], msg) : ret;
}
