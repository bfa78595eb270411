// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "conf_read.h"
#include "hugetlbctl.h"
#include "tree.h"

/* A dump of all the mounts that mounts_read() takes fits. */
#define FILE_MAX (4 * 1024 * 1024)

static const char *keep(struct conf_files *files, const char *root,
			const char *path, struct msg *msg)
{
	char **v = reallocarray(files->v, files->n + 1, sizeof(*v));

	if (!v || asprintf(&v[files->n], "%s%s", root, path) < 0) {
		if (v)
			files->v = v;
		msg_nomem(msg);
		return NULL;
	}
	files->v = v;
	return v[files->n++];
}

void conf_files_free(struct conf_files *files)
{
	while (files->n)
		free(files->v[--files->n]);
	free(files->v);
	files->v = NULL;
}

/* text is what was read, with room for a '\0' behind len bytes */
static int parse(struct conf *conf, const char *name, char *text, size_t len,
		 struct msg *msg)
{
	if (len >= FILE_MAX - 1)
		return msg_set(msg, ST_FAILED, "%s: larger than %d MB", name,
			       FILE_MAX >> 20);
	text[len] = '\0';
	if (strlen(text) != len)
		return msg_set(msg, ST_FAILED, "%s: not a text file", name);
	return conf_parse(conf, name, text, msg);
}

/* Takes over fd. */
static int read_fd(struct conf *conf, const char *name, int fd, char *text,
		   struct msg *msg)
{
	size_t len = 0;
	ssize_t got;
	int err;

	do {
		got = read(fd, text + len, FILE_MAX - 1 - len);
		if (got > 0)
			len += got;
	} while (got > 0 && len < FILE_MAX - 1);
	err = got < 0 ? errno : 0;
	close(fd);
	if (err)
		return msg_set(msg, ST_FAILED, "%s: %s", name, strerror(err));
	return parse(conf, name, text, len, msg);
}

/* A FIFO would let us wait for whoever never comes. */
static int read_regular(struct conf *conf, const char *name, int fd,
			char *text, const char *hint, struct msg *msg)
{
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		close(fd);
		return msg_set(msg, ST_FAILED,
			       "%s: not a regular file%s", name, hint);
	}
	return read_fd(conf, name, fd, text, msg);
}

static int read_given(struct conf *conf, struct conf_files *files,
		      const char *file, char *text, struct msg *msg)
{
	bool input = !strcmp(file, "-");
	const char *name = keep(files, "", input ? "standard input" :
				*file ? file : "''", msg);
	int fd;

	if (!name)
		return ST_FAILED;
	fd = input ? dup(STDIN_FILENO) :
		open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return msg_set(msg, ST_FAILED, "%s: %s", name, strerror(errno));
	return input ? read_fd(conf, name, fd, text, msg) :
		read_regular(conf, name, fd, text,
			     " (apply - reads standard input)", msg);
}

/* The running system's may be links, as any file of /etc; a copy's may not. */
static int open_below(const struct place *top, const char *path, int flags)
{
	flags |= O_RDONLY | O_NONBLOCK | O_CLOEXEC;
	return *top->root ? tree_open_file(top, path, flags) :
		openat(top->fd, path, flags);
}

/* Not there at all: a link that leads nowhere is a mistake. */
static bool absent(const struct place *top, const char *path)
{
	struct stat st;

	return errno == ENOENT && (*top->root ||
		fstatat(top->fd, path, &st, AT_SYMLINK_NOFOLLOW));
}

static int cannot_open(const struct place *top, const char *path,
		       struct msg *msg)
{
	if (*top->root)
		return tree_fail(top, path, msg);
	return msg_set(msg, ST_FAILED, "/%s: %s", path, errno == ENOENT ?
		       "a symbolic link that leads nowhere" : strerror(errno));
}

static int read_below(struct conf *conf, struct conf_files *files,
		      const struct place *top, const char *path, char *text,
		      struct msg *msg)
{
	int fd = open_below(top, path, 0);
	char shown[512];
	const char *name;

	if (fd < 0)
		return absent(top, path) ? ST_DONE : cannot_open(top, path, msg);
	snprintf(shown, sizeof(shown), "/%s", path);
	name = keep(files, top->root, shown, msg);
	if (name)
		return read_regular(conf, name, fd, text, "", msg);
	close(fd);
	return ST_FAILED;
}

static int is_conf(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return *entry->d_name != '.' && len > 5 &&
	       !strcmp(entry->d_name + len - 5, ".conf");
}

/* The other files may have mistakes, too. */
static int read_next(struct conf *conf, struct conf_files *files,
		     const struct place *top, const char *path, char *text,
		     int ret, struct msg *msg)
{
	struct msg why = { "" };
	int one;

	if (conf->mistakes == MISTAKES_MAX)
		return ret;
	one = read_below(conf, files, top, path, text, &why);
	if (one == ST_DONE)
		return ret;
	msg_add(msg, "%s%s", *msg->text ? "\n" : "", why.text);
	return one;
}

/* ret: what came of the file before them. */
static int read_drop_ins(struct conf *conf, struct conf_files *files,
			 const struct place *top, char *text, int ret,
			 struct msg *msg)
{
	int fd = open_below(top, CONF_DROP_INS, O_DIRECTORY), n, i;
	struct dirent **names;

	if (fd < 0)
		return ret != ST_DONE || absent(top, CONF_DROP_INS) ? ret :
			cannot_open(top, CONF_DROP_INS, msg);
	n = scandirat(fd, ".", &names, is_conf, alphasort);
	if (n < 0 && ret == ST_DONE)
		ret = cannot_open(top, CONF_DROP_INS, msg);
	for (i = 0; i < n; i++) {
		char path[sizeof(CONF_DROP_INS) + 257];

		snprintf(path, sizeof(path), CONF_DROP_INS "/%s", names[i]->d_name);
		ret = read_next(conf, files, top, path, text, ret, msg);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	close(fd);
	return ret;
}

int conf_read(struct conf *conf, struct conf_files *files, const char *file,
	      const struct place *top, struct msg *msg)
{
	char *text = malloc(FILE_MAX);
	int ret;

	if (!text)
		return msg_nomem(msg);
	if (file) {
		ret = read_given(conf, files, file, text, msg);
	} else {
		ret = read_below(conf, files, top, CONF_FILE, text, msg);
		ret = read_drop_ins(conf, files, top, text, ret, msg);
	}
	free(text);
	return ret;
}
