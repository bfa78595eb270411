// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: gigantic pages that become smaller ones.
 *
 * The serial path restores the struct pages of all gigantic pages, makes all
 * tails of the smaller pages and gives most of them away again.  Here one
 * gigantic page is finished before the next, and what HVO will free is not
 * written.
 */
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/page_owner.h>
#include <linux/pgalloc_tag.h>

#include "internal.h"
#include "hugetlb_internal.h"
#include "hugetlb_parallel_internal.h"

/* Make pages of @dst of @folio, and add them to @folios. */
static void split_folio_to(struct hstate *src, struct hstate *dst,
			   struct folio *folio, bool bare,
			   struct list_head *folios)
{
	unsigned long i, nr = pages_per_huge_page(src);
	bool cma = folio_test_hugetlb_cma(folio);

	split_page_owner(&folio->page, huge_page_order(src), huge_page_order(dst));
	pgalloc_tag_split(folio, huge_page_order(src), huge_page_order(dst));

	for (i = 0; i < nr; i += pages_per_huge_page(dst)) {
		struct page *page = folio_page(folio, i);
		struct folio *new = (struct folio *)page;

		clear_compound_head(page);
		if (bare)
			hugetlb_prep_bare_folio(dst, new);
		else
			prep_compound_page(page, huge_page_order(dst));
		new->mapping = NULL;
		init_new_hugetlb_folio(new);
		if (cma)
			folio_set_hugetlb_cma(new);
		list_add_tail(&new->lru, folios);
		cond_resched();
	}
}

/**
 * hugetlb_demote_folio - make pages of another pool of a gigantic page
 * @src:	its pool, which remove_hugetlb_folio() took it out of
 * @dst:	the other one
 * @folios:	the page alone; what is left of it on return is the serial path's
 * @hvo:	HVO shall optimize the pages
 * @heads:	as in hugetlb_parallel_optimize_folios()
 *
 * Context: Process context, both pools' resize_lock held by who waits for it.
 * May sleep.
 */
void hugetlb_demote_folio(struct hstate *src, struct hstate *dst,
			  struct list_head *folios, bool hvo,
			  struct hugetlb_heads *heads)
{
	struct folio *folio = list_first_entry(folios, struct folio, lru);
	bool optimized = folio_test_hugetlb_vmemmap_optimized(folio);
	LIST_HEAD(restored);
	LIST_HEAD(made);

	if (folio_test_hwpoison(folio))
		return;
	if (optimized)
		hugetlb_parallel_restore_folios(src, folios, 1, &restored);
	else
		list_move(&folio->lru, &restored);
	if (list_empty(&restored))
		return;

	list_del(&folio->lru);
	/* Tails that were not restored lead to the old head, not to theirs. */
	split_folio_to(src, dst, folio, hvo && optimized, &made);
	if (hvo)
		hugetlb_parallel_optimize_folios(dst, &made,
						 pages_per_huge_page(src) /
						 pages_per_huge_page(dst), heads);
	hugetlb_parallel_add_folios(dst, &made, HUGETLB_CHUNK);
}
