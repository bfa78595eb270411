/* SPDX-License-Identifier: GPL-2.0-only */
/* The state of the pools, wherever it was read. */
#ifndef POOL_H
#define POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct msg;

/* A number that a kernel may not tell. */
struct count {
	uint64_t n;
	bool known;
};

#define NODE_ALL (-1)

struct pool {
	uint64_t size;
	int node;	/* NODE_ALL: the system's counts */
	bool is_default;
	struct count total;
	struct count free;
	struct count reserved;
	struct count surplus;
	struct count overcommit;
	struct count hvo;
	struct count hvo_saving;
};

struct pools {
	struct pool *v;
	size_t n;
};

int pools_add(struct pools *pools, const struct pool *pool, struct msg *msg);
void pools_free(struct pools *pools);

/* Sort by size, then node, and give node rows what only the total row tells. */
void pools_finish(struct pools *pools);

/* NULL if there is none. */
const struct pool *pools_find(const struct pools *pools, uint64_t size,
			      int node);

/* "2M" or "2M on node 1"; returns buf. */
#define POOL_NAME_MAX 48
const char *pool_name(char buf[POOL_NAME_MAX], uint64_t size, int node);

/* Refuse, with ST_USAGE, a size or node that pools lack. */
int pools_need_size(const struct pools *pools, const char *name, uint64_t size,
		    struct msg *msg);
int pools_need_node(const struct pools *pools, int node, struct msg *msg);
/* Of a size that pools have on another node, or in all. */
int pools_need_pool(const struct pools *pools, uint64_t size, int node,
		    struct msg *msg);

/* What writes of nr_hugepages set, though reads give the surplus too. */
uint64_t pool_persistent(const struct pool *pool);

struct count count_of(uint64_t n);
struct count count_product(struct count a, struct count b);

/* For tables of what pools have: columns of show, metrics. */
struct count pool_get_total(const struct pool *pool);
struct count pool_get_free(const struct pool *pool);
struct count pool_get_reserved(const struct pool *pool);
struct count pool_get_surplus(const struct pool *pool);
struct count pool_get_overcommit(const struct pool *pool);
struct count pool_get_hvo(const struct pool *pool);
/* Bytes that HVO has given back. */
struct count pool_get_saved(const struct pool *pool);

/* What of the pools the user wants to see. */
#define FILTER_MAX 1024

struct filter {
	uint64_t sizes[FILTER_MAX];
	size_t n_sizes;
	int nodes[FILTER_MAX];
	size_t n_nodes;
};

/* Take the value of an option; filter is a struct filter. */
int filter_sizes(const char *list, void *filter, struct msg *msg);
int filter_nodes(const char *list, void *filter, struct msg *msg);

/* Refuse, with ST_USAGE, a size or node that none of pools has. */
int filter_check(const struct filter *f, const struct pools *pools,
		 struct msg *msg);
bool filter_size(const struct filter *f, uint64_t size);
bool filter_node(const struct filter *f, int node);

#endif
