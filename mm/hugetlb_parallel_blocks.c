// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: free blocks, many at a time.
 *
 * A call of the page allocator for each page takes the zone's lock each time,
 * which workers of a node share.  While a node has plenty, its free blocks need
 * neither reclaim nor a choice: they leave the free lists in the order in which
 * the allocator would take them, a chunk under one hold of the lock, and a block
 * larger than a huge page is divided only by those who prepare it.
 *
 * When a zone comes near its watermarks the allocator has to say page by page
 * what may be had, and the caller goes to it.
 */
#include <linux/fault-inject.h>
#include <linux/gfp.h>
#include <linux/hugetlb.h>
#include <linux/mmzone.h>
#include <linux/vmstat.h>

#include "internal.h"
#include "page_alloc.h"
#include "hugetlb_parallel_internal.h"

/* The zone that an allocation on @nid looks at first. */
static struct zone *first_zone(int nid, gfp_t gfp)
{
	struct zoneref *ref = first_zones_zonelist(node_zonelist(nid, gfp),
						   gfp_zone(gfp), NULL);

	return zonelist_zone(ref);
}

/* Would the zone have plenty left without @pages of order 0? */
static bool plenty(struct zone *zone, unsigned long pages, gfp_t gfp)
{
	return zone_watermark_ok(zone, 0, high_wmark_pages(zone) + pages,
				 gfp_zone(gfp), 0);
}

/*
 * Before @pages of order 0 were taken, would the allocator turn to CMA, which it
 * does while more than half of what is free is CMA's, or wake kswapd?
 */
static bool allocator_first(struct zone *zone, unsigned long pages)
{
	unsigned long cma = IS_ENABLED(CONFIG_CMA) ?
			    zone_page_state(zone, NR_FREE_CMA_PAGES) : 0;

	return 2 * cma + pages > zone_page_state(zone, NR_FREE_PAGES) ||
	       test_bit(ZONE_BOOSTED_WATERMARK, &zone->flags);
}

static void count_taken(struct hstate *h, struct zone *zone, unsigned long taken)
{
	__count_zid_vm_events(PGALLOC, zone_idx(zone),
			      taken << huge_page_order(h));
	count_vm_events(HTLB_BUDDY_PGALLOC, taken);
#ifdef CONFIG_NUMA
	if (!static_branch_likely(&vm_numa_stat_key))
		return;
	__count_numa_events(zone, NUMA_HIT, taken);
	__count_numa_events(zone, zone_to_nid(zone) == numa_node_id() ?
			    NUMA_LOCAL : NUMA_OTHER, taken);
#endif
}

/**
 * hugetlb_parallel_take_blocks - take free blocks for huge pages
 * @h:		pool
 * @nid:	node to take them from
 * @pages:	how many huge pages are wanted
 * @blocks:	the blocks are added here, by page->lru; page_private() has the
 *		order.  Their pages want hugetlb_parallel_prep_range().
 *
 * Context: Any.  Takes the zone's lock.
 * Return: How many huge pages they make, @pages at most; 0 when @nid has not
 * plenty of them.
 */
unsigned long hugetlb_parallel_take_blocks(struct hstate *h, int nid,
					   unsigned long pages,
					   struct list_head *blocks)
{
	unsigned int order, page_order = huge_page_order(h);
	gfp_t gfp = htlb_alloc_mask(h) | __GFP_THISNODE;
	struct zone *zone = first_zone(nid, gfp);
	unsigned long flags, taken = 0;

	/* Pages that cannot move are not to lie among those that can. */
	if (!zone || !(gfp & __GFP_MOVABLE) ||
	    should_fail_alloc_page(gfp, page_order))
		return 0;

	spin_lock_irqsave(&zone->lock, flags);
	if (allocator_first(zone, pages << page_order) ||
	    !plenty(zone, pages << page_order, gfp))
		goto unlock;
	for (order = page_order; order <= MAX_PAGE_ORDER; order++) {
		struct list_head *list =
			&zone->free_area[order].free_list[MIGRATE_MOVABLE];
		unsigned long nr = 1UL << (order - page_order);
		struct page *page, *next;

		list_for_each_entry_safe(page, next, list, buddy_list) {
			if (nr > pages - taken)
				goto unlock;
			hugetlb_parallel_take_free(zone, page);
			set_page_private(page, order);
			list_add(&page->lru, blocks);
			taken += nr;
		}
	}
unlock:
	count_taken(h, zone, taken);
	spin_unlock_irqrestore(&zone->lock, flags);
	return taken;
}
