/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What users write to change pools: SIZE=VALUE, and values or shares of nodes.
 * Only text and numbers, no file is read.
 */
#ifndef SPEC_H
#define SPEC_H

#include "pool.h"

enum sign {
	SIGN_NONE,	/* the value itself */
	SIGN_PLUS,	/* that much more than now */
	SIGN_MINUS,
};

enum unit {
	UNIT_PAGES,
	UNIT_BYTES,
	UNIT_PERCENT,	/* of the memory of the system or the node */
};

/* 4096, +512, -2, 64G, 40% */
struct value {
	enum sign sign;
	enum unit unit;
	uint64_t n;
};

struct spec {
	const char *text;	/* for messages */
	uint64_t size;
	bool valued;		/* else only the size was given */
	struct value value;
};

/* what is all the user wrote, for messages: 2M=4096 of which text is 4096 */
int value_parse(const char *text, const char *what, struct value *value,
		struct msg *msg);
int spec_parse(const char *text, struct spec *spec, struct msg *msg);

/* spec_parse() for a page size that pools must have. */
int spec_of_pool(const char *text, const struct pools *pools,
		 struct spec *spec, struct msg *msg);

/* Refuses a second SPEC of a size. */
int spec_twice(const struct spec *spec, struct msg *msg);

/*
 * How many pages of size bytes value makes of now pages, where there are
 * memory bytes in all. name says in messages whose value it is.
 */
int value_pages(const struct value *value, uint64_t size, uint64_t now,
		struct count memory, const char *name, uint64_t *pages,
		struct msg *msg);

/*
 * Refuses more pages than now and than memory holds: that is never reached, and
 * trying would empty the machine.
 */
int pages_fit(uint64_t pages, uint64_t size, uint64_t now, struct count memory,
	      const char *name, struct msg *msg);

/* One node of a list: N or N=VALUE. */
struct node_value {
	int node;
	bool valued;
	struct value value;
};

#define NODES_MAX 1024

struct node_values {
	struct node_value v[NODES_MAX];
	size_t n;
};

/* Take the value of an option; nodes is a struct node_values. */
int node_values_parse(const char *list, void *nodes, struct msg *msg);
/* The same list elsewhere; what is its name in messages. */
int node_values_read(const char *what, const char *list,
		     struct node_values *nodes, struct msg *msg);

/*
 * Divide n pages among the nodes by their values, which are shares then: plain
 * numbers, 1 if there is none. pages has a place for each node. The parts add
 * up to n.
 */
int node_values_split(const struct node_values *nodes, uint64_t n,
		      uint64_t *pages, struct msg *msg);

#endif
