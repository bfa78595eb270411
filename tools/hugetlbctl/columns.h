/* SPDX-License-Identifier: GPL-2.0-only */
/* A table's columns described once: for --output, --help and printing. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "pool.h"

enum cell {
	CELL_NUMBER,
	CELL_BYTES,
	CELL_NODE,	/* "all" where the count is not known */
	CELL_SIZE,	/* bytes, marked if it is the default size */
	CELL_FLAG,
};

struct column {
	const char *name;
	const char *help;
	enum cell cell;
	bool shown;	/* without --output */
	struct count (*get)(const struct pool *pool);
};

#define COLUMNS_MAX 32

struct columns {
	const struct column *table;
	size_t n_table;
	const struct column *v[COLUMNS_MAX];	/* the chosen ones, in order */
	size_t n;
};

enum format {
	FORMAT_TABLE,
	FORMAT_RAW,
	FORMAT_PAIRS,
	FORMAT_JSON,
};

struct print {
	enum format format;
	bool noheadings;
	bool bytes;
};

/*
 * list NULL: the usual ones, or all in JSON, where width is no matter; a
 * leading '+' adds to the usual ones.
 */
int columns_choose(struct columns *columns, const char *list,
		   enum format format, struct msg *msg);
void columns_help(const struct column *table, size_t n);

int columns_print(const struct columns *columns, const struct print *print,
		  const struct pools *pools, const struct filter *filter,
		  struct msg *msg);

#endif
