// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: struct pages that HVO gives and takes.
 *
 * mm/hugetlb_vmemmap.c starts from whole compound pages and ends at them.  In
 * between, a growing pool writes 448 struct pages of every 2 MB page only to
 * free them, and a shrinking one copies 448 compound tails only for the page
 * allocator to turn each into a free page.  Here, what goes away is not written
 * and what comes back is written once, in the state in which it is freed.
 *
 * The mappings that result are those of Documentation/mm/vmemmap_dedup.rst, and
 * so is the order of things: contents first, then the page table, then the TLB,
 * and only then are old pages freed and folios seen by anybody else.
 */
#include <linux/hugetlb.h>
#include <linux/mm.h>
#include <linux/page_owner.h>
#include <linux/pgalloc_tag.h>
#include <linux/pgtable.h>
#include <linux/sched/clock.h>
#include <linux/vmstat.h>

#include <asm/tlbflush.h>

#include "internal.h"
#include "page_alloc.h"
#include "hugetlb_internal.h"
#include "hugetlb_parallel_internal.h"
#include "hugetlb_vmemmap.h"

/* Held while PMDs are split, until the TLB is flushed. */
static DEFINE_MUTEX(split_lock);

/* Held while reserves are recomputed, which is not made for two at a time. */
static DEFINE_MUTEX(reserves_lock);

/* Pages for struct pages are allocated so many at a time. */
#define VMEMMAP_BULK		32

/**
 * hugetlb_prep_bare_folio - make a compound page of which HVO will free most
 * @h:		its hstate
 * @folio:	pages as the allocator gives them without __GFP_COMP
 *
 * Writes the struct pages that stay, and the first one of each page of struct
 * pages that goes, which HVO looks at.  The rest must not be looked at before
 * hugetlb_parallel_optimize_folios().
 *
 * Context: Any; nobody else may know @folio.
 */
void hugetlb_prep_bare_folio(struct hstate *h, struct folio *folio)
{
	unsigned int order = huge_page_order(h);
	unsigned long i, nr = pages_per_huge_page(h);
	struct page *head = &folio->page;

	__folio_set_head(folio);
	for (i = 1; i < HUGETLB_VMEMMAP_RESERVE_PAGES; i++)
		prep_compound_tail(head + i, head, order);
	for (; i < nr; i += HUGETLB_VMEMMAP_RESERVE_PAGES)
		prep_compound_tail(head + i, head, order);
	prep_compound_head(head, order);
}

/* Make a bare folio, or one restored as free pages, a whole compound page. */
static void complete_folio(struct hstate *h, struct folio *folio)
{
	unsigned long i, nr = pages_per_huge_page(h);
	struct page *head = &folio->page;

	for (i = HUGETLB_VMEMMAP_RESERVE_PAGES; i < nr; i++)
		prep_compound_tail(head + i, head, huge_page_order(h));
}

static void adjust_managed(struct page *page, long pages)
{
	mutex_lock(&reserves_lock);
	adjust_managed_page_count(page, pages);
	mutex_unlock(&reserves_lock);
}

/*
 * Pages from memblock have not been the page allocator's so far.  Telling it
 * recomputes the reserves of all zones, so it is told once for each run of them.
 */
static void adopt_pages(struct list_head *pages)
{
	struct page *page, *first = NULL;
	long adopted = 0, run = 0;

	list_for_each_entry(page, pages, lru) {
		if (!PageReserved(page))
			continue;
		if (run && page_zone(first) != page_zone(page)) {
			adjust_managed(first, run);
			run = 0;
		}
		first = page;
		run++;
		adopted++;
		clear_page_tag_ref(page);
		ClearPageReserved(page);
		set_page_count(page, 1);
	}
	if (run)
		adjust_managed(first, run);
	if (adopted) {
		memmap_boot_pages_add(-adopted);
		memmap_pages_add(adopted);
	}
}

/* Free pages of struct pages, many at a time. */
static void free_vmemmap_pages(struct list_head *pages)
{
	struct page *page, *next;
	struct folio_batch batch;
	long freed = 0;

	folio_batch_init(&batch);
	list_for_each_entry_safe(page, next, pages, lru) {
		list_del(&page->lru);
		freed++;
		/* Somebody who looks at pages by number may hold it. */
		if (!put_page_testzero(page))
			continue;
		if (!folio_batch_add(&batch, page_folio(page)))
			free_unref_folios(&batch);
	}
	if (folio_batch_count(&batch))
		free_unref_folios(&batch);
	memmap_pages_add(-freed);
}

/* Who remembers the owners of pages gets them one by one. */
static bool bulk_is_one(void)
{
#ifdef CONFIG_PAGE_OWNER
	return static_branch_unlikely(&page_owner_inited);
#else
	return false;
#endif
}

/*
 * Allocate @nr pages for struct pages, on @nid if they can be had there.  The
 * page allocator has those at hand that were freed last, which are in cache still.
 * With a @gfp that may not reclaim, this ends where memory gets short.
 * Returns how many there are.
 */
static unsigned long alloc_vmemmap_pages(int nid, unsigned long nr, gfp_t gfp,
					 struct list_head *pages)
{
	unsigned long i, n, want, got = 0;

	do {
		struct page *bulk[VMEMMAP_BULK] = {};

		want = min(nr - got, VMEMMAP_BULK);
		n = alloc_pages_bulk_node(gfp, nid, want, bulk);
		for (i = 0; i < n; i++)
			list_add_tail(&bulk[i]->lru, pages);
		got += n;
	} while (got < nr && (n == want || (n && (gfpflags_allow_blocking(gfp) ||
						  bulk_is_one()))));

	memmap_pages_add(got);
	return got;
}

/* Take one of @pages, NULL if there is none. */
static struct page *take_page(struct list_head *pages)
{
	struct page *page = list_first_entry_or_null(pages, struct page, lru);

	if (page)
		list_del(&page->lru);
	return page;
}

static unsigned long vmemmap_start(const struct folio *folio)
{
	return (unsigned long)&folio->page;
}

/* Some of @folio's struct pages are not mapped page by page. */
static bool vmemmap_leaf(struct hstate *h, struct folio *folio)
{
	unsigned long addr = vmemmap_start(folio);
	unsigned long end = addr + hugetlb_vmemmap_size(h);

	for (; addr < end; addr += PMD_SIZE)
		if (pmd_leaf(*pmd_off_k(addr)))
			return true;
	return false;
}

/* Where @folio's struct pages are mapped, NULL if they cannot be remapped. */
static pte_t *vmemmap_ptes(struct hstate *h, struct folio *folio)
{
	pte_t *pte;

	if (vmemmap_leaf(h, folio))
		return NULL;

	pte = virt_to_kpte(vmemmap_start(folio));
	return PageVmemmapSelfHosted(pte_page(ptep_get(pte))) ? NULL : pte;
}

/* The entry of @addr, that of the page before being @pte. */
static pte_t *next_pte(pte_t *pte, unsigned long addr)
{
	return IS_ALIGNED(addr, PMD_SIZE) ? virt_to_kpte(addr) : pte + 1;
}

/*
 * Give @folio's struct pages to @freed, but for a copy of the first ones.
 * Returns whether that is done.
 */
static bool optimize_folio(struct hstate *h, struct folio *folio,
			   struct hugetlb_heads *heads, struct list_head *freed)
{
	unsigned long addr = vmemmap_start(folio);
	unsigned long end = addr + hugetlb_vmemmap_size(h);
	struct page *tail = hugetlb_parallel_vmemmap_tail(h, folio);
	pte_t *pte = vmemmap_ptes(h, folio);
	struct page *head;

	if (!pte || !tail)
		return false;
	head = take_page(&heads->pages);
	if (!head)
		return false;
	heads->nr--;

	/*
	 * Memory failure may come from a tail that is remapped to a head that is
	 * not yet, for its CPU, and mark that.  Of what is no HugeTLB folio it
	 * waits for the end of the forming.
	 */
	spin_lock_irq(&hugetlb_lock);
	__folio_clear_hugetlb(folio);
	spin_unlock_irq(&hugetlb_lock);

	/* Before the copy: until the TLB is flushed, either may be seen. */
	folio_set_hugetlb_vmemmap_optimized(folio);
	copy_page(page_to_virt(head), folio);
	/* The copy must be there before its mapping is. */
	smp_wmb();

	for (;;) {
		struct page *old = pte_page(ptep_get(pte));

		set_pte_at(&init_mm, addr, pte, head ?
			   mk_pte(head, PAGE_KERNEL) :
			   mk_pte(tail, PAGE_KERNEL_RO));
		set_page_private(old, addr);
		list_add(&old->lru, freed);
		head = NULL;
		addr += PAGE_SIZE;
		if (addr == end)
			break;
		pte = next_pte(pte, addr);
	}
	hugetlb_hvo_account(h, folio_nid(folio), 1);
	return true;
}

/* Have @nr pages for heads: from @freed, of the folios before, if it has some. */
static void keep_heads(struct hugetlb_heads *heads, unsigned long nr,
		       struct list_head *freed)
{
	struct page *page;

	while (heads->nr < nr && (page = take_page(freed))) {
		list_add_tail(&page->lru, &heads->pages);
		heads->nr++;
	}
}

/*
 * Optimize as many of @folios as there are heads for, and keep @nr for the next
 * ones.  Returns how many folios that were.
 */
static unsigned long optimize_folios(struct hstate *h, struct list_head *folios,
				     unsigned long nr,
				     struct hugetlb_heads *heads)
{
	unsigned long done = 0;
	struct folio *folio;
	LIST_HEAD(freed);

	hugetlb_poison_hold();
	mmap_read_lock(&init_mm);
	list_for_each_entry(folio, folios, lru)
		if (!folio_test_hugetlb_vmemmap_optimized(folio))
			done += optimize_folio(h, folio, heads, &freed);
	mmap_read_unlock(&init_mm);
	if (done) {
		flush_tlb_all();
		list_for_each_entry(folio, folios, lru)
			if (!folio_test_hugetlb(folio))
				__folio_set_hugetlb(folio);
	}
	hugetlb_poison_go_on();
	if (!done)
		return 0;

	if (unlikely(hugetlb_poison_since(heads->began)))
		hugetlb_poison_report_freed(&freed);
	adopt_pages(&freed);
	keep_heads(heads, nr, &freed);
	free_vmemmap_pages(&freed);
	return done;
}

/**
 * hugetlb_parallel_free_heads - give back the pages kept for folios to come
 * @heads:	from hugetlb_parallel_optimize_folios()
 *
 * Context: Process context.
 */
void hugetlb_parallel_free_heads(struct hugetlb_heads *heads)
{
	free_vmemmap_pages(&heads->pages);
	heads->nr = 0;
}

/**
 * hugetlb_parallel_optimize_folios - free struct pages of bare folios
 * @h:		their hstate
 * @folios:	folios from hugetlb_prep_bare_folio(), or whole ones, all of one
 *		node
 * @nr:		how many
 * @heads:	pages for the struct pages that stay; as many are left in it for
 *		the next folios of the node, from those that are freed here: in
 *		cache, side by side, and of no huge page to come
 *
 * A folio that cannot be optimized is completed instead.
 *
 * Context: Process context; nobody else may know the folios.  May sleep.
 */
void hugetlb_parallel_optimize_folios(struct hstate *h,
				      struct list_head *folios,
				      unsigned long nr,
				      struct hugetlb_heads *heads)
{
	unsigned long done, left = nr;
	struct folio *folio;
	bool split = false;

	/* Under the lock: what another worker has split, it has flushed. */
	mutex_lock(&split_lock);
	list_for_each_entry(folio, folios, lru) {
		if (!vmemmap_leaf(h, folio))
			continue;
		/* What is freed below may let it succeed then. */
		if (hugetlb_parallel_split_vmemmap(h, folio) == -ENOMEM)
			break;
		split = true;
	}
	if (split)
		flush_tlb_all();
	mutex_unlock(&split_lock);

	/*
	 * One page to begin with; what the first folios free serves the next
	 * ones.  More of them would lie in memory that is to be huge pages, or
	 * not be there where memory ends.
	 */
	folio = list_first_entry(folios, struct folio, lru);
	if (!heads->nr)
		heads->nr = alloc_vmemmap_pages(folio_nid(folio), 1, GFP_KERNEL,
						&heads->pages);
	do {
		done = optimize_folios(h, folios, nr, heads);
		left -= done;
	} while (done && left);

	list_for_each_entry(folio, folios, lru) {
		if (folio_test_hugetlb_vmemmap_optimized(folio))
			continue;
		hugetlb_poison_hold();
		complete_folio(h, folio);
		hugetlb_poison_go_on();
		if (unlikely(hugetlb_poison_since(heads->began)))
			hugetlb_poison_report_folio(folio);
		hugetlb_vmemmap_optimize_folio(h, folio);
	}
}

/*
 * Make @template a page full of struct pages of free pages, from the tail page
 * that all optimized folios of the zone share.  They are equal but for what makes
 * them tails.
 */
static void make_template(struct page *template, struct folio *folio)
{
	pte_t *pte = virt_to_kpte(vmemmap_start(folio) +
				  HUGETLB_VMEMMAP_RESERVE_SIZE);
	struct page *p = page_to_virt(template);
	int i;

	copy_page(p, page_to_virt(pte_page(ptep_get(pte))));
	for (i = 0; i < HUGETLB_VMEMMAP_RESERVE_PAGES; i++) {
		p[i].mapping = NULL;
		clear_compound_head(p + i);
	}
}

/* Pages of struct pages that HVO has freed of one folio. */
static unsigned long freed_pages(struct hstate *h)
{
	return (hugetlb_vmemmap_size(h) - HUGETLB_VMEMMAP_RESERVE_SIZE) >>
		PAGE_SHIFT;
}

/* Give @folio its struct pages back, in the state of @template. */
static void restore_folio(struct hstate *h, struct folio *folio,
			  struct page *template, struct list_head *pages)
{
	unsigned long start = vmemmap_start(folio) + HUGETLB_VMEMMAP_RESERVE_SIZE;
	unsigned long i, nr = freed_pages(h);
	pte_t *pte = virt_to_kpte(start - PAGE_SIZE);

	for (i = 0; i < nr; i++) {
		unsigned long addr = start + i * PAGE_SIZE;
		struct page *page = take_page(pages);

		copy_page(page_to_virt(page), page_to_virt(template));
		/* The contents must be there before their mapping is. */
		smp_wmb();
		pte = next_pte(pte, addr);
		set_pte_at(&init_mm, addr, pte, mk_pte(page, PAGE_KERNEL));
	}
	folio_clear_hugetlb_vmemmap_optimized(folio);
	hugetlb_hvo_account(h, folio_nid(folio), -1);
}

/*
 * Move folios to @restored, as many as there is memory for without leaving others
 * short of it, but one if it can be had at all: what that one frees helps the next.
 * They are all of one node but may be of several zones, each with a tail page of
 * its own.  Returns how many.
 */
static unsigned long restore_folios(struct hstate *h, struct list_head *folios,
				    struct list_head *restored)
{
	unsigned long left, need = freed_pages(h), done = 0;
	int nid = folio_nid(list_first_entry(folios, struct folio, lru));
	struct zone *zone = NULL;
	struct folio *folio, *next;
	struct page *template;
	LIST_HEAD(pages);

	left = alloc_vmemmap_pages(nid, need + 1,
				   GFP_KERNEL | __GFP_RETRY_MAYFAIL |
				   __GFP_NOWARN, &pages);
	template = take_page(&pages);
	if (!template)
		return 0;

	mmap_read_lock(&init_mm);
	list_for_each_entry_safe(folio, next, folios, lru) {
		if (!folio_test_hugetlb_vmemmap_optimized(folio) ||
		    hugetlb_folio_special(folio))
			continue;
		if (left <= need)
			left += alloc_vmemmap_pages(nid, VMEMMAP_BULK,
						    GFP_NOWAIT | __GFP_NOWARN,
						    &pages);
		if (left <= need)
			break;
		if (folio_zone(folio) != zone) {
			make_template(template, folio);
			zone = folio_zone(folio);
		}
		restore_folio(h, folio, template, &pages);
		left -= need;
		list_move(&folio->lru, restored);
		done++;
	}
	mmap_read_unlock(&init_mm);

	list_add(&template->lru, &pages);
	free_vmemmap_pages(&pages);
	return done;
}

/**
 * hugetlb_parallel_restore_folios - give folios back what HVO freed
 * @h:		their hstate
 * @folios:	folios that remove_hugetlb_folio() took out of the pool, all of one
 *		node
 * @batch:	most folios for which hugetlb_lock is held at a time
 * @restored:	takes those that are ready to be freed; all but the struct pages
 *		that HVO leaves are those of free pages already
 *
 * What is not optimized, poisoned, from CMA, or cannot be restored stays in
 * @folios.  Where memory is short it may take several calls, and @restored must
 * be freed before the next one.
 *
 * Context: Process context.  May sleep.
 * Return: the number of folios moved to @restored, and of those that were found
 * to be poisoned meanwhile.
 */
unsigned long hugetlb_parallel_restore_folios(struct hstate *h,
					      struct list_head *folios,
					      unsigned long batch,
					      struct list_head *restored)
{
	unsigned long done, cleared = 0;
	struct folio *folio, *next;

	if (list_empty(folios))
		return 0;

	done = restore_folios(h, folios, restored);
	if (!done)
		return 0;
	flush_tlb_all();

	/* Memory failure looks at the flag under the lock. */
	spin_lock_irq(&hugetlb_lock);
	list_for_each_entry(folio, restored, lru) {
		__folio_clear_hugetlb(folio);
		if (++cleared % batch == 0) {
			spin_unlock_irq(&hugetlb_lock);
			cond_resched();
			spin_lock_irq(&hugetlb_lock);
		}
	}
	spin_unlock_irq(&hugetlb_lock);

	/* It may have struck since: the serial path knows what to do. */
	list_for_each_entry_safe(folio, next, restored, lru) {
		if (likely(!folio_test_hwpoison(folio)))
			continue;
		complete_folio(h, folio);
		list_move(&folio->lru, folios);
	}
	return done;
}

/**
 * hugetlb_parallel_populate_hvo - map the struct pages of a gigantic page at boot
 * @addr:	where they begin
 * @end:	where they end
 * @order:	order of the page
 * @node:	node to take memory from
 * @tail:	a page of struct pages of tails, for all but the first ones
 * @headsize:	bytes at the beginning that are not shared
 *
 * There are thousands of pages to map: page tables are looked up once for each
 * table, not for each of its entries.
 *
 * Context: Boot, before anybody looks at these struct pages.
 * Return: 0, -ENOMEM without memory.
 */
int __ref hugetlb_parallel_populate_hvo(unsigned long addr, unsigned long end,
					unsigned int order, int node,
					struct page *tail,
					unsigned long headsize)
{
	unsigned long next, head_end = addr + headsize;
	u64 began = local_clock();
	pte_t *pte, entry;

	for (; addr < head_end; addr += PAGE_SIZE)
		if (!hugetlb_parallel_populate(addr, node, NULL))
			return -ENOMEM;

	for (; addr < end; addr = next) {
		next = pmd_addr_end(addr, end);
		pte = hugetlb_parallel_populate(addr, node, tail);
		if (!pte)
			return -ENOMEM;
		entry = ptep_get(pte);
		for (addr += PAGE_SIZE, pte++; addr < next;
		     addr += PAGE_SIZE, pte++)
			if (pte_none(ptep_get(pte)))
				set_pte_at(&init_mm, addr, pte, entry);
	}
	hugetlb_parallel_optimized_early(order, local_clock() - began);
	return 0;
}

/**
 * hugetlb_parallel_wrprotect - make shared struct pages of tails read-only
 * @addr:	where the struct pages of a gigantic page begin
 * @end:	where they end
 * @node:	unused
 * @headsize:	bytes at the beginning that are not shared
 *
 * Context: Boot; nobody else may touch these struct pages.  The caller flushes
 * the TLB.
 */
void hugetlb_parallel_wrprotect(unsigned long addr, unsigned long end,
				int node, unsigned long headsize)
{
	unsigned long next;
	pte_t *pte;

	for (addr += headsize; addr < end; addr = next) {
		next = pmd_addr_end(addr, end);
		for (pte = virt_to_kpte(addr); addr < next;
		     addr += PAGE_SIZE, pte++)
			set_pte_at(&init_mm, addr, pte,
				   pte_wrprotect(ptep_get(pte)));
	}
}
