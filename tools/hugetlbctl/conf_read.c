// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "conf_read.h"
#include "hugetlbctl.h"
#include "tree.h"

#define MAIN_FILE "etc/hugetlbctl.conf"
#define DROP_INS "etc/hugetlbctl.d"
#define FILE_MAX (64 * 1024)

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
		return msg_set(msg, ST_FAILED, "%s: larger than %d kB", name,
			       FILE_MAX / 1024);
	text[len] = '\0';
	if (strlen(text) != len)
		return msg_set(msg, ST_FAILED, "%s: not a text file", name);
	return conf_parse(conf, name, text, msg);
}

static int read_given(struct conf *conf, const char *name, char *text,
		      struct msg *msg)
{
	FILE *in = fopen(name, "re");
	size_t len;
	int err;

	if (!in)
		return msg_set(msg, ST_FAILED, "%s: %s", name, strerror(errno));
	len = fread(text, 1, FILE_MAX - 1, in);
	err = ferror(in) ? errno : 0;
	fclose(in);
	if (err)
		return msg_set(msg, ST_FAILED, "%s: %s", name, strerror(err));
	return parse(conf, name, text, len, msg);
}

static int read_below(struct conf *conf, struct conf_files *files,
		      const struct place *top, const char *path, char *text,
		      bool *there, struct msg *msg)
{
	char shown[512];
	const char *name;
	size_t len;
	int ret;

	ret = tree_read(top, path, text, FILE_MAX, &len, there, msg);
	if (ret != ST_DONE || !*there)
		return ret;
	snprintf(shown, sizeof(shown), "/%s", path);
	name = keep(files, top->root, shown, msg);
	return name ? parse(conf, name, text, len, msg) : ST_FAILED;
}

static int is_conf(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return *entry->d_name != '.' && len > 5 &&
	       !strcmp(entry->d_name + len - 5, ".conf");
}

static int read_drop_ins(struct conf *conf, struct conf_files *files,
			 const struct place *top, char *text, bool *any,
			 struct msg *msg)
{
	struct dirent **names;
	struct place dir;
	int n, i, ret = ST_DONE;

	if (tree_enter(&dir, top, DROP_INS) < 0)
		return errno == ENOENT ? ST_DONE : tree_fail(top, DROP_INS, msg);
	n = scandirat(dir.fd, ".", &names, is_conf, alphasort);
	if (n < 0)
		ret = tree_fail(top, DROP_INS, msg);
	for (i = 0; i < n; i++) {
		char path[sizeof(DROP_INS) + 257];
		bool there;

		snprintf(path, sizeof(path), DROP_INS "/%s", names[i]->d_name);
		if (ret == ST_DONE)
			ret = read_below(conf, files, top, path, text, &there,
					 msg);
		*any = true;
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	tree_close(&dir);
	return ret;
}

int conf_read(struct conf *conf, struct conf_files *files, const char *file,
	      const struct place *top, struct msg *msg)
{
	char *text = malloc(FILE_MAX);
	const char *name;
	bool any;
	int ret;

	if (!text)
		return msg_nomem(msg);
	if (file) {
		name = keep(files, "", file, msg);
		ret = name ? read_given(conf, name, text, msg) : ST_FAILED;
	} else {
		ret = read_below(conf, files, top, MAIN_FILE, text, &any, msg);
		if (ret == ST_DONE)
			ret = read_drop_ins(conf, files, top, text, &any, msg);
		if (ret == ST_DONE && !any)
			ret = msg_set(msg, ST_FAILED,
				      "no %s/" MAIN_FILE " and no %s/" DROP_INS "/*.conf",
				      top->root, top->root);
	}
	free(text);
	return ret;
}
