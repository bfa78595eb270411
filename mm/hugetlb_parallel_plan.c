// SPDX-License-Identifier: GPL-2.0-only
/*
 * Parallel resizing of HugeTLB pools: who does what.
 *
 * Pure functions of their arguments, so that KUnit can ask them about machines
 * nobody has at hand.
 */
#include <linux/math.h>
#include <linux/minmax.h>

#include "hugetlb_parallel_internal.h"

/* Nodes that can still take pages on top of what they have. */
static unsigned int open_nodes(const struct hugetlb_plan_node *nodes,
			       int nr_nodes)
{
	unsigned int open = 0;
	int nid;

	for (nid = 0; nid < nr_nodes; nid++)
		open += nodes[nid].pages < nodes[nid].cap;
	return open;
}

/**
 * hugetlb_plan_pages - split pages over nodes as the serial path would
 * @nodes:	by node id; @allowed and @cap are read, @pages is written
 * @nr_nodes:	length of @nodes
 * @next:	node whose turn it is, any number below @nr_nodes
 * @pages:	pages to split
 *
 * The serial path hands out one page at a time, node after node, skipping
 * nodes that have nothing (left) to give.  The same split comes out of filling
 * all nodes to a common level first and going round once for the remainder.
 *
 * If the caps leave no room for all pages, every node is filled to its cap.
 *
 * Context: Any; touches nothing but @nodes.
 * Return: the node whose turn it is after the last page, @next if there was no
 * page to hand out.
 */
int hugetlb_plan_pages(struct hugetlb_plan_node *nodes, int nr_nodes,
		       int next, unsigned long pages)
{
	int nid, i, last = -1;
	unsigned int open;

	for (nid = 0; nid < nr_nodes; nid++)
		nodes[nid].pages = 0;

	/* Whole rounds.  Each pass fills at least one node or is the last. */
	while ((open = open_nodes(nodes, nr_nodes)) && pages >= open) {
		unsigned long rounds = pages / open;

		for (nid = 0; nid < nr_nodes; nid++)
			if (nodes[nid].pages < nodes[nid].cap)
				rounds = min(rounds, nodes[nid].cap -
						     nodes[nid].pages);

		for (i = 0; i < nr_nodes; i++) {
			nid = (next + i) % nr_nodes;
			if (nodes[nid].pages == nodes[nid].cap)
				continue;
			nodes[nid].pages += rounds;
			pages -= rounds;
			last = nid;
		}
	}

	/* The remainder, fewer than the nodes that are open: one page each. */
	for (i = 0; i < nr_nodes && pages && open; i++) {
		nid = (next + i) % nr_nodes;
		if (nodes[nid].pages == nodes[nid].cap)
			continue;
		nodes[nid].pages++;
		pages--;
		last = nid;
	}

	if (last < 0)
		return next;

	/* The turn passes on whether or not that node has anything to give. */
	for (i = 1; i <= nr_nodes; i++) {
		nid = (last + i) % nr_nodes;
		if (nodes[nid].allowed)
			break;
	}
	return nid;
}

/* The node that misses a worker least: the one with fewest pages for each. */
static int least_loaded(const struct hugetlb_plan_node *nodes, int nr_nodes)
{
	unsigned long load, least = ULONG_MAX;
	int nid, found = -1;

	for (nid = 0; nid < nr_nodes; nid++) {
		if (!nodes[nid].workers)
			continue;
		load = nodes[nid].pages / nodes[nid].workers;
		if (load <= least) {
			least = load;
			found = nid;
		}
	}
	return found;
}

/**
 * hugetlb_plan_workers - give every node its workers
 * @nodes:	by node id; @pages and @cpus are read, @workers is written
 * @nr_nodes:	length of @nodes
 * @chunk:	pages a worker claims at a time, not 0
 * @limit:	most workers in all, not 0
 *
 * No node gets more workers than CPUs or than chunks.  If that is more than
 * @limit, the nodes with the fewest pages per worker give some up; one that is
 * left without is served by the workers of others when they have time.
 *
 * Context: Any; touches nothing but @nodes.
 * Return: the number of workers in all.
 */
unsigned int hugetlb_plan_workers(struct hugetlb_plan_node *nodes,
				  int nr_nodes, unsigned long chunk,
				  unsigned int limit)
{
	unsigned int total = 0;
	int nid;

	for (nid = 0; nid < nr_nodes; nid++) {
		struct hugetlb_plan_node *n = &nodes[nid];

		n->workers = min_t(unsigned long, n->cpus,
				   DIV_ROUND_UP(n->pages, chunk));
		total += n->workers;
	}

	while (total > limit) {
		nodes[least_loaded(nodes, nr_nodes)].workers--;
		total--;
	}
	return total;
}
