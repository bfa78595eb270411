// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "mounts.h"
#include "sizes.h"
#include "tree.h"

#define BUF_SIZE (256 * 1024)

/* What every mount has, and the kernel adds by itself. */
static bool own_option(const char *option)
{
	static const char *const others[] = {
		"rw", "relatime", "seclabel", "nosuid", "nodev", "noexec",
	};
	size_t i;

	for (i = 0; i < ARRAY_SIZE(others); i++)
		if (!strcmp(option, others[i]))
			return false;
	return true;
}

static int add_mount(struct conf *conf, char *dir, char *options,
		     struct msg *msg)
{
	char text[PATH_MAX + 512], *option;
	bool first = true;

	snprintf(text, sizeof(text), "mount %s", dir);
	while ((option = strsep(&options, ","))) {
		size_t len = strlen(text);

		if (!own_option(option))
			continue;
		snprintf(text + len, sizeof(text) - len, "%c%s",
			 first ? ' ' : ',', option);
		first = false;
	}
	return conf_parse(conf, "/proc/mounts", text, msg);
}

int mounts_read(const struct place *top, struct conf *conf, struct msg *msg)
{
	char file[64] = "proc/mounts", *buf = malloc(BUF_SIZE), *rest = buf, *line;
	int ret;
	size_t len;
	bool there;

	if (!buf)
		return msg_nomem(msg);
	/* /proc/mounts is a link, but not in a copied tree. */
	if (!*top->root)
		snprintf(file, sizeof(file), "proc/%d/mounts", (int)getpid());
	ret = tree_read(top, file, buf, BUF_SIZE, &len, &there, msg);
	while (ret == ST_DONE && (line = strsep(&rest, "\n"))) {
		char *dir, *type, *options;

		strsep(&line, " ");
		dir = strsep(&line, " ");
		type = strsep(&line, " ");
		options = strsep(&line, " ");
		if (!options || strcmp(type, "hugetlbfs"))
			continue;
		/* Of several on one directory only one is seen: the last. */
		conf_drop_mount(conf, dir);
		ret = add_mount(conf, dir, options, msg);
	}
	free(buf);
	return ret;
}

/* \040 and the like, as in fstab(5) */
static void unescape(char *text)
{
	char *to = text;
	unsigned int c;

	while (*text) {
		if (*text == '\\' && strspn(text + 1, "01234567") >= 3 &&
		    sscanf(text + 1, "%3o", &c) == 1) {
			*to++ = c;
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}

int mounts_mount(const struct conf_mount *mount_line, struct msg *msg)
{
	char dir[PATH_MAX];

	snprintf(dir, sizeof(dir), "%s", mount_line->dir);
	unescape(dir);
	if (mkdir(dir, 0755) && errno != EEXIST)
		return msg_set(msg, ST_FAILED, "cannot make %s: %s", dir,
			       strerror(errno));
	if (!mount("hugetlbfs", dir, "hugetlbfs", 0, mount_line->options))
		return ST_DONE;
	if (errno == EPERM)
		return msg_set(msg, ST_FAILED,
			       "cannot mount on %s: it takes the capability CAP_SYS_ADMIN",
			       dir);
	return msg_set(msg, ST_FAILED,
		       "cannot mount hugetlbfs on %s with options '%s': %s",
		       dir, mount_line->options, strerror(errno));
}
