/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef CONF_READ_H
#define CONF_READ_H

#include "conf.h"

#define CONF_FILE "etc/hugetlbctl.conf"
#define CONF_DROP_INS "etc/hugetlbctl.d"

struct place;

/* File names of a conf, which messages and the conf point to. */
struct conf_files {
	char **v;
	size_t n;
};

/*
 * Read one file, "-" for standard input, or the usual ones below top if file is
 * NULL: files has those that are there.
 */
int conf_read(struct conf *conf, struct conf_files *files, const char *file,
	      const struct place *top, struct msg *msg);
void conf_files_free(struct conf_files *files);

#endif
