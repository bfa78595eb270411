// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: gigantic pages while the system runs.
 *
 * They are larger than what the page allocator keeps together, and are made of
 * ranges that are free or can be freed.  The kernel's search starts at the
 * beginning of the node for every page: workers would meet at the same range,
 * where all but one are refused and go on to the next as if the range could not
 * be had.  Here each range is tried by one worker only, and when all have been
 * tried the kernel's search has the last word, with one worker at a time: no
 * page is missed because another worker was in the way.
 *
 * To take a range the kernel isolates it, waits for all CPUs to hand in what
 * they have of it, and moves pages away.  Where every page is free already,
 * which is most of them on a host that fills its pool, there is nothing to wait
 * for: the range leaves the free lists under one hold of the zone's lock.
 */
#include <linux/gfp.h>
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/mmzone.h>

#include "internal.h"
#include "page_alloc.h"
#include "hugetlb_cma.h"
#include "hugetlb_parallel_internal.h"

#define NO_RANGE	ULONG_MAX

/**
 * hugetlb_contig_init - start a search
 * @contig:	its state
 * @h:		pool
 * @stop:	set when nobody wants more pages
 */
void hugetlb_contig_init(struct hugetlb_contig *contig, struct hstate *h,
			 const bool *stop)
{
	mutex_init(&contig->lock);
	init_rwsem(&contig->tries);
	contig->zone = gfp_zone(htlb_alloc_mask(h));
	contig->pfn = 0;
	contig->searched = false;
	contig->dry = false;
	contig->stop = stop;
}

/* All pages of a range are free, and neither being isolated nor set aside. */
static bool range_free(unsigned long pfn, unsigned long nr)
{
	unsigned long end = pfn + nr;

	while (pfn < end) {
		struct page *page = pfn_to_page(pfn);

		if (!PageBuddy(page) ||
		    !migratetype_is_mergeable(get_pageblock_migratetype(page)))
			return false;
		pfn += 1UL << buddy_order(page);
	}
	return true;
}

/* Take a range off the free lists, if it is free. */
static bool take_range(struct zone *zone, unsigned long pfn, unsigned long nr)
{
	unsigned long end = pfn + nr;

	lockdep_assert_held(&zone->lock);

	if (!range_free(pfn, nr))
		return false;
	while (pfn < end) {
		struct page *page = pfn_to_page(pfn);

		pfn += 1UL << buddy_order(page);
		hugetlb_parallel_take_free(zone, page);
	}
	return true;
}

/*
 * The first range of @zone from @pfn on that looks as if it could be had; @taken
 * says that it was free and is the caller's.
 */
static unsigned long range_in_zone(struct zone *zone, unsigned long pfn,
				   unsigned long nr, bool *taken)
{
	unsigned long flags;
	bool spans, valid;

	pfn = max(pfn, ALIGN(READ_ONCE(zone->zone_start_pfn), nr));
	for (;; pfn += nr) {
		spin_lock_irqsave(&zone->lock, flags);
		spans = zone_spans_pfn(zone, pfn + nr - 1);
		valid = spans && hugetlb_parallel_range_valid(zone, pfn, nr);
		*taken = valid && take_range(zone, pfn, nr);
		spin_unlock_irqrestore(&zone->lock, flags);
		if (valid)
			return pfn;
		if (!spans)
			return NO_RANGE;
		cond_resched();
	}
}

/* The next range of @nid for the caller, zones in the order of zonelists. */
static unsigned long next_range(struct hugetlb_contig *contig, int nid,
				unsigned long nr, bool *taken)
{
	unsigned long pfn = NO_RANGE;

	mutex_lock(&contig->lock);
	while (contig->zone >= 0) {
		struct zone *zone = &NODE_DATA(nid)->node_zones[contig->zone];

		if (managed_zone(zone))
			pfn = range_in_zone(zone, contig->pfn, nr, taken);
		if (pfn != NO_RANGE) {
			contig->pfn = pfn + nr;
			break;
		}
		contig->zone--;
		contig->pfn = 0;
	}
	mutex_unlock(&contig->lock);

	return pfn;
}

static struct folio *alloc_from_ranges(struct hugetlb_contig *contig,
				       struct hstate *h, int nid, gfp_t gfp,
				       bool bare)
{
	unsigned long pfn, nr = pages_per_huge_page(h);
	struct page *head;
	bool taken;

	while (!READ_ONCE(*contig->stop) &&
	       (pfn = next_range(contig, nid, nr, &taken)) != NO_RANGE) {
		head = pfn_to_page(pfn);
		if (taken) {
			/* As it does: what checks find is only told. */
			hugetlb_parallel_prep_range(head, huge_page_order(h), gfp);
			if (bare)
				hugetlb_prep_bare_folio(h, page_folio(head));
			else
				prep_compound_page(head, huge_page_order(h));
			return page_folio(head);
		}
		if (!alloc_contig_frozen_range(pfn, pfn + nr, ACR_FLAGS_NONE, gfp))
			return page_folio(head);
		cond_resched();
	}
	return NULL;
}

/**
 * hugetlb_contig_alloc_folio - allocate a gigantic page
 * @contig:		state of the search, shared by those who work on @nid
 * @h:			pool
 * @nid:		node to take it from
 * @bare:		HVO will free most of its struct pages
 * @nodes_allowed:	nodes of the resize, among them @nid
 *
 * As on the serial path, memory that was set aside for gigantic pages goes
 * first.
 *
 * Context: Process context.  May sleep.
 * Return: a frozen compound page that is not a HugeTLB page yet, NULL if the
 * serial path would not have got one either, or none is wanted any more.  With
 * @bare, it may be one from hugetlb_prep_bare_folio().
 */
struct folio *hugetlb_contig_alloc_folio(struct hugetlb_contig *contig,
					 struct hstate *h, int nid, bool bare,
					 nodemask_t *nodes_allowed)
{
	gfp_t gfp = htlb_alloc_mask(h) | __GFP_THISNODE;
	struct folio *folio = NULL;

	if (!READ_ONCE(contig->searched)) {
		down_read(&contig->tries);
		folio = hugetlb_cma_alloc_frozen_folio(huge_page_order(h), gfp,
						       nid, nodes_allowed);
		if (!folio && !hugetlb_cma_exclusive_alloc())
			folio = alloc_from_ranges(contig, h, nid, gfp, bare);
		up_read(&contig->tries);
		if (folio)
			return folio;
		WRITE_ONCE(contig->searched, true);
	}

	/*
	 * What failed then may be had now, and pages of smaller pools may be
	 * moved out of the way.  That may take long, and those who waited would
	 * fail, too.
	 */
	down_write(&contig->tries);
	if (!contig->dry && !READ_ONCE(*contig->stop)) {
		folio = hugetlb_parallel_alloc_gigantic(h, nid, nodes_allowed);
		contig->dry = !folio;
	}
	up_write(&contig->tries);
	return folio;
}
