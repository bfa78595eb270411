// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: what a resize did.
 *
 * Every resize is recorded, whichever path did the work: the counters before
 * and after say how many pages came or went on each node, and the engine adds
 * what only it knows.
 */
#include <linux/hugetlb.h>
#include <linux/math64.h>
#include <linux/sched.h>
#include <linux/sched/signal.h>
#include <linux/slab.h>
#include <linux/sprintf.h>
#include <linux/string_helpers.h>
#include <linux/timekeeping.h>
#include <linux/xarray.h>

#define CREATE_TRACE_POINTS
#include <trace/events/hugetlb_parallel.h>

#include "page_alloc.h"
#include "hugetlb_parallel_internal.h"

/* Under way: owned by the holder of h->resize_lock, and by boot before that. */
static struct hugetlb_resize *resizes[HUGE_MAX_HSTATE];

/* Ended: replaced by the holder of h->resize_lock, read under RCU. */
static struct hugetlb_resize __rcu *last_resizes[HUGE_MAX_HSTATE];

/*
 * Pages that HVO has optimized, by node.  Workers count on their own node, so
 * nodes must not share a cache line.
 */
static struct {
	atomic_long_t pages[HUGE_MAX_HSTATE];
} ____cacheline_aligned_in_smp hvo_nodes[MAX_NUMNODES];

/**
 * hugetlb_hvo_account - count pages that HVO optimized or restored
 * @h:		their hstate
 * @nid:	their node
 * @pages:	how many, negative if they were restored
 *
 * Context: Any.
 */
void hugetlb_hvo_account(const struct hstate *h, int nid, long pages)
{
	atomic_long_add(pages, &hvo_nodes[nid].pages[h - hstates]);
}

/**
 * hugetlb_hvo_pages - how many pages HVO has optimized
 * @h:		hstate
 * @node:	node, NUMA_NO_NODE for all of them
 *
 * Context: Any.
 * Return: the number of pages, in use or free, that have no struct pages of
 * their own but the first ones.
 */
unsigned long hugetlb_hvo_pages(struct hstate *h, int node)
{
	long pages = 0;
	int nid;

	for_each_node(nid)
		if (node == NUMA_NO_NODE || node == nid)
			pages += atomic_long_read(&hvo_nodes[nid].pages[hstate_index(h)]);

	/* Looked at one by one, nodes may seem to restore before they optimize. */
	return max(pages, 0L);
}

/* Tasks that write vm.nr_hugepages: sysfs and sysctl meet in one function. */
static DEFINE_XARRAY(sysctl_writers);

/**
 * hugetlb_resize_from_sysctl - the calling task resizes through the sysctl
 * @enter: true before, false after
 *
 * Context: Process context.  Without memory, the origin is recorded as sysfs.
 */
void hugetlb_resize_from_sysctl(bool enter)
{
	if (enter)
		xa_store(&sysctl_writers, current->pid, xa_mk_value(1),
			 GFP_KERNEL);
	else
		xa_erase(&sysctl_writers, current->pid);
}

/**
 * hugetlb_resize_current - the record of the resize under way
 * @h: hstate
 *
 * Context: h->resize_lock held, or boot.
 * Return: the record, NULL if there was no memory for one.
 */
struct hugetlb_resize *hugetlb_resize_current(struct hstate *h)
{
	struct hugetlb_resize *r = resizes[hstate_index(h)];

	return r && r->begun ? r : NULL;
}

/**
 * hugetlb_resize_last - the record of the last resize that ended
 * @h: hstate
 *
 * Context: Any, under rcu_read_lock().
 * Return: the record, NULL if there is none.
 */
struct hugetlb_resize *hugetlb_resize_last(struct hstate *h)
{
	return rcu_dereference(last_resizes[hstate_index(h)]);
}

/**
 * hugetlb_resize_prepare - get memory for the record of a resize
 * @h: hstate
 *
 * A resize that ended in an error before it began leaves its record to the
 * next one.
 *
 * Context: h->resize_lock held, or boot.  May sleep.
 */
void hugetlb_resize_prepare(struct hstate *h)
{
	struct hugetlb_resize **slot = &resizes[hstate_index(h)];

	if (*slot)
		return;

	*slot = kzalloc(struct_size(*slot, nodes, nr_node_ids),
			GFP_KERNEL | __GFP_NOWARN);
	if (*slot)
		(*slot)->nr_nodes = nr_node_ids;
}

static void resize_begin(struct hstate *h, struct hugetlb_resize *r,
			 u8 origin, unsigned long count)
{
	unsigned long persistent = hugetlb_persistent_pages(h);
	ktime_t now = ktime_get_real();
	int nid;

	r->origin = origin;
	r->direction = count < persistent ? HUGETLB_DIRECTION_SHRINK :
					    HUGETLB_DIRECTION_GROW;
	r->asked = count < persistent ? persistent - count : count - persistent;
	r->target = count;
	r->pages_before = h->nr_huge_pages;
	r->surplus_before = h->surplus_huge_pages;
	for_each_node(nid)
		r->nodes[nid].before = h->nr_huge_pages_node[nid];

	/* Before the clock was set it counts from 1970. */
	if (ktime_to_ns(now) > (s64)NSEC_PER_SEC * 3600 * 24 * 365)
		r->start = ktime_to_ns(now);
	r->began = ktime_get();
	r->begun = true;
}

/**
 * hugetlb_resize_begin - note the state before a resize
 * @h:		hstate
 * @count:	persistent pages it shall have
 * @nid:	node that was asked for, or NUMA_NO_NODE
 *
 * Context: h->resize_lock and hugetlb_lock held.
 */
void hugetlb_resize_begin(struct hstate *h, unsigned long count, int nid)
{
	struct hugetlb_resize *r = resizes[hstate_index(h)];
	u8 origin = HUGETLB_ORIGIN_SYSFS;

	if (!r)
		return;

	if (nid != NUMA_NO_NODE)
		origin = HUGETLB_ORIGIN_NODE;
	else if (xa_load(&sysctl_writers, current->pid))
		origin = HUGETLB_ORIGIN_SYSCTL;

	resize_begin(h, r, origin, count);
}

/**
 * hugetlb_resize_begin_boot - the same for hugepages=
 * @h: hstate; for gigantic ones, hugetlb_resize_begin_gigantic() has been called
 *
 * Context: Boot, before anything else can resize @h.
 */
void hugetlb_resize_begin_boot(struct hstate *h)
{
	if (hstate_is_gigantic(h) || !h->max_huge_pages)
		return;

	hugetlb_resize_prepare(h);
	if (resizes[hstate_index(h)])
		resize_begin(h, resizes[hstate_index(h)], HUGETLB_ORIGIN_BOOT,
			     h->max_huge_pages);
}

/**
 * hugetlb_resize_begin_gigantic - the same for gigantic pages
 * @h:		hstate
 * @count:	pages it shall have
 * @ago:	ns since they were begun, as far as spent on them
 *
 * Context: Boot, before the pages get into the pool.
 */
void __init hugetlb_resize_begin_gigantic(struct hstate *h, unsigned long count,
					  u64 ago)
{
	struct hugetlb_resize *r;

	hugetlb_resize_prepare(h);
	r = resizes[hstate_index(h)];
	if (!r)
		return;
	resize_begin(h, r, HUGETLB_ORIGIN_BOOT, count);
	r->began = ktime_sub_ns(r->began, ago);
	if (r->start)
		r->start -= ago;
}

/* Others allocate and free surplus pages meanwhile: never count backwards. */
static unsigned long gone_or_come(const struct hugetlb_resize *r,
				  unsigned long before, unsigned long after)
{
	if (r->direction == HUGETLB_DIRECTION_GROW)
		return after > before ? after - before : 0;
	return before > after ? before - after : 0;
}

/**
 * hugetlb_resize_end - note what a resize did
 * @h: hstate
 *
 * Context: h->resize_lock and hugetlb_lock held, or boot.
 */
void hugetlb_resize_end(struct hstate *h)
{
	struct hugetlb_resize *r = hugetlb_resize_current(h);
	int nid;

	if (!r)
		return;

	r->elapsed = ktime_to_ns(ktime_sub(ktime_get(), r->began));
	r->done = gone_or_come(r, r->pages_before, h->nr_huge_pages);
	r->surplus = (long)(h->surplus_huge_pages - r->surplus_before);
	for_each_node(nid)
		r->nodes[nid].pages = gone_or_come(r, r->nodes[nid].before,
						   h->nr_huge_pages_node[nid]);
	/* A signal that came when all was there has not interrupted anything. */
	r->interrupted = r->direction == HUGETLB_DIRECTION_GROW &&
			 hugetlb_persistent_pages(h) < r->target &&
			 signal_pending(current);
}

/*
 * Memory ran out, and much of what was freed lately, by HVO above all, lies in
 * the CPUs' own lists.  It does not count as free there, and somebody who needs a
 * page may be killed for want of it.
 */
static bool ran_dry(const struct hugetlb_resize *r)
{
	/* Pages that were surplus ones count, too. */
	return r->direction == HUGETLB_DIRECTION_GROW && !r->interrupted &&
	       (long)r->done - r->surplus < (long)r->asked;
}

static void log_boot(struct hstate *h, const struct hugetlb_resize *r)
{
	char size[16], workers[32] = "", phases[96] = "";

	string_get_size(huge_page_size(h), 1, STRING_UNITS_2, size,
			sizeof(size));
	if (r->workers)
		snprintf(workers, sizeof(workers), " with %u workers",
			 r->workers);
	if (r->phased)
		snprintf(phases, sizeof(phases),
			 ": reserving %llu, initializing %llu, optimizing %llu",
			 div_u64(r->reserving, NSEC_PER_MSEC),
			 div_u64(r->initializing, NSEC_PER_MSEC),
			 div_u64(r->optimizing, NSEC_PER_MSEC));
	pr_info("HugeTLB: allocated %lu of %lu pages of size %s%s in %llu ms%s\n",
		r->done, r->asked, size, workers,
		div_u64(r->elapsed, NSEC_PER_MSEC), phases);
}

/**
 * hugetlb_resize_publish - make the record of a resize the last one
 * @h: hstate
 *
 * A request for as many pages as there are is not a resize and leaves the
 * record of the last one alone.
 *
 * Context: h->resize_lock held, or boot.  May sleep.
 */
void hugetlb_resize_publish(struct hstate *h)
{
	struct hugetlb_resize *r = hugetlb_resize_current(h), *old;
	unsigned int i = hstate_index(h);

	if (!r)
		return;

	resizes[i] = NULL;
	if (!r->asked) {
		kfree(r);
		return;
	}
	if (ran_dry(r))
		drain_all_pages(NULL);

	if (r->origin == HUGETLB_ORIGIN_BOOT && (r->workers || r->phased))
		log_boot(h, r);
	trace_hugetlb_parallel_end(huge_page_order(h),
				   r->direction == HUGETLB_DIRECTION_GROW,
				   r->asked, r->done, r->elapsed);
	hugetlb_resize_notify(h, r, HUGETLB_CMD_RESIZE_DONE_NTF);

	old = rcu_replace_pointer(last_resizes[i], r, true);
	if (old)
		kfree_rcu(old, rcu);
}
