// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: memory that fails while it becomes a huge
 * page.
 *
 * Memory failure marks the struct page of what failed.  As long as the tails of a
 * page do not lead to its head, that is all it can do, and the mark goes away
 * with the struct page if HVO frees that.  The engine leaves pages in this state for
 * longer than the serial path: until a chunk, or all gigantic pages, are
 * allocated.  It also adds a chunk to the pool while it grows: memory failure frees
 * a page there to set one small page of it aside, and may find it taken by a
 * worker again.
 *
 * So the engine looks whether memory has failed since the resize began, and if so,
 * whether in one of its pages, and reports it again when there is a head.
 */
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/rwsem.h>

#include "internal.h"
#include "hugetlb_parallel.h"

/* Marks that memory failure was about to set, and those that it has set. */
static atomic_long_t marks_begun = ATOMIC_LONG_INIT(0);
static atomic_long_t marks_set = ATOMIC_LONG_INIT(0);

/* Held for reading while struct pages of bare folios get their last form. */
static DECLARE_RWSEM(forming);

/**
 * hugetlb_parallel_move_hwpoison - SetPageHWPoison() that the engine sees
 * @page:	page of a folio that is none of HugeTLB's any more
 *
 * Context: Any.
 * Return: Whether it was marked already.
 */
bool hugetlb_parallel_move_hwpoison(struct page *page)
{
	bool was;

	/* With a return value these are ordered, also among each other. */
	atomic_long_inc_return(&marks_begun);
	was = TestSetPageHWPoison(page);
	atomic_long_inc_return(&marks_set);
	return was;
}

/**
 * hugetlb_parallel_set_hwpoison - TestSetPageHWPoison() that the engine sees
 * @page:	page that was none of HugeTLB's a moment ago
 *
 * If it is one meanwhile, its struct page may be one that cannot be written to:
 * memory failure begins again.
 *
 * Context: Process context.  May sleep.
 * Return: 0, 1 if it was marked already, -EAGAIN if it is one meanwhile.
 */
int hugetlb_parallel_set_hwpoison(struct page *page)
{
	int ret = -EAGAIN;

	down_write(&forming);
	if (!folio_test_hugetlb(page_folio(page)))
		ret = hugetlb_parallel_move_hwpoison(page);
	up_write(&forming);
	return ret;
}

/**
 * hugetlb_poison_hold - let no page be marked
 *
 * For those who give the tails of bare folios a head, or change what maps them.
 *
 * Context: Process context.  Until hugetlb_poison_go_on().
 */
void hugetlb_poison_hold(void)
{
	down_read(&forming);
}

/**
 * hugetlb_poison_go_on - ends hugetlb_poison_hold()
 *
 * Context: Process context.
 */
void hugetlb_poison_go_on(void)
{
	up_read(&forming);
}

/**
 * hugetlb_poison_now - a point in time for hugetlb_poison_since()
 *
 * Context: Any; before the pages in question are allocated.
 * Return: Marks that were set.
 */
unsigned long hugetlb_poison_now(void)
{
	return atomic_long_read(&marks_set);
}

/**
 * hugetlb_poison_since - whether memory may have failed
 * @then:	from hugetlb_poison_now()
 *
 * Context: Any; after a barrier that orders it after the last moment in which
 * struct pages could have been marked that will not be seen again.
 * Return: false if there was no mark; true also for one that came a little earlier.
 */
bool hugetlb_poison_since(unsigned long then)
{
	return atomic_long_read(&marks_begun) != then;
}

/*
 * Tell memory failure of @page again, which it has counted already.  It marks the
 * folio, which then goes into the pool but to nobody.
 */
static void report(struct page *page)
{
	unsigned long pfn = page_to_pfn(page);

	pr_info("HugeTLB: %#lx failed on its way into a pool\n", pfn);
	num_poisoned_pages_sub(pfn, 1);
	/* If it was not simulated, that has been noted. */
	memory_failure(pfn, MF_SW_SIMULATED);
}

/* @page is a head that memory failure has found: it keeps a list there. */
static bool noted(struct page *page)
{
	return PageHead(page) && ((struct folio *)page)->_hugetlb_hwpoison;
}

/**
 * hugetlb_poison_report_folio - report what is marked of a folio again
 * @folio:	compound, with a struct page for each page
 *
 * Context: Process context, the folio not in its pool yet.
 */
void hugetlb_poison_report_folio(struct folio *folio)
{
	unsigned long i, nr = folio_nr_pages(folio);

	for (i = 0; i < nr; i++) {
		struct page *page = folio_page(folio, i);

		if (PageHWPoison(page) && !noted(page)) {
			ClearPageHWPoison(page);
			report(page);
		}
	}
}

/**
 * hugetlb_poison_report_since - report what of a folio was marked meanwhile
 * @folio:	as for hugetlb_poison_report_folio(), a HugeTLB page already; or NULL
 * @then:	from hugetlb_poison_now(), before it was allocated
 *
 * For the serial path, which goes on where memory failure took pages away.
 *
 * Context: Process context, the folio not in its pool yet.
 */
void hugetlb_poison_report_since(struct folio *folio, unsigned long then)
{
	if (!folio)
		return;
	/* Memory failure that has not seen a HugeTLB page sets its mark now. */
	hugetlb_poison_hold();
	hugetlb_poison_go_on();
	if (unlikely(hugetlb_poison_since(then)))
		hugetlb_poison_report_folio(folio);
}

/**
 * hugetlb_poison_report_freed - report what is marked in struct pages that go
 * @pages:	what mapped struct pages before HVO remapped them, by page->lru;
 *		page_private() is where in the memory map that was
 *
 * Context: Process context, after the TLB was flushed.  The folios are not in
 * their pool yet.
 */
void hugetlb_poison_report_freed(struct list_head *pages)
{
	struct page *freed;
	unsigned int i;

	list_for_each_entry(freed, pages, lru) {
		struct page *old = page_to_virt(freed);
		struct page *page = (struct page *)page_private(freed);

		for (i = 0; i < PAGE_SIZE / sizeof(*old); i++, old++, page++) {
			if (!PageHWPoison(old) || noted(old))
				continue;
			/* Copied with those that stay. */
			if (PageHWPoison(page))
				ClearPageHWPoison(page);
			report(page);
		}
	}
}
