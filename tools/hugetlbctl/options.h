/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of a command described once: for getopt_long() and --help. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stddef.h>

struct msg;

struct opt {
	int letter;		/* 0: none */
	const char *name;
	const char *arg;	/* NULL: takes none; "[X]": may be left out */
	const char *help;
	/* value is NULL where there is none */
	int (*set)(const char *value, void *to, struct msg *msg);
	void *to;
};

#define OPTS_MAX 24

struct opts {
	const char *usage;	/* what follows "hugetlbctl" */
	const char *about;
	const struct opt *v;
	size_t n;
	void (*help_more)(void);	/* may be NULL */
	const char *operand;	/* what an argument is; NULL: there are none */
	size_t operands_min;
	size_t operands_max;
};

/*
 * argv[0] is what getopt_long() calls the command. ST_DONE leaves in
 * *operands the first argument that is no option, NULL ends them. ST_HELPED if
 * --help was there and has been printed.
 */
int opts_parse(const struct opts *opts, int argc, char **argv,
	       char ***operands, struct msg *msg);

int opt_flag(const char *value, void *to, struct msg *msg);	/* bool */
int opt_text(const char *value, void *to, struct msg *msg);	/* const char * */

#endif
