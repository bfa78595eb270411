/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Parallel resizing of HugeTLB pools: what mm/hugetlb*.c calls, and what the
 * parts of the feature share.
 */
#ifndef _LINUX_HUGETLB_PARALLEL_H
#define _LINUX_HUGETLB_PARALLEL_H

#include <linux/hugetlb.h>
#include <linux/memblock.h>
#include <linux/nodemask.h>

#include "internal.h"

#ifdef CONFIG_HUGETLB_PARALLEL_INIT

/* hugetlb_parallel.c: the engine */
void hugetlb_parallel_grow(struct hstate *h, unsigned long count,
			   nodemask_t *nodes_allowed);
void hugetlb_parallel_shrink(struct hstate *h, unsigned long count,
			     nodemask_t *nodes_allowed);
void hugetlb_parallel_demote(struct hstate *src, struct hstate *dst,
			     struct list_head *folios);
bool hugetlb_parallel_boot(struct hstate *h, unsigned long threads);
void hugetlb_parallel_boot_nodes(struct hstate *h, unsigned long threads);
unsigned long hugetlb_parallel_boot_done(struct hstate *h, int nid);

/* hugetlb_parallel_gigantic.c: gigantic pages at boot */
unsigned long hugetlb_parallel_reserve(struct hstate *h, int nid,
				       unsigned long pages);
unsigned long hugetlb_parallel_free_cross_zone(struct hstate *h, int nid);
void hugetlb_parallel_reserved(void);
void hugetlb_parallel_optimized_early(unsigned int order, u64 ns);
struct page *hugetlb_bootmem_head(const struct huge_bootmem_page *m, int nid);
void hugetlb_parallel_optimize_bootmem(struct hstate *h,
				       struct list_head *folios);
bool hugetlb_parallel_gather(unsigned long threads);
void hugetlb_parallel_gather_node(unsigned long nid);
void hugetlb_parallel_gathered(void);

/* Where a gigantic page from memblock begins. */
static inline phys_addr_t
hugetlb_bootmem_paddr(const struct huge_bootmem_page *m)
{
	return m->flags & HUGE_BOOTMEM_TABLE ? m->paddr : virt_to_phys((void *)m);
}

/*
 * A struct page that tails of pages from memblock share.  memmap_init() gave it the
 * reference of a page in use, and tails have none: restored from it, all small
 * pages would look allocated.
 */
static inline void hugetlb_parallel_bootmem_tail(struct page *tail)
{
	set_page_count(tail, 0);
}

/*
 * Tails of a page differ only where they remember the section they are in, and in
 * a list pointer that is not used: to copy the first one costs less than to make each.
 */
static inline bool hugetlb_parallel_copy_tail(struct page *tail,
					      const struct page *first)
{
#if defined(SECTION_IN_PAGE_FLAGS) || defined(WANT_PAGE_VIRTUAL)
	return false;
#else
	if (tail == first)
		return false;
	*tail = *first;
	return true;
#endif
}

/* memblock.c: its static functions that reserving calls */
enum memblock_flags memblock_hugetlb_flags(void);
int memblock_reserve_hugetlb(phys_addr_t base, phys_addr_t size, int nid);

/* hugetlb_parallel_record.c: what a resize did */
void hugetlb_resize_prepare(struct hstate *h);
void hugetlb_resize_begin(struct hstate *h, unsigned long count, int nid);
void hugetlb_resize_begin_boot(struct hstate *h);
void hugetlb_resize_end(struct hstate *h);
void hugetlb_resize_publish(struct hstate *h);
void hugetlb_resize_from_sysctl(bool enter);
void hugetlb_hvo_account(const struct hstate *h, int nid, long pages);

/* hugetlb.c: its static functions that the engine calls */
struct folio *hugetlb_parallel_alloc_bare(struct hstate *h, int nid,
					  nodemask_t *node_alloc_noretry);
void hugetlb_parallel_add_folios(struct hstate *h, struct list_head *folios,
				 unsigned long batch);
void hugetlb_parallel_free_folios(struct hstate *h, struct list_head *folios);
void hugetlb_parallel_gather_bootmem(struct list_head *pages, int nid);
struct folio *hugetlb_parallel_alloc_gigantic(struct hstate *h, int nid,
					      nodemask_t *nodes_allowed);

/* page_alloc.c: its static functions that taking free pages in bulk calls */
bool hugetlb_parallel_range_valid(struct zone *zone, unsigned long pfn,
				  unsigned long nr);
void hugetlb_parallel_take_free(struct zone *zone, struct page *page);
bool hugetlb_parallel_prep_range_noprof(struct page *page, unsigned int order,
					gfp_t gfp);
#define hugetlb_parallel_prep_range(...)	\
	alloc_hooks(hugetlb_parallel_prep_range_noprof(__VA_ARGS__))

#ifdef CONFIG_MEMORY_FAILURE
/* hugetlb_parallel_poison.c: memory that fails on its way into a pool */
bool hugetlb_parallel_move_hwpoison(struct page *page);
int hugetlb_parallel_set_hwpoison(struct page *page);
void hugetlb_poison_hold(void);
void hugetlb_poison_go_on(void);
unsigned long hugetlb_poison_now(void);
bool hugetlb_poison_since(unsigned long then);
void hugetlb_poison_report_folio(struct folio *folio);
void hugetlb_poison_report_since(struct folio *folio, unsigned long then);
void hugetlb_poison_report_freed(struct list_head *pages);
#else
static inline void hugetlb_poison_hold(void)
{
}

static inline void hugetlb_poison_go_on(void)
{
}

static inline unsigned long hugetlb_poison_now(void)
{
	return 0;
}

static inline bool hugetlb_poison_since(unsigned long then)
{
	return false;
}

static inline void hugetlb_poison_report_folio(struct folio *folio)
{
}

static inline void hugetlb_poison_report_since(struct folio *folio,
					       unsigned long then)
{
}

static inline void hugetlb_poison_report_freed(struct list_head *pages)
{
}
#endif

/**
 * struct hugetlb_heads - pages for the struct pages that HVO leaves
 * @pages:	the pages
 * @nr:		how many
 * @began:	hugetlb_poison_now() before the folios were allocated
 */
struct hugetlb_heads {
	struct list_head pages;
	unsigned long nr;
	unsigned long began;
};

#ifdef CONFIG_HUGETLB_PAGE_OPTIMIZE_VMEMMAP
/* hugetlb_vmemmap.c: its static state and functions that we use */
bool hugetlb_parallel_hvo(const struct hstate *h);
int hugetlb_parallel_split_vmemmap(struct hstate *h, struct folio *folio);
struct page *hugetlb_parallel_vmemmap_tail(struct hstate *h,
					   struct folio *folio);

/* sparse-vmemmap.c: its static function that we use */
pte_t *hugetlb_parallel_populate(unsigned long addr, int node,
				 struct page *page);

/* hugetlb_parallel_vmemmap.c */
int hugetlb_parallel_populate_hvo(unsigned long addr, unsigned long end,
				  unsigned int order, int node,
				  struct page *tail, unsigned long headsize);
void hugetlb_parallel_wrprotect(unsigned long addr, unsigned long end, int node,
				unsigned long headsize);
void hugetlb_prep_bare_folio(struct hstate *h, struct folio *folio);
void hugetlb_parallel_optimize_folios(struct hstate *h,
				      struct list_head *folios,
				      unsigned long nr,
				      struct hugetlb_heads *heads);
void hugetlb_parallel_free_heads(struct hugetlb_heads *heads);
unsigned long hugetlb_parallel_restore_folios(struct hstate *h,
					      struct list_head *folios,
					      unsigned long batch,
					      struct list_head *restored);
#else
static inline bool hugetlb_parallel_hvo(const struct hstate *h)
{
	return false;
}

static inline void hugetlb_prep_bare_folio(struct hstate *h,
					   struct folio *folio)
{
}

static inline void hugetlb_parallel_optimize_folios(struct hstate *h,
						    struct list_head *folios,
						    unsigned long nr,
						    struct hugetlb_heads *heads)
{
}

static inline void hugetlb_parallel_free_heads(struct hugetlb_heads *heads)
{
}

static inline unsigned long
hugetlb_parallel_restore_folios(struct hstate *h, struct list_head *folios,
				unsigned long batch, struct list_head *restored)
{
	return 0;
}
#endif

#else /* !CONFIG_HUGETLB_PARALLEL_INIT */

#define hugetlb_parallel_set_hwpoison	TestSetPageHWPoison
#define hugetlb_parallel_move_hwpoison	SetPageHWPoison

static inline unsigned long hugetlb_poison_now(void)
{
	return 0;
}

static inline void hugetlb_poison_report_since(struct folio *folio,
					       unsigned long then)
{
}

#define hugetlb_parallel_wrprotect	vmemmap_wrprotect_hvo

#define hugetlb_parallel_optimize_bootmem	\
	hugetlb_vmemmap_optimize_bootmem_folios
#define hugetlb_parallel_gather_node	gather_bootmem_prealloc_node

static inline int hugetlb_parallel_populate_hvo(unsigned long addr,
						unsigned long end,
						unsigned int order, int node,
						struct page *tail,
						unsigned long headsize)
{
	return 0;
}

static inline bool hugetlb_parallel_gather(unsigned long threads)
{
	return false;
}

static inline void hugetlb_parallel_grow(struct hstate *h, unsigned long count,
					 nodemask_t *nodes_allowed)
{
}

static inline void hugetlb_parallel_shrink(struct hstate *h,
					   unsigned long count,
					   nodemask_t *nodes_allowed)
{
}

static inline void hugetlb_parallel_demote(struct hstate *src,
					   struct hstate *dst,
					   struct list_head *folios)
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

static inline unsigned long hugetlb_parallel_reserve(struct hstate *h, int nid,
						     unsigned long pages)
{
	return 0;
}

static inline unsigned long
hugetlb_parallel_free_cross_zone(struct hstate *h, int nid)
{
	return 0;
}

static inline void hugetlb_parallel_reserved(void)
{
}

static inline struct page *
hugetlb_bootmem_head(const struct huge_bootmem_page *m, int nid)
{
	return virt_to_page(m);
}

static inline void hugetlb_parallel_gathered(void)
{
}

static inline phys_addr_t
hugetlb_bootmem_paddr(const struct huge_bootmem_page *m)
{
	return virt_to_phys((void *)m);
}

static inline void hugetlb_parallel_bootmem_tail(struct page *tail)
{
}

static inline bool hugetlb_parallel_copy_tail(struct page *tail,
					      const struct page *first)
{
	return false;
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
