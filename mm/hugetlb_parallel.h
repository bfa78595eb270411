/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parallel resizing of HugeTLB pools: what mm/hugetlb*.c calls, and what the
 * parts of the feature share.
 */
#ifndef _LINUX_HUGETLB_PARALLEL_H
#define _LINUX_HUGETLB_PARALLEL_H

#include <linux/hugetlb.h>
#include <linux/nodemask.h>

#ifdef CONFIG_HUGETLB_PARALLEL_INIT

/* hugetlb_parallel.c: the engine */
void hugetlb_parallel_grow(struct hstate *h, unsigned long count,
			   nodemask_t *nodes_allowed,
			   nodemask_t *node_alloc_noretry);
void hugetlb_parallel_shrink(struct hstate *h, unsigned long count,
			     nodemask_t *nodes_allowed);
bool hugetlb_parallel_boot(struct hstate *h, unsigned long threads);
void hugetlb_parallel_boot_nodes(struct hstate *h, unsigned long threads);
unsigned long hugetlb_parallel_boot_done(struct hstate *h, int nid);

/* hugetlb_parallel_record.c: what a resize did */
void hugetlb_resize_prepare(struct hstate *h);
void hugetlb_resize_begin(struct hstate *h, unsigned long count, int nid);
void hugetlb_resize_begin_boot(struct hstate *h);
void hugetlb_resize_end(struct hstate *h);
void hugetlb_resize_publish(struct hstate *h);
void hugetlb_resize_from_sysctl(bool enter);
void hugetlb_hvo_account(const struct hstate *h, int nid, long pages);

/* hugetlb.c: its static functions that the engine calls */
struct folio *hugetlb_parallel_alloc_folio(struct hstate *h, int nid,
					   nodemask_t *node_alloc_noretry);
void hugetlb_parallel_free_folios(struct hstate *h, struct list_head *folios);

#else /* !CONFIG_HUGETLB_PARALLEL_INIT */

static inline void hugetlb_parallel_grow(struct hstate *h, unsigned long count,
					 nodemask_t *nodes_allowed,
					 nodemask_t *node_alloc_noretry)
{
}

static inline void hugetlb_parallel_shrink(struct hstate *h,
					   unsigned long count,
					   nodemask_t *nodes_allowed)
{
}

static inline bool hugetlb_parallel_boot(struct hstate *h,
					 unsigned long threads)
{
	return false;
}

static inline void hugetlb_parallel_boot_nodes(struct hstate *h,
					       unsigned long threads)
{
}

static inline unsigned long hugetlb_parallel_boot_done(struct hstate *h,
						       int nid)
{
	return 0;
}

static inline void hugetlb_resize_prepare(struct hstate *h)
{
}

static inline void hugetlb_resize_begin(struct hstate *h, unsigned long count,
					int nid)
{
}

static inline void hugetlb_resize_begin_boot(struct hstate *h)
{
}

static inline void hugetlb_resize_end(struct hstate *h)
{
}

static inline void hugetlb_resize_publish(struct hstate *h)
{
}

static inline void hugetlb_resize_from_sysctl(bool enter)
{
}

static inline void hugetlb_hvo_account(const struct hstate *h, int nid,
				       long pages)
{
}

#endif /* CONFIG_HUGETLB_PARALLEL_INIT */

#endif /* _LINUX_HUGETLB_PARALLEL_H */
