// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: the engine.
 *
 * One resize is a plan (who does how much), workers and a record.  Workers are
 * bound to nodes and claim chunks of their node's share; one that is done
 * helps other nodes.  A chunk is allocated, optimized and added to the pool,
 * or removed from it, restored and freed, before the next one is claimed: the
 * folios are still in cache, and hugetlb_lock is held for a chunk at most.
 *
 * What the engine leaves undone (a node ran dry, no memory for the plan, a
 * small request, one worker) the serial path does: the engine runs in front of
 * it.
 *
 * See Documentation/mm/hugetlb_parallel.rst.
 */
#include <linux/completion.h>
#include <linux/cpumask.h>
#include <linux/cpuset.h>
#include <linux/hugetlb.h>
#include <linux/kmsan.h>
#include <linux/sched/isolation.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/topology.h>
#include <linux/workqueue.h>
#include <trace/events/hugetlb_parallel.h>
#include <trace/events/kmem.h>

#include "internal.h"
#include "page_alloc.h"
#include "hugetlb_internal.h"
#include "hugetlb_parallel_internal.h"
#include "hugetlb_vmemmap.h"

/*
 * With HVO every chunk ends in TLB flushes that interrupt all CPUs, and in
 * parallel they come from all workers: fewer, larger chunks.
 */
#define HUGETLB_CHUNK_HVO	1024UL

/* Below this the serial path is done before the workers have started. */
#define HUGETLB_PARALLEL_MIN	256UL

/*
 * A page of 1 GB is the work of 512 pages of 2 MB: they are claimed one by one,
 * and two are worth two workers.
 */
#define HUGETLB_CHUNK_GIGANTIC	1UL
#define HUGETLB_GIGANTIC_MIN	2UL

/* At boot most of them have been optimized already, which leaves little to do. */
#define HUGETLB_CHUNK_GATHER	64UL

/*
 * Most workers on a node unless vm.hugetlb_parallel_workers says otherwise:
 * beyond it they wait for the node's zone lock instead of working.
 */
#define HUGETLB_NODE_WORKERS	16U

/*
 * A task of normal priority that shares a CPU with a worker keeps three quarters
 * of it.  Two workers that are left a quarter each have what the writer would
 * have had on the serial path.
 */
#define HUGETLB_WORKER_NICE	5

/**
 * struct hugetlb_job_node - a node's part in a running resize
 * @left:	pages that nobody has claimed yet
 * @done:	pages allocated or freed
 * @failures:	allocations that failed
 * @workers:	workers that claimed some of its pages
 * @elapsed:	ns from the start of the resize until its last worker left it
 * @contig:	gigantic pages: the search for them
 * @lock:	protects @held and @late
 * @held:	pages on their way into the pool (gigantic ones) or out of it, which
 *		go on when all have got so far, or memory runs short
 * @late:	gigantic pages that are left to the serial path
 */
struct hugetlb_job_node {
	atomic_long_t left;
	atomic_long_t done;
	atomic_long_t failures;
	atomic_t workers;
	u64 elapsed;
	struct hugetlb_contig contig;
	spinlock_t lock;	/* of the lists */
	struct list_head held;
	struct list_head late;
} ____cacheline_aligned_in_smp;

struct hugetlb_job;

/**
 * struct hugetlb_worker - one worker of a resize
 * @work:	runs it
 * @job:	the resize
 * @nid:	node whose pages it works on first
 * @served:	nodes whose pages it has claimed
 * @heads:	growing with HVO: kept for the next chunk of the same node
 */
struct hugetlb_worker {
	struct work_struct work;
	struct hugetlb_job *job;
	int nid;
	nodemask_t served;
	struct hugetlb_heads heads;
};

/**
 * struct hugetlb_job - a running resize
 * @h:		pool
 * @grow:	direction
 * @hvo:	struct pages shall be optimized, or some have been
 * @chunk:	pages claimed at a time
 * @stop:	workers shall finish their chunk and go
 * @finishing:	what is held goes into the pool or to the page allocator
 * @target:	shrinking: persistent pages that must stay
 * @demote_to:	the pool that pages which are held go to; NULL when resizing
 * @noretry:	growing: nodes on which the allocator has tried hard and failed
 * @nodes_allowed:	growing: nodes whose memory may be taken
 * @gather:	boot: puts a node's pages from memblock into the pool
 * @began:	start, for durations
 * @running:	workers that have not ended
 * @ended:	all workers have
 * @nr_workers:	length of @workers
 * @workers:	the workers
 * @nodes:	by node id
 * @plan:	by node id
 *
 * Lives while the task that resizes waits for it; workers only see it in
 * between.
 */
struct hugetlb_job {
	struct hstate *h;
	bool grow;
	bool hvo;
	bool stop;
	bool finishing;
	unsigned long chunk;
	unsigned long target;
	struct hstate *demote_to;
	nodemask_t noretry;
	nodemask_t *nodes_allowed;
	hugetlb_gather_fn *gather;
	ktime_t began;
	atomic_t running;
	struct completion ended;
	unsigned int nr_workers;
	struct hugetlb_worker *workers;
	struct hugetlb_job_node *nodes;
	struct hugetlb_plan_node *plan;
};

static struct workqueue_struct *hugetlb_wq __ro_after_init;

/* A node's unbound workers may run on these of its CPUs. */
static unsigned int usable_cpus(int nid)
{
	const struct cpumask *domain, *wq;
	unsigned int cpu, cpus = 0;

	/* Isolated cpuset partitions replace the masks. */
	rcu_read_lock();
	domain = housekeeping_cpumask(HK_TYPE_DOMAIN);
	wq = housekeeping_cpumask(HK_TYPE_WQ);
	for_each_cpu_and(cpu, cpumask_of_node(nid), cpu_online_mask)
		cpus += cpumask_test_cpu(cpu, domain) &&
			cpumask_test_cpu(cpu, wq);
	rcu_read_unlock();

	return cpus;
}

/* The nearest node that has usable CPUs, @nid itself if it can be. */
static int cpu_node(int nid)
{
	int near = nid, distance = INT_MAX, n;

	if (usable_cpus(nid))
		return nid;

	for_each_node_state(n, N_CPU) {
		if (node_distance(nid, n) < distance && usable_cpus(n)) {
			distance = node_distance(nid, n);
			near = n;
		}
	}
	return near;
}

/*
 * How many workers one node gets at most.  While the system runs, half of its
 * CPUs stay with whoever else needs them; at boot nobody does.
 */
static unsigned int node_workers(int nid, bool boot, unsigned int limit)
{
	unsigned int cpus = max(usable_cpus(cpu_node(nid)), 1U);

	if (limit != HUGETLB_WORKERS_AUTO)
		return cpus;
	return min(boot ? cpus : DIV_ROUND_UP(cpus, 2), HUGETLB_NODE_WORKERS);
}

/*
 * How many pages may be freed now: what is above the target, as far as it is
 * free, persistent and not reserved.  Free pages that HVO could not restore
 * are surplus and stay.
 */
static unsigned long removable_pages(struct hstate *h, unsigned long target)
{
	unsigned long persistent = hugetlb_persistent_pages(h);
	unsigned long free = h->free_huge_pages;

	lockdep_assert_held(&hugetlb_lock);

	if (free > persistent)
		free -= min(free, h->surplus_huge_pages);
	if (persistent <= target || free <= h->resv_huge_pages)
		return 0;
	return min(persistent - target, free - h->resv_huge_pages);
}

/* Make a huge page of what the allocator gave without __GFP_COMP. */
static void prep_folio(struct hugetlb_job *job, struct page *page,
		       struct list_head *folios)
{
	struct folio *folio = (struct folio *)page;

	if (job->hvo)
		hugetlb_prep_bare_folio(job->h, folio);
	else
		prep_compound_page(page, huge_page_order(job->h));
	init_new_hugetlb_folio(folio);
	list_add(&folio->lru, folios);
	cond_resched();
}

/*
 * Make huge pages of @blocks.  Those that the kernel, if it checks, finds bad are
 * let go, as by the allocator.  Returns how many that were.
 */
static unsigned long prep_blocks(struct hugetlb_job *job,
				 struct list_head *blocks,
				 struct list_head *folios)
{
	gfp_t gfp = htlb_alloc_mask(job->h) | __GFP_THISNODE;
	unsigned int order = huge_page_order(job->h);
	struct page *block, *next;
	unsigned long bad = 0;

	list_for_each_entry_safe(block, next, blocks, lru) {
		struct page *page, *end = block + (1UL << page_private(block));

		for (page = block; page < end; page += 1UL << order) {
			if (!hugetlb_parallel_prep_range(page, order, gfp)) {
				bad++;
				continue;
			}
			/* The allocator tells of each page. */
			trace_mm_page_alloc(page, order, gfp, MIGRATE_MOVABLE);
			kmsan_alloc_page(page, order, gfp);
			prep_folio(job, page, folios);
		}
	}
	return bad;
}

/* Memory that failed while the pages had no heads, on the serial path an instant. */
static void report_poison(struct hugetlb_worker *worker,
			  struct list_head *folios)
{
	struct folio *folio;

	/* Memory failure that has not seen a HugeTLB page sets its mark now. */
	hugetlb_poison_hold();
	hugetlb_poison_go_on();
	if (likely(!hugetlb_poison_since(worker->heads.began)))
		return;
	list_for_each_entry(folio, folios, lru)
		hugetlb_poison_report_folio(folio);
}

/* Returns how many of @pages were allocated; fewer mean that @nid is dry. */
static unsigned long grow_chunk(struct hugetlb_worker *worker, int nid,
				unsigned long pages)
{
	struct hugetlb_job *job = worker->job;
	struct folio *folio, *next;
	unsigned long done, got, bad;
	LIST_HEAD(blocks);
	LIST_HEAD(fresh);
	LIST_HEAD(folios);

	/*
	 * All are allocated before the first is prepared: that writes to 32 kB of
	 * struct pages each time, after which the allocator would find nothing of
	 * its own in the nearest caches.
	 */
	for (done = 0; done < pages && !READ_ONCE(job->stop); done += got) {
		got = hugetlb_parallel_take_blocks(job->h, nid,
						   min(pages - done, HUGETLB_CHUNK),
						   &blocks);
		if (!got)
			break;
		cond_resched();
	}
	for (; done < pages && !READ_ONCE(job->stop); done++) {
		folio = hugetlb_parallel_alloc_bare(job->h, nid, &job->noretry);
		if (!folio) {
			atomic_long_inc(&job->nodes[nid].failures);
			atomic_long_set(&job->nodes[nid].left, 0);
			break;
		}
		list_add(&folio->lru, &fresh);
		cond_resched();
	}
	bad = prep_blocks(job, &blocks, &folios);
	done -= bad;
	/* The allocator, too, would have gone on to others of this node. */
	if (bad && !atomic_long_read(&job->nodes[nid].failures))
		atomic_long_add(bad, &job->nodes[nid].left);
	list_for_each_entry_safe(folio, next, &fresh, lru)
		prep_folio(job, &folio->page, &folios);

	if (!done)
		return 0;
	if (job->hvo)
		hugetlb_parallel_optimize_folios(job->h, &folios, done,
						 &worker->heads);
	else
		report_poison(worker, &folios);
	hugetlb_parallel_add_folios(job->h, &folios, HUGETLB_CHUNK);
	return done;
}

/* Add @folios to @list, which is one of @node's. */
static void hold(struct hugetlb_job_node *node, struct list_head *folios,
		 struct list_head *list)
{
	spin_lock(&node->lock);
	list_splice_tail_init(folios, list);
	spin_unlock(&node->lock);
}

/*
 * Gigantic pages are all allocated before HVO takes the first small page for
 * itself: it might lie where the last of them could have been.
 */
static unsigned long grow_gigantic(struct hugetlb_worker *worker, int nid)
{
	struct hugetlb_job *job = worker->job;
	struct hugetlb_job_node *node = &job->nodes[nid];
	struct folio *folio;
	LIST_HEAD(folios);

	folio = hugetlb_contig_alloc_folio(&node->contig, job->h, nid, job->hvo,
					   job->nodes_allowed);
	if (!folio) {
		if (!READ_ONCE(job->stop))
			atomic_long_inc(&node->failures);
		atomic_long_set(&node->left, 0);
		return 0;
	}
	init_new_hugetlb_folio(folio);
	list_add(&folio->lru, &folios);
	if (job->hvo) {
		hold(node, &folios, &node->held);
	} else {
		report_poison(worker, &folios);
		hugetlb_parallel_add_folios(job->h, &folios, HUGETLB_CHUNK);
	}
	return 1;
}

/* Take up to @pages free pages of @nid out of the pool, as many as may go now. */
static unsigned long remove_pages(struct hugetlb_job *job, int nid,
				  unsigned long pages, struct list_head *folios)
{
	struct hstate *h = job->h;
	struct list_head *freelist = &h->hugepage_freelists[nid];
	unsigned long done = 0;

	spin_lock_irq(&hugetlb_lock);
	pages = min(pages, removable_pages(h, job->target));
	while (done < pages && !list_empty(freelist)) {
		struct folio *folio = list_first_entry(freelist, struct folio,
						       lru);

		remove_hugetlb_folio(h, folio, false);
		list_add(&folio->lru, folios);
		done++;
	}
	spin_unlock_irq(&hugetlb_lock);

	return done;
}

/*
 * Make @folio free pages, of which the first @nr struct pages are those of a
 * compound page yet.  Taken apart here, in one tight loop, it spares the page
 * allocator a call for each tail.
 */
static void take_apart(struct folio *folio, unsigned long nr)
{
	struct page *head = &folio->page;
	unsigned long i;

	folio->_flags_1 &= ~PAGE_FLAGS_SECOND;
#ifdef NR_PAGES_IN_LARGE_FOLIO
	folio->_nr_pages = 0;
#endif
	for (i = 1; i < nr; i++) {
		head[i].mapping = NULL;
		clear_compound_head(head + i);
	}
	__folio_clear_head(folio);
}

/* Free what was taken apart. */
static void free_parts(struct hstate *h, struct list_head *folios)
{
	struct folio *folio, *next;

	list_for_each_entry_safe(folio, next, folios, lru) {
		list_del(&folio->lru);
		free_frozen_pages(&folio->page, huge_page_order(h));
		cond_resched();
	}
}

/* Free up to @pages of what @node holds.  Returns whether there was some. */
static bool free_held(struct hstate *h, struct hugetlb_job_node *node,
		      unsigned long pages)
{
	LIST_HEAD(folios);

	spin_lock(&node->lock);
	while (pages-- && !list_empty(&node->held))
		list_move(node->held.next, &folios);
	spin_unlock(&node->lock);

	if (list_empty(&folios))
		return false;
	free_parts(h, &folios);
	return true;
}

/* What of @folios is whole and sound is taken apart and moved to @ready. */
static void take_apart_whole(struct hstate *h, struct list_head *folios,
			     struct list_head *ready)
{
	struct folio *folio, *next;

	list_for_each_entry_safe(folio, next, folios, lru) {
		if (folio_test_hugetlb_vmemmap_optimized(folio) ||
		    hugetlb_folio_special(folio))
			continue;
		take_apart(folio, pages_per_huge_page(h));
		list_move(&folio->lru, ready);
		cond_resched();
	}
}

/*
 * Give @folios their struct pages back and hold them: these come from elsewhere
 * and leave no hole in what the pool gives back, as long as there is memory for
 * them.  When there is none, what is held is freed.
 */
static void restore_and_hold(struct hugetlb_job *job, int nid,
			     struct list_head *folios)
{
	struct hugetlb_job_node *node = &job->nodes[nid];
	struct hstate *h = job->h;
	struct folio *folio, *next;
	unsigned long done;
	LIST_HEAD(restored);
	LIST_HEAD(others);

	take_apart_whole(h, folios, &restored);
	hold(node, &restored, &node->held);
	/* What stays for want of memory is told from what stays anyway. */
	list_for_each_entry_safe(folio, next, folios, lru)
		if (hugetlb_folio_special(folio))
			list_move(&folio->lru, &others);
	do {
		done = hugetlb_parallel_restore_folios(h, folios, HUGETLB_CHUNK,
						       &restored);
		list_for_each_entry(folio, &restored, lru)
			take_apart(folio, HUGETLB_VMEMMAP_RESERVE_PAGES);
		hold(node, &restored, &node->held);
	} while (!list_empty(folios) &&
		 (free_held(h, node, ULONG_MAX) || done));
	list_splice(&others, folios);
}

/* Returns how many of @pages were freed; none mean that no more can be. */
static unsigned long shrink_chunk(struct hugetlb_job *job, int nid,
				  unsigned long pages)
{
	struct hstate *h = job->h;
	unsigned long done = 0, got;
	LIST_HEAD(folios);
	LIST_HEAD(ready);

	do {
		got = remove_pages(job, nid, min(pages - done, HUGETLB_CHUNK),
				   &folios);
		done += got;
		cond_resched();
	} while (got && done < pages);

	if (!done) {
		atomic_long_set(&job->nodes[nid].left, 0);
		return 0;
	}

	if (job->hvo) {
		restore_and_hold(job, nid, &folios);
	} else {
		take_apart_whole(h, &folios, &ready);
		free_parts(h, &ready);
	}

	if (!list_empty(&folios))
		hugetlb_parallel_free_folios(h, &folios);
	return done;
}

/*
 * With HVO, all gigantic pages get their struct pages back, 16 MB each, before
 * the first is freed: else these would be taken from where it was.  Returns
 * whether there was one to shrink by.
 */
static unsigned long shrink_gigantic(struct hugetlb_job *job, int nid)
{
	struct hugetlb_job_node *node = &job->nodes[nid];
	struct hstate *h = job->h;
	struct folio *folio;
	LIST_HEAD(restored);
	LIST_HEAD(folios);

	if (!remove_pages(job, nid, 1, &folios)) {
		atomic_long_set(&node->left, 0);
		return 0;
	}
	folio = list_first_entry(&folios, struct folio, lru);
	if (job->hvo)
		hugetlb_parallel_restore_folios(h, &folios, 1, &restored);
	if (!list_empty(&restored)) {
		take_apart(folio, HUGETLB_VMEMMAP_RESERVE_PAGES);
		hold(node, &restored, &node->held);
		return 1;
	}

	/*
	 * There may be memory for it when others have been freed: not for all
	 * workers at once, and not now.
	 */
	if (folio_test_hwpoison(folio) ||
	    (folio_test_hugetlb_vmemmap_optimized(folio) &&
	     (!folio_test_hugetlb_cma(folio) ||
	      hugetlb_vmemmap_restore_folio(h, folio)))) {
		hold(node, &folios, &node->late);
	} else if (folio_test_hugetlb_cma(folio)) {
		hugetlb_parallel_free_folios(h, &folios);
	} else {
		take_apart(folio, pages_per_huge_page(h));
		if (job->hvo)
			hold(node, &folios, &node->held);
		else
			free_parts(h, &folios);
	}
	return 1;
}

/* Do what is left to do for @pages of those that are held. */
static unsigned long finish_chunk(struct hugetlb_worker *worker, int nid,
				  unsigned long pages)
{
	struct hugetlb_job *job = worker->job;
	struct hugetlb_job_node *node = &job->nodes[nid];
	LIST_HEAD(folios);

	if (!job->grow) {
		free_held(job->h, node, pages);
		return pages;
	}

	/* Gigantic ones are claimed one by one. */
	spin_lock(&node->lock);
	list_move(node->held.next, &folios);
	spin_unlock(&node->lock);

	if (job->demote_to) {
		hugetlb_demote_folio(job->h, job->demote_to, &folios, job->hvo,
				     &worker->heads);
		hold(node, &folios, &node->late);
	} else {
		hugetlb_parallel_optimize_folios(job->h, &folios, 1,
						 &worker->heads);
		hugetlb_parallel_add_folios(job->h, &folios, HUGETLB_CHUNK);
	}
	return 1;
}

/* Returns how many of @pages were allocated or freed. */
static unsigned long do_chunk(struct hugetlb_worker *worker, int nid,
			      unsigned long pages)
{
	struct hugetlb_job *job = worker->job;

	if (job->gather)
		return job->gather(job->h, nid, pages);
	if (job->finishing)
		return finish_chunk(worker, nid, pages);
	if (hstate_is_gigantic(job->h))
		return job->grow ? grow_gigantic(worker, nid) :
				   shrink_gigantic(job, nid);
	return job->grow ? grow_chunk(worker, nid, pages) :
			   shrink_chunk(job, nid, pages);
}

/* The last worker to leave a node has the last word. */
static void leave_node(struct hugetlb_job *job, int nid)
{
	WRITE_ONCE(job->nodes[nid].elapsed,
		   ktime_to_ns(ktime_sub(ktime_get(), job->began)));
}

/* Claim up to a chunk of @nid's pages, 0 if none are left. */
static unsigned long claim(struct hugetlb_job *job, int nid)
{
	atomic_long_t *left = &job->nodes[nid].left;
	long pages, have = atomic_long_read(left);

	do {
		pages = min_t(long, have, job->chunk);
		if (pages <= 0)
			return 0;
	} while (!atomic_long_try_cmpxchg(left, &have, have - pages));

	return pages;
}

/* The node with most work left, NUMA_NO_NODE if all is claimed. */
static int busiest_node(struct hugetlb_job *job)
{
	int nid, found = NUMA_NO_NODE;
	long left, most = 0;

	for_each_node(nid) {
		left = atomic_long_read(&job->nodes[nid].left);
		if (left > most) {
			most = left;
			found = nid;
		}
	}
	return found;
}

static void hugetlb_worker_fn(struct work_struct *work)
{
	struct hugetlb_worker *worker =
		container_of(work, struct hugetlb_worker, work);
	struct hugetlb_job *job = worker->job;
	int nid = worker->nid;

	while (nid != NUMA_NO_NODE && !READ_ONCE(job->stop)) {
		struct hugetlb_job_node *node = &job->nodes[nid];
		unsigned long pages, done;

		pages = claim(job, nid);
		if (!pages) {
			if (node_isset(nid, worker->served))
				leave_node(job, nid);
			hugetlb_parallel_free_heads(&worker->heads);
			nid = busiest_node(job);
			continue;
		}

		if (!node_test_and_set(nid, worker->served))
			atomic_inc(&node->workers);

		done = do_chunk(worker, nid, pages);
		if (!job->finishing) {
			atomic_long_add(done, &node->done);
			trace_hugetlb_parallel_chunk(huge_page_order(job->h),
						     job->grow, nid, pages, done);
		}
		cond_resched();
	}

	if (nid != NUMA_NO_NODE)
		leave_node(job, nid);
	hugetlb_parallel_free_heads(&worker->heads);
	if (atomic_dec_and_test(&job->running))
		complete(&job->ended);
}

static void job_free(struct hugetlb_job *job)
{
	if (!job)
		return;
	kvfree(job->workers);
	kvfree(job->nodes);
	kvfree(job->plan);
	kfree(job);
}

static struct hugetlb_job *job_alloc(struct hstate *h, bool grow)
{
	gfp_t gfp = GFP_KERNEL | __GFP_NOWARN;
	struct hugetlb_job *job = kzalloc(sizeof(*job), gfp);
	int nid;

	if (!job)
		return NULL;

	job->h = h;
	job->grow = grow;
	job->nodes = kvcalloc(nr_node_ids, sizeof(*job->nodes), gfp);
	job->plan = kvcalloc(nr_node_ids, sizeof(*job->plan), gfp);
	if (!job->nodes || !job->plan) {
		job_free(job);
		return NULL;
	}
	for_each_node(nid) {
		hugetlb_contig_init(&job->nodes[nid].contig, h, &job->stop);
		spin_lock_init(&job->nodes[nid].lock);
		INIT_LIST_HEAD(&job->nodes[nid].held);
		INIT_LIST_HEAD(&job->nodes[nid].late);
	}
	return job;
}

/*
 * Get workers for the pages that the plan gave each node, whether or not its
 * memory is still there.
 */
static bool job_staff(struct hugetlb_job *job, bool boot, unsigned int limit)
{
	bool gigantic = hstate_is_gigantic(job->h);
	unsigned int i = 0, n, most = 0;
	unsigned long pages = 0;
	nodemask_t counted = NODE_MASK_NONE;
	unsigned long began = hugetlb_poison_now();
	int nid;

	for_each_node(nid) {
		struct hugetlb_plan_node *plan = &job->plan[nid];

		pages += plan->pages;
		if (!plan->pages)
			continue;
		/* Nodes without CPUs share those of another one. */
		plan->cpus = node_workers(nid, boot, limit);
		if (!node_test_and_set(cpu_node(nid), counted))
			most += plan->cpus;
	}

	job->nr_workers = hugetlb_plan_workers(job->plan, nr_node_ids,
					       gigantic ? HUGETLB_CHUNK_GIGANTIC :
							  HUGETLB_CHUNK,
					       limit ? min(limit, most) : most);
	if (!job->nr_workers)
		return false;

	/* Shares of one chunk would leave nothing to even out at the end. */
	job->hvo = job->grow ? hugetlb_parallel_hvo(job->h) :
			       hugetlb_hvo_pages(job->h, NUMA_NO_NODE);
	job->chunk = clamp(pages / (4 * job->nr_workers), HUGETLB_CHUNK / 2,
			   job->hvo ? HUGETLB_CHUNK_HVO : HUGETLB_CHUNK);
	if (gigantic)
		job->chunk = HUGETLB_CHUNK_GIGANTIC;
	if (job->gather && job->hvo)
		job->chunk = clamp(pages / (4 * job->nr_workers),
				   HUGETLB_CHUNK_GIGANTIC, HUGETLB_CHUNK_GATHER);
	job->workers = kvcalloc(job->nr_workers, sizeof(*job->workers),
				GFP_KERNEL | __GFP_NOWARN);
	if (!job->workers)
		return false;

	for_each_node(nid) {
		atomic_long_set(&job->nodes[nid].left, job->plan[nid].pages);
		for (n = 0; n < job->plan[nid].workers; n++, i++) {
			job->workers[i].job = job;
			job->workers[i].nid = nid;
			INIT_LIST_HEAD(&job->workers[i].heads.pages);
			job->workers[i].heads.began = began;
			INIT_WORK(&job->workers[i].work, hugetlb_worker_fn);
		}
	}
	return true;
}

/* Copy what only the engine knows into the record of the resize. */
static void job_report(struct hugetlb_job *job, struct hugetlb_resize *r)
{
	unsigned long done = 0;
	int nid;

	if (!r)
		return;

	for_each_node(nid) {
		struct hugetlb_job_node *node = &job->nodes[nid];

		r->nodes[nid].pages = atomic_long_read(&node->done);
		r->nodes[nid].workers = atomic_read(&node->workers);
		r->nodes[nid].elapsed = READ_ONCE(node->elapsed);
		r->nodes[nid].failures = atomic_long_read(&node->failures);
		done += r->nodes[nid].pages;
	}
	r->done = done;
	r->workers = job->nr_workers;
	r->elapsed = ktime_to_ns(ktime_sub(ktime_get(), r->began));
}

/*
 * Start the workers and wait for them.  Growth ends early on a signal, as the
 * serial path does; what was allocated by then stays in the pool.
 */
static void run_workers(struct hugetlb_job *job)
{
	struct hugetlb_resize *r = hugetlb_resize_current(job->h);
	unsigned int i;
	long ret;

	job->began = r ? r->began : ktime_get();
	init_completion(&job->ended);
	atomic_set(&job->running, job->nr_workers);

	for (i = 0; i < job->nr_workers; i++)
		queue_work_node(cpu_node(job->workers[i].nid), hugetlb_wq,
				&job->workers[i].work);

	for (;;) {
		if (job->grow && !job->finishing && !job->stop)
			ret = wait_for_completion_interruptible_timeout(&job->ended,
									HZ / 10);
		else
			ret = wait_for_completion_timeout(&job->ended, HZ / 10);
		if (ret > 0)
			break;
		if (ret < 0) {
			WRITE_ONCE(job->stop, true);
			continue;
		}
		if (hugetlb_resize_watched() && r) {
			job_report(job, r);
			hugetlb_resize_notify(job->h, r,
					      HUGETLB_CMD_RESIZE_PROGRESS_NTF);
		}
	}
	job_report(job, r);
}

static void job_run(struct hugetlb_job *job)
{
	struct hugetlb_resize *r = hugetlb_resize_current(job->h);

	trace_hugetlb_parallel_start(huge_page_order(job->h), job->grow,
				     r ? r->asked : 0, job->nr_workers);
	run_workers(job);
}

/* Whether the engine shall resize by @pages; @limit as in the sysctl. */
static bool engine_wanted(struct hstate *h, unsigned long pages,
			  unsigned int limit)
{
	return limit != HUGETLB_WORKERS_SERIAL && hugetlb_wq &&
	       pages >= (hstate_is_gigantic(h) ? HUGETLB_GIGANTIC_MIN :
						 HUGETLB_PARALLEL_MIN);
}

/*
 * Whose turn it is after a growth: as planned, or, if nodes ran dry, after the
 * one that held out longest, which the serial path would have turned to last.
 */
static int next_turn(struct hugetlb_job *job, nodemask_t *nodes_allowed,
		     int planned)
{
	long done, most = 0;
	bool dry = false;
	int nid, last = planned;

	for_each_node_mask(nid, *nodes_allowed) {
		done = atomic_long_read(&job->nodes[nid].done);
		dry |= atomic_long_read(&job->nodes[nid].failures) > 0;
		if (done > most) {
			most = done;
			last = nid;
		}
	}
	return dry ? next_node_in(last, *nodes_allowed) : planned;
}

static void notify_start(struct hstate *h)
{
	struct hugetlb_resize *r = hugetlb_resize_current(h);

	if (r)
		hugetlb_resize_notify(h, r, HUGETLB_CMD_RESIZE_START_NTF);
}

/* Most pages that a node can give: memory when growing, free pages otherwise. */
static unsigned long node_cap(struct hugetlb_job *job, int nid)
{
	if (!job->grow)
		return READ_ONCE(job->h->free_huge_pages_node[nid]);
	/*
	 * Workers are not in the writer's cpuset.  The serial path would be
	 * refused nodes outside of it, and turn to the others.  Only the search
	 * for gigantic pages does not look at cpusets.
	 */
	if (hstate_is_gigantic(job->h))
		return ULONG_MAX;
	return node_isset(nid, cpuset_current_mems_allowed) ? ULONG_MAX : 0;
}

/*
 * The nodes that ran dry have given what they can: share @pages anew, for the
 * others to allocate what is missing, until all is there or all nodes are dry.
 * Returns whose turn is next.
 */
static int job_share_anew(struct hugetlb_job *job, unsigned long pages,
			  int turn, int next)
{
	unsigned long done, seen = 0;
	bool missing;
	int nid;

	for (;;) {
		unsigned long dry = 0;

		for_each_node(nid) {
			done = atomic_long_read(&job->nodes[nid].done);
			if (!atomic_long_read(&job->nodes[nid].failures))
				continue;
			job->plan[nid].cap = done;
			dry++;
		}
		if (job->stop || dry == seen)
			return next;
		seen = dry;

		next = hugetlb_plan_pages(job->plan, nr_node_ids, turn, pages);
		missing = false;
		for_each_node(nid) {
			done = atomic_long_read(&job->nodes[nid].done);
			if (job->plan[nid].pages <= done)
				continue;
			atomic_long_set(&job->nodes[nid].left,
					job->plan[nid].pages - done);
			missing = true;
		}
		if (missing)
			run_workers(job);
	}
}

/* Let the workers finish what is held, and the serial path what is late. */
static void job_finish(struct hugetlb_job *job)
{
	bool any = false;
	int nid;

	for_each_node(nid) {
		long held = list_count_nodes(&job->nodes[nid].held);

		atomic_long_set(&job->nodes[nid].left, held);
		any |= held;
	}
	if (any) {
		job->stop = false;
		job->finishing = true;
		run_workers(job);
	}

	for_each_node(nid)
		if (!list_empty(&job->nodes[nid].late))
			hugetlb_parallel_free_folios(job->h,
						     &job->nodes[nid].late);
}

/* Resize by @pages on the nodes whose turn it is, and pass the turn on. */
static void job_resize(struct hugetlb_job *job, unsigned long pages,
		       nodemask_t *nodes_allowed, unsigned int limit)
{
	struct hstate *h = job->h;
	int *turn = job->grow ? &h->next_nid_to_alloc : &h->next_nid_to_free;
	int nid;

	for_each_node_mask(nid, *nodes_allowed) {
		job->plan[nid].allowed = true;
		job->plan[nid].cap = node_cap(job, nid);
	}
	nid = hugetlb_plan_pages(job->plan, nr_node_ids, *turn,
				 min(pages, (unsigned long)LONG_MAX));
	if (!job_staff(job, false, limit))
		return;
	job->nodes_allowed = nodes_allowed;
	/* A page on a CPU's own list would keep a whole range from being free. */
	if (job->grow && hstate_is_gigantic(h))
		drain_all_pages(NULL);
	job_run(job);
	if (job->grow && hstate_is_gigantic(h))
		nid = job_share_anew(job, pages, *turn, nid);
	job_finish(job);
	*turn = hstate_is_gigantic(h) ? nid : next_turn(job, nodes_allowed, nid);
}

/*
 * Resize by @pages while the system runs; @target as in the job.
 * Those who watch hear of small resizes, too.
 */
static void resize(struct hstate *h, bool grow, unsigned long pages,
		   unsigned long target, nodemask_t *nodes_allowed)
{
	unsigned int limit = READ_ONCE(sysctl_hugetlb_parallel_workers);
	struct hugetlb_job *job = NULL;

	if (!pages)
		return;

	spin_unlock_irq(&hugetlb_lock);
	notify_start(h);
	if (engine_wanted(h, pages, limit))
		job = job_alloc(h, grow);
	if (job) {
		job->target = target;
		job_resize(job, pages, nodes_allowed, limit);
		job_free(job);
	}
	spin_lock_irq(&hugetlb_lock);
}

/**
 * hugetlb_parallel_grow - add pages to a pool
 * @h:			pool
 * @count:		persistent pages it shall have
 * @nodes_allowed:	nodes whose memory may be taken
 *
 * Pages go to the nodes in turn, as on the serial path, and so does what is
 * missing when this returns: that a worker has tried hard in vain means less than
 * it would there, as others were compacting the same memory, so the serial path
 * tries hard again, once a node.
 *
 * Context: Process context, h->resize_lock and hugetlb_lock held; drops and
 * takes hugetlb_lock.  May sleep.
 */
void hugetlb_parallel_grow(struct hstate *h, unsigned long count,
			   nodemask_t *nodes_allowed)
{
	unsigned long persistent = hugetlb_persistent_pages(h);

	if (count > persistent)
		resize(h, true, count - persistent, count, nodes_allowed);
}

/**
 * hugetlb_parallel_shrink - take free pages out of a pool
 * @h:			pool
 * @count:		persistent pages it shall keep
 * @nodes_allowed:	nodes whose pages may go
 *
 * Pages leave the nodes in turn, as on the serial path.  Reserved pages stay.
 * A signal does not stop it, as it does not stop the serial path.
 *
 * Context: Process context, h->resize_lock and hugetlb_lock held; drops and
 * takes hugetlb_lock.  May sleep.
 */
void hugetlb_parallel_shrink(struct hstate *h, unsigned long count,
			     nodemask_t *nodes_allowed)
{
	resize(h, false, removable_pages(h, count), count, nodes_allowed);
}

/**
 * hugetlb_parallel_demote - make smaller pages of gigantic ones
 * @src:	their pool
 * @dst:	the pool of the smaller ones
 * @folios:	the gigantic ones, all of one node, which remove_hugetlb_folio()
 *		took out of the pool; those that are left are the serial path's
 *
 * Context: Process context, @src's resize_lock held.  May sleep.
 */
void hugetlb_parallel_demote(struct hstate *src, struct hstate *dst,
			     struct list_head *folios)
{
	unsigned int limit = READ_ONCE(sysctl_hugetlb_parallel_workers);
	unsigned long pages = list_count_nodes(folios);
	struct hugetlb_job_node *node;
	struct hugetlb_job *job;
	int nid;

	if (!hstate_is_gigantic(src) || !engine_wanted(src, pages, limit))
		return;

	job = job_alloc(src, true);
	if (!job)
		return;

	nid = folio_nid(list_first_entry(folios, struct folio, lru));
	node = &job->nodes[nid];
	job->plan[nid].pages = pages;
	if (job_staff(job, false, limit)) {
		job->demote_to = dst;
		job->hvo = hugetlb_parallel_hvo(dst);
		job->finishing = true;
		list_splice_init(folios, &node->held);
		/* Nobody may take the pages that come for surplus ones. */
		mutex_lock(&dst->resize_lock);
		run_workers(job);
		mutex_unlock(&dst->resize_lock);
		list_splice(&node->late, folios);
	}
	job_free(job);
}

/*
 * Boot: nothing else resizes @h yet.  @threads is hugepage_alloc_threads=, or 0;
 * hugetlb_parallel_workers= comes first.
 */
static void __init boot_run(struct hugetlb_job *job, unsigned long threads)
{
	unsigned int limit = READ_ONCE(sysctl_hugetlb_parallel_workers);

	if (limit == HUGETLB_WORKERS_AUTO)
		limit = min(threads, (unsigned long)HUGETLB_WORKERS_MAX);

	if (!job_staff(job, true, limit))
		return;
	job_run(job);
}

/**
 * hugetlb_parallel_boot - allocate the pages of hugepages=N
 * @h:		pool
 * @threads:	hugepage_alloc_threads=, 0 if not given
 *
 * Context: Boot, after the page allocator and workqueues are up.
 * Return: true if all pages are there, false if the serial path shall go on.
 */
bool __init hugetlb_parallel_boot(struct hstate *h, unsigned long threads)
{
	struct hugetlb_job *job;
	int nid;

	if (!engine_wanted(h, h->max_huge_pages,
			   READ_ONCE(sysctl_hugetlb_parallel_workers)))
		return false;

	job = job_alloc(h, true);
	if (!job)
		return false;

	for_each_node_state(nid, N_MEMORY) {
		job->plan[nid].allowed = true;
		job->plan[nid].cap = ULONG_MAX;
	}
	hugetlb_plan_pages(job->plan, nr_node_ids, first_online_node,
			   min(h->max_huge_pages, (unsigned long)LONG_MAX));
	boot_run(job, threads);
	job_free(job);

	return h->nr_huge_pages >= h->max_huge_pages;
}

/**
 * hugetlb_parallel_boot_nodes - allocate the pages of hugepages=0:N,1:M
 * @h:		pool
 * @threads:	hugepage_alloc_threads=, 0 if not given
 *
 * The serial path goes on from hugetlb_parallel_boot_done() on each node.
 *
 * Context: Boot, after the page allocator and workqueues are up.
 */
void __init hugetlb_parallel_boot_nodes(struct hstate *h, unsigned long threads)
{
	struct hugetlb_job *job;
	bool any = false;
	int nid;

	/* Gigantic ones come before there are workers. */
	if (hstate_is_gigantic(h) ||
	    !engine_wanted(h, h->max_huge_pages,
			   READ_ONCE(sysctl_hugetlb_parallel_workers)))
		return;

	job = job_alloc(h, true);
	if (!job)
		return;

	for_each_node_state(nid, N_MEMORY) {
		job->plan[nid].pages = h->max_huge_pages_node[nid];
		any |= job->plan[nid].pages;
	}
	if (any)
		boot_run(job, threads);
	job_free(job);
}

/**
 * hugetlb_parallel_boot_done - pages that the engine has got on a node
 * @h:		pool
 * @nid:	node
 *
 * Gigantic ones are reserved here, the others are in the pool.
 *
 * Context: Boot.
 * Return: the number of pages.
 */
unsigned long __init hugetlb_parallel_boot_done(struct hstate *h, int nid)
{
	if (hstate_is_gigantic(h))
		return hugetlb_parallel_reserve(h, nid,
						h->max_huge_pages_node[nid]);
	return h->nr_huge_pages_node[nid];
}

/*
 * Unbound workers stay off isolated CPUs; strict NUMA affinity keeps each on
 * the node it was queued for.  If any of it fails, resizes stay serial.
 */
static struct workqueue_struct * __init make_wq(unsigned int flags)
{
	struct workqueue_struct *wq;
	struct workqueue_attrs *attrs;

	wq = alloc_workqueue("hugetlb_resize", WQ_UNBOUND | flags,
			     WQ_MAX_ACTIVE);
	attrs = alloc_workqueue_attrs();
	if (wq && attrs) {
		attrs->affn_scope = WQ_AFFN_NUMA;
		attrs->affn_strict = true;
		attrs->nice = HUGETLB_WORKER_NICE;
	}
	if (wq && (!attrs || apply_workqueue_attrs(wq, attrs))) {
		destroy_workqueue(wq);
		wq = NULL;
	}
	free_workqueue_attrs(attrs);
	return wq;
}

/**
 * hugetlb_parallel_gather_pool - put pages from memblock into a pool
 * @h:		pool
 * @pages:	how many there are, by node id
 * @threads:	hugepage_alloc_threads=, 0 if not given
 * @gather:	puts up to so many of a node's pages into @h and returns how many
 *
 * What is left, the serial path puts there.
 *
 * Context: Boot, before initcalls: the workqueue that resizes use while the
 * system runs cannot be made yet.
 */
void __init hugetlb_parallel_gather_pool(struct hstate *h,
					 const unsigned long *pages,
					 unsigned long threads,
					 hugetlb_gather_fn *gather)
{
	struct hugetlb_job *job;
	unsigned long sum = 0;
	int nid;

	for_each_node(nid)
		sum += pages[nid];

	hugetlb_wq = make_wq(0);
	if (!engine_wanted(h, sum, READ_ONCE(sysctl_hugetlb_parallel_workers)))
		goto out;
	job = job_alloc(h, true);
	if (!job)
		goto out;

	job->gather = gather;
	for_each_node(nid)
		job->plan[nid].pages = pages[nid];
	boot_run(job, threads);
	job_free(job);
out:
	if (hugetlb_wq)
		destroy_workqueue(hugetlb_wq);
	hugetlb_wq = NULL;
}

static int __init hugetlb_parallel_init(void)
{
	hugetlb_wq = make_wq(WQ_SYSFS);
	return 0;
}
core_initcall(hugetlb_parallel_init);
