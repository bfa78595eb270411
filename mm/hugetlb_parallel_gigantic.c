// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: gigantic pages at boot.
 *
 * The serial path takes them from memblock one at a time, which leaves two
 * reserved regions for each: one for its first 4 KB, where the page is
 * remembered, and one for the rest.  All later allocations from memblock and
 * the initialization of struct pages walk these regions, so the time to boot
 * grows with the square of their number.
 *
 * Here, each node's share is worked out first, then reserved as the fewest
 * runs of pages that serve it, with one region each.  What must be remembered
 * lies in a table, so no page is written to.
 *
 * See Documentation/mm/hugetlb_parallel.rst.
 */
#define pr_fmt(fmt) "HugeTLB: " fmt

#include <linux/hugetlb.h>
#include <linux/kexec_handover.h>
#include <linux/memblock.h>
#include <linux/math64.h>
#include <linux/mm.h>
#include <linux/sched/clock.h>

#include "internal.h"
#include "mm_init.h"
#include "hugetlb_cma.h"
#include "hugetlb_internal.h"
#include "hugetlb_parallel_internal.h"
#include "hugetlb_vmemmap.h"

/* As many as memblock has regions of memory before it must make room for more. */
#define FIRST_RUNS	128

/**
 * struct gigantic_run - pages side by side
 * @h:		their hstate
 * @base:	where the first one begins
 * @nr:		how many
 * @nid:	their node
 * @crossing:	one page that lies in two zones
 */
struct gigantic_run {
	struct hstate *h;
	phys_addr_t base;
	unsigned long nr;
	int nid;
	bool crossing;
};

/**
 * struct gigantic_share - what one node gives
 * @left:	free pages not taken yet, of those found so far
 * @pages:	pages that are taken
 * @dry:	there are no more than those found
 *
 * Memory is searched from its end.
 */
struct gigantic_share {
	struct gigantic_run left;
	unsigned long pages;
	bool dry;
};

static struct gigantic_run first_runs[FIRST_RUNS] __initdata;
static struct gigantic_run *runs __initdata = first_runs;
static unsigned long nr_runs __initdata;
static unsigned long max_runs __initdata = FIRST_RUNS;

static struct gigantic_share shares[MAX_NUMNODES] __initdata;

/**
 * struct gigantic_boot - what the boot does for one pool
 * @asked:	pages to reserve
 * @dry:	nodes that had fewer than were to be taken from them
 * @reserving:	ns it took to reserve them
 * @optimizing:	ns it took to map their struct pages with HVO
 * @gather:	ns that putting them into the pool took, of all who did it
 * @optimize:	ns of this for HVO
 */
struct gigantic_boot {
	unsigned long asked;
	nodemask_t dry;
	u64 reserving;
	u64 optimizing;
	atomic64_t gather;
	atomic64_t optimize;
};

static struct gigantic_boot boots[HUGE_MAX_HSTATE] __initdata;

/* The pool whose pages are being reserved, and since when. */
static struct gigantic_boot *reserving __initdata;
static u64 reserving_since __initdata;

/* When the pages from memblock began to get into their pools. */
static u64 gather_began __initdata;
static DEFINE_SPINLOCK(gather_lock);

/* The pages to put into the pools once struct pages can be had. */
static struct huge_bootmem_page *table __initdata;
static unsigned long table_size __initdata;

static struct gigantic_boot * __init boot_of(struct hstate *h)
{
	return &boots[hstate_index(h)];
}

/* The time from now on is spent on @boot, or on none. */
static void __init reserve_for(struct gigantic_boot *boot)
{
	u64 now = local_clock();

	if (reserving)
		reserving->reserving += now - reserving_since;
	reserving = boot;
	reserving_since = now;
}

/* What is left of @run is below @end: look there for what a page can take. */
static bool __init find_in_range(struct gigantic_run *run, phys_addr_t start,
				 phys_addr_t end)
{
	phys_addr_t size = huge_page_size(run->h);

	/* The first page frame is never given away. */
	start = round_up(max_t(phys_addr_t, start, PAGE_SIZE), size);
	end = round_down(end, size);

	/* Pages may be preserved over kexec, which scratch areas are not. */
	while (end > start && kho_scratch_overlap(end - size, size))
		end -= size;
	if (end <= start)
		return false;
	if (kho_scratch_overlap(start, end - start)) {
		phys_addr_t low = end - size;

		while (low > start && !kho_scratch_overlap(low - size, size))
			low -= size;
		start = low;
	}

	run->base = start;
	run->nr = div64_u64(end - start, size);
	return true;
}

/* The highest run of free pages of @run's node below @end. */
static bool __init find_run(struct gigantic_run *run, phys_addr_t end)
{
	phys_addr_t this_start, this_end;
	u64 i;

	for_each_free_mem_range_reverse(i, run->nid, memblock_hugetlb_flags(),
					&this_start, &this_end, NULL)
		if (find_in_range(run, this_start, min(this_end, end)))
			return true;
	return false;
}

/* Whether node @nid has another page to give. */
static bool __init have_page(struct hstate *h, int nid)
{
	struct gigantic_share *share = &shares[nid];
	struct gigantic_run *left = &share->left;

	if (left->nr)
		return true;
	if (!share->dry)
		share->dry = !find_run(left, left->base);
	return !share->dry;
}

/*
 * The serial path asks the nodes in turn, and whenever one of them has nothing
 * left, takes what is highest in memory wherever it is.
 */
static int __init next_giver(struct hstate *h)
{
	int nid, found = NUMA_NO_NODE;
	phys_addr_t end, highest = 0;

	nid = hstate_next_node_to_alloc(&h->next_nid_to_alloc,
					&hugetlb_bootmem_nodes);
	if (have_page(h, nid))
		return nid;
	node_set(nid, boot_of(h)->dry);

	for_each_node_mask(nid, hugetlb_bootmem_nodes) {
		if (!have_page(h, nid))
			continue;
		end = shares[nid].left.base +
		      shares[nid].left.nr * huge_page_size(h);
		if (end > highest) {
			highest = end;
			found = nid;
		}
	}
	return found;
}

static void __init plan_shares(struct hstate *h, unsigned long pages)
{
	int nid;

	for_each_node_mask(nid, hugetlb_bootmem_nodes) {
		shares[nid] = (struct gigantic_share) {
			.left = {
				.h = h,
				.nid = nid,
				.base = memblock_get_current_limit(),
			},
		};
	}

	while (pages--) {
		nid = next_giver(h);
		if (nid == NUMA_NO_NODE)
			break;
		shares[nid].left.nr--;
		shares[nid].pages++;
	}
}

static bool __init more_runs(void)
{
	struct gigantic_run *more;

	more = memblock_alloc(2 * max_runs * sizeof(*more), SMP_CACHE_BYTES);
	if (!more)
		return false;
	memcpy(more, runs, nr_runs * sizeof(*more));
	if (runs != first_runs)
		memblock_free(runs, max_runs * sizeof(*runs));
	runs = more;
	max_runs *= 2;
	return true;
}

/* Returns how many of the run's pages are reserved: all or none. */
static unsigned long __init reserve_run(const struct gigantic_run *run)
{
	if (nr_runs == max_runs && !more_runs())
		return 0;
	if (memblock_reserve_hugetlb(run->base,
				     run->nr * huge_page_size(run->h),
				     run->nid))
		return 0;
	runs[nr_runs++] = *run;
	return run->nr;
}

static bool __init crosses_zones(struct hstate *h, phys_addr_t base, int nid)
{
	return pfn_range_intersects_zones(nid, PHYS_PFN(base),
					  pages_per_huge_page(h));
}

/* Reserve the pages of @run from its end, those that cross zones by themselves. */
static unsigned long __init reserve_pages(struct gigantic_run run)
{
	phys_addr_t size = huge_page_size(run.h);
	unsigned long done = 0, got, left = run.nr;
	phys_addr_t base = run.base;

	while (left) {
		run.crossing = crosses_zones(run.h, base + (left - 1) * size,
					     run.nid);
		for (run.nr = 1; !run.crossing && run.nr < left; run.nr++)
			if (crosses_zones(run.h,
					  base + (left - run.nr - 1) * size,
					  run.nid))
				break;
		run.base = base + (left - run.nr) * size;
		got = reserve_run(&run);
		if (!got)
			break;
		done += got;
		left -= got;
	}
	return done;
}

static unsigned long __init reserve_on_node(struct hstate *h, int nid,
					    unsigned long pages)
{
	struct gigantic_run run = {
		.h = h,
		.nid = nid,
		.base = memblock_get_current_limit(),
	};
	unsigned long done = 0, want, got;

	while (done < pages && find_run(&run, run.base)) {
		want = min(run.nr, pages - done);
		run.base += (run.nr - want) * huge_page_size(h);
		run.nr = want;
		got = reserve_pages(run);
		done += got;
		if (got < want)
			break;
	}
	if (done < pages)
		node_set(nid, boot_of(h)->dry);
	return done;
}

/**
 * hugetlb_parallel_reserve - reserve gigantic pages for a pool
 * @h:		pool
 * @nid:	node to take them from, NUMA_NO_NODE to take turns
 * @pages:	how many
 *
 * The pages are those that the serial path would have taken.  What it leaves
 * undone, the serial path does, and that is all where pages do not come from
 * the upper end of memblock's free memory.
 *
 * Context: Early boot, memblock is the only allocator.
 * Return: the number of pages that are reserved, those that cross zones and are
 * yet to be given back included.
 */
unsigned long __init hugetlb_parallel_reserve(struct hstate *h, int nid,
					      unsigned long pages)
{
	unsigned long done = 0;

	boot_of(h)->asked += pages;
	reserve_for(boot_of(h));
	if (arch_has_huge_bootmem_alloc() || hugetlb_early_cma(h) ||
	    memblock_bottom_up())
		return 0;

	if (nid != NUMA_NO_NODE)
		return reserve_on_node(h, nid, pages);

	plan_shares(h, pages);
	for_each_node_mask(nid, hugetlb_bootmem_nodes)
		done += reserve_on_node(h, nid, shares[nid].pages);
	return done;
}

/**
 * hugetlb_parallel_free_cross_zone - give back pages that lie in two zones
 * @h:		their hstate
 * @nid:	their node
 *
 * Context: Early boot, after hugetlb_parallel_reserve().
 * Return: how many there were.
 */
unsigned long __init hugetlb_parallel_free_cross_zone(struct hstate *h, int nid)
{
	unsigned long i, freed = 0;

	for (i = 0; i < nr_runs; i++) {
		struct gigantic_run *run = &runs[i];

		if (!run->crossing || !run->nr || run->h != h || run->nid != nid)
			continue;
		memblock_phys_free(run->base, huge_page_size(h));
		run->nr = 0;
		freed++;
	}
	return freed;
}

/**
 * hugetlb_parallel_reserved - remember the pages that were reserved
 *
 * Only now, when all sizes have theirs: the table could take the place of a page.
 *
 * Context: Early boot, after hugetlb_parallel_reserve() for all pools.
 */
void __init hugetlb_parallel_reserved(void)
{
	struct huge_bootmem_page *m;
	unsigned long i, n, pages = 0;

	reserve_for(NULL);
	for (i = 0; i < nr_runs; i++)
		pages += runs[i].nr;
	if (!pages)
		return;

	table_size = PAGE_ALIGN(pages * sizeof(*m));
	table = memblock_alloc_or_panic(table_size, PAGE_SIZE);
	m = table;
	for (i = 0; i < nr_runs; i++) {
		const struct gigantic_run *run = &runs[i];

		for (n = run->nr; n; n--, m++) {
			m->hstate = run->h;
			m->flags = HUGE_BOOTMEM_ZONES_VALID | HUGE_BOOTMEM_TABLE;
			m->paddr = run->base + (n - 1) * huge_page_size(run->h);
			list_add_tail(&m->list, &huge_boot_pages[run->nid]);
		}
	}

	if (runs != first_runs)
		memblock_free(runs, max_runs * sizeof(*runs));
	nr_runs = 0;
}

static enum zone_type __init zone_of(unsigned long pfn, int nid)
{
	struct zone *zones = NODE_DATA(nid)->node_zones;
	enum zone_type i;

	for (i = 0; i < MAX_NR_ZONES - 1; i++)
		if (zone_spans_pfn(&zones[i], pfn))
			break;
	return i;
}

/**
 * hugetlb_bootmem_head - the first struct page of a page from memblock
 * @m:		the page
 * @nid:	its node
 *
 * Memblock initializes no struct page of those that hugetlb_parallel_reserve()
 * has taken.
 *
 * Context: Boot, before @m gets into its pool.
 * Return: the struct page, initialized, with one reference.
 */
struct page * __init hugetlb_bootmem_head(const struct huge_bootmem_page *m,
					  int nid)
{
	unsigned long pfn = PHYS_PFN(hugetlb_bootmem_paddr(m));
	struct page *head = pfn_to_page(pfn);

	if (m->flags & HUGE_BOOTMEM_TABLE)
		__init_single_page(head, pfn, zone_of(pfn, nid), nid);
	return head;
}

/**
 * hugetlb_parallel_optimized_early - time went into HVO before there is a pool
 * @order:	order of the pages
 * @ns:		how much
 *
 * Context: Early boot, one CPU.
 */
void __init hugetlb_parallel_optimized_early(unsigned int order, u64 ns)
{
	struct hstate *h = size_to_hstate(PAGE_SIZE << order);

	if (h)
		boot_of(h)->optimizing += ns;
}

/**
 * hugetlb_parallel_optimize_bootmem - HVO for pages from memblock
 * @h:		their hstate
 * @folios:	the pages
 *
 * Context: Boot, process context.
 */
void __init hugetlb_parallel_optimize_bootmem(struct hstate *h,
					      struct list_head *folios)
{
	u64 began = local_clock();

	/* It would flush the TLB of all CPUs for nothing. */
	if (list_empty(folios) || !hugetlb_parallel_hvo(h))
		return;
	hugetlb_vmemmap_optimize_bootmem_folios(h, folios);
	atomic64_add(local_clock() - began, &boot_of(h)->optimize);
}

/* Put pages of one hstate into its pool. */
static void __init gather_pages(struct hstate *h, struct list_head *pages,
				int nid)
{
	u64 began = local_clock();

	hugetlb_parallel_gather_bootmem(pages, nid);
	atomic64_add(local_clock() - began, &boot_of(h)->gather);
}

/* Move up to @max pages of @h to @pages. */
static unsigned long __init take_pages(struct hstate *h, unsigned long max,
				       struct list_head *from,
				       struct list_head *pages)
{
	struct huge_bootmem_page *m, *next;
	unsigned long taken = 0;

	spin_lock(&gather_lock);
	list_for_each_entry_safe(m, next, from, list) {
		if (taken == max)
			break;
		if (m->hstate != h)
			continue;
		list_move_tail(&m->list, pages);
		taken++;
	}
	spin_unlock(&gather_lock);
	return taken;
}

static unsigned long __init gather_chunk(struct hstate *h, int nid,
					 unsigned long pages)
{
	LIST_HEAD(list);

	pages = take_pages(h, pages, &huge_boot_pages[nid], &list);
	if (pages)
		gather_pages(h, &list, nid);
	return pages;
}

/**
 * hugetlb_parallel_gather_node - put a node's pages from memblock into pools
 * @nid:	the node
 *
 * Context: Boot, process context.
 */
void __init hugetlb_parallel_gather_node(unsigned long nid)
{
	struct list_head *pages = &huge_boot_pages[nid];
	struct huge_bootmem_page *m;
	struct hstate *h;

	while (!list_empty(pages)) {
		LIST_HEAD(list);

		m = list_first_entry(pages, struct huge_bootmem_page, list);
		h = m->hstate;
		take_pages(h, ULONG_MAX, pages, &list);
		gather_pages(h, &list, nid);
	}
}

/* How many pages of @h there are, by node. */
static void __init count_pages(struct hstate *h, unsigned long *pages)
{
	struct huge_bootmem_page *m;
	int nid;

	for_each_node(nid) {
		pages[nid] = 0;
		list_for_each_entry(m, &huge_boot_pages[nid], list)
			pages[nid] += m->hstate == h;
	}
}

/**
 * hugetlb_parallel_gather - put all pages from memblock into pools
 * @threads:	hugepage_alloc_threads=, 0 if not given
 *
 * Context: Boot, after all other struct pages are initialized.
 * Return: true if all are there, false if the serial path shall go on.
 */
bool __init hugetlb_parallel_gather(unsigned long threads)
{
	static unsigned long pages[MAX_NUMNODES] __initdata;
	struct hstate *h;
	int nid;

	gather_began = local_clock();
	for_each_hstate(h) {
		struct gigantic_boot *boot = boot_of(h);

		if (!boot->asked)
			continue;
		hugetlb_resize_begin_gigantic(h, boot->asked,
					      boot->reserving + boot->optimizing);
		/* They count in their zone, which takes one thread at a time. */
		if (hugetlb_early_cma(h))
			continue;
		count_pages(h, pages);
		hugetlb_parallel_gather_pool(h, pages, threads, gather_chunk);
	}

	for_each_node(nid)
		if (!list_empty(&huge_boot_pages[nid]))
			return false;
	return true;
}

/* Complete the record of a pool of which all pages are there. */
static void __init end_boot(struct hstate *h, u64 elapsed, u64 all)
{
	struct gigantic_boot *boot = boot_of(h);
	struct hugetlb_resize *r = hugetlb_resize_current(h);
	u64 gather = atomic64_read(&boot->gather), optimizing = 0;
	int nid;

	if (!r)
		return;

	/* Several were at it at once: share the time that passed. */
	if (gather) {
		elapsed = mul_u64_u64_div_u64(elapsed, gather, all);
		optimizing = mul_u64_u64_div_u64(elapsed,
						 atomic64_read(&boot->optimize),
						 gather);
	} else {
		elapsed = 0;
	}
	r->phased = true;
	r->reserving = boot->reserving;
	r->optimizing = boot->optimizing + optimizing;
	r->initializing = elapsed - optimizing;
	for_each_node_mask(nid, boot->dry)
		r->nodes[nid].failures = 1;
	hugetlb_resize_end(h);
	/* It comes from a clock that may yet count ticks. */
	r->elapsed = max_t(u64, r->elapsed,
			   r->reserving + r->initializing + r->optimizing);
	hugetlb_resize_publish(h);
}

/**
 * hugetlb_parallel_gathered - all pages from memblock are in their pools
 *
 * Context: Boot.
 */
void __init hugetlb_parallel_gathered(void)
{
	u64 elapsed = local_clock() - gather_began, all = 0;
	struct hstate *h;

	for_each_hstate(h)
		all += atomic64_read(&boot_of(h)->gather);
	for_each_hstate(h)
		if (boot_of(h)->asked)
			end_boot(h, elapsed, all);
	memblock_free(table, table_size);
}
