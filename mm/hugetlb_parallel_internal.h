/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parallel resizing of HugeTLB pools: what its own files share.
 */
#ifndef _LINUX_HUGETLB_PARALLEL_INTERNAL_H
#define _LINUX_HUGETLB_PARALLEL_INTERNAL_H

#include <linux/hugetlb.h>
#include <linux/hugetlb_parallel.h>
#include <linux/ktime.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/rwsem.h>
#include <uapi/linux/hugetlb_netlink.h>

#include "hugetlb_parallel.h"

/**
 * struct hugetlb_plan_node - one node's part in a resize
 * @allowed:	in: it may take part; if not, @cap is 0
 * @cap:	in: most pages it can take, ULONG_MAX for no limit
 * @cpus:	in: CPUs that may work for it
 * @pages:	out: pages it shall allocate or free
 * @workers:	out: workers that start on it
 */
struct hugetlb_plan_node {
	bool allowed;
	unsigned long cap;
	unsigned int cpus;
	unsigned long pages;
	unsigned int workers;
};

int hugetlb_plan_pages(struct hugetlb_plan_node *nodes, int nr_nodes,
		       int next, unsigned long pages);
unsigned int hugetlb_plan_workers(struct hugetlb_plan_node *nodes,
				  int nr_nodes, unsigned long chunk,
				  unsigned int limit);

typedef unsigned long (hugetlb_gather_fn)(struct hstate *h, int nid,
					  unsigned long pages);
void hugetlb_parallel_gather_pool(struct hstate *h, const unsigned long *pages,
				  unsigned long threads,
				  hugetlb_gather_fn *gather);

/**
 * struct hugetlb_contig - the search for gigantic pages on one node
 * @lock:	protects @zone and @pfn
 * @zone:	index of the zone that is searched, -1 after the last one
 * @pfn:	where the search in it goes on
 * @searched:	every range was tried: only the serial path's search may help
 * @dry:	that has failed, too; protected by @tries
 * @stop:	set when nobody wants more pages
 * @tries:	held for reading while a range is tried, for writing by who must
 *		not be disturbed by such tries
 */
struct hugetlb_contig {
	struct mutex lock;	/* of zone and pfn */
	int zone;
	unsigned long pfn;
	bool searched;
	bool dry;
	const bool *stop;
	struct rw_semaphore tries;
};

#ifdef CONFIG_CONTIG_ALLOC
void hugetlb_contig_init(struct hugetlb_contig *contig, struct hstate *h,
			 const bool *stop);
struct folio *hugetlb_contig_alloc_folio(struct hugetlb_contig *contig,
					 struct hstate *h, int nid, bool bare,
					 nodemask_t *nodes_allowed);
#else
static inline void hugetlb_contig_init(struct hugetlb_contig *contig,
				       struct hstate *h, const bool *stop)
{
}

static inline struct folio *
hugetlb_contig_alloc_folio(struct hugetlb_contig *contig, struct hstate *h,
			   int nid, bool bare, nodemask_t *nodes_allowed)
{
	return NULL;
}
#endif

unsigned long hugetlb_parallel_take_blocks(struct hstate *h, int nid,
					   unsigned long pages,
					   struct list_head *blocks);

/*
 * Pages claimed at a time.  Small enough for a chunk's folios to stay in cache
 * and for a signal or the lock's next user to wait a millisecond at most.
 */
#define HUGETLB_CHUNK		128UL

void hugetlb_demote_folio(struct hstate *src, struct hstate *dst,
			  struct list_head *folios, bool hvo,
			  struct hugetlb_heads *heads);

/**
 * struct hugetlb_resize_node - what one node contributed to a resize
 * @before:	pages in its pool when the resize began
 * @pages:	pages allocated or freed
 * @workers:	workers that worked on its pages
 * @elapsed:	ns from the start of the resize to its last page from a worker
 * @failures:	allocations that failed
 */
struct hugetlb_resize_node {
	unsigned long before;
	unsigned long pages;
	unsigned int workers;
	u64 elapsed;
	unsigned long failures;
};

/**
 * struct hugetlb_resize - the record of one resize
 * @rcu:		frees a record that a newer one replaced
 * @origin:		enum hugetlb_origin
 * @direction:		enum hugetlb_direction
 * @interrupted:	a signal to the writer ended it early
 * @begun:		hugetlb_resize_begin() has filled in the start
 * @asked:		pages to allocate or free
 * @done:		pages allocated or freed
 * @surplus:		change of the number of surplus pages
 * @workers:		workers that took part
 * @began:		start, for durations
 * @start:		start, ns since 1970, 0 if the clock was not set
 * @elapsed:		ns from start to end
 * @phased:		gigantic pages at boot: the next three are known
 * @reserving:		ns of @elapsed spent on taking them from memblock
 * @initializing:	ns of it spent on their struct pages
 * @optimizing:		ns of it spent on sharing them (HVO)
 * @target:		persistent pages that the pool shall have
 * @pages_before:	pages in the pool at the start
 * @surplus_before:	surplus pages at the start
 * @nr_nodes:		length of @nodes
 * @nodes:		by node id
 *
 * Written by the one resize that h->resize_lock admits, then published under
 * RCU and never written again.
 */
struct hugetlb_resize {
	struct rcu_head rcu;
	u8 origin;
	u8 direction;
	bool interrupted;
	bool begun;
	unsigned long asked;
	unsigned long done;
	long surplus;
	unsigned int workers;
	ktime_t began;
	u64 start;
	u64 elapsed;
	bool phased;
	u64 reserving;
	u64 initializing;
	u64 optimizing;
	unsigned long target;
	unsigned long pages_before;
	unsigned long surplus_before;
	unsigned int nr_nodes;
	struct hugetlb_resize_node nodes[] __counted_by(nr_nodes);
};

/* Whether taking @folio apart is left to the serial path. */
static inline bool hugetlb_folio_special(struct folio *folio)
{
	return folio_test_hwpoison(folio) || folio_test_hugetlb_cma(folio);
}

static inline unsigned long hugetlb_persistent_pages(const struct hstate *h)
{
	return h->nr_huge_pages - h->surplus_huge_pages;
}

void hugetlb_resize_begin_gigantic(struct hstate *h, unsigned long count,
				   u64 ago);
struct hugetlb_resize *hugetlb_resize_current(struct hstate *h);
struct hugetlb_resize *hugetlb_resize_last(struct hstate *h);
unsigned long hugetlb_hvo_pages(struct hstate *h, int node);

#ifdef CONFIG_NET
bool hugetlb_resize_watched(void);
void hugetlb_resize_notify(struct hstate *h, const struct hugetlb_resize *r,
			   u8 cmd);
#else
static inline bool hugetlb_resize_watched(void)
{
	return false;
}

static inline void hugetlb_resize_notify(struct hstate *h,
					 const struct hugetlb_resize *r,
					 u8 cmd)
{
}
#endif

#endif /* _LINUX_HUGETLB_PARALLEL_INTERNAL_H */
