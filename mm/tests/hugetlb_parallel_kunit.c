// SPDX-License-Identifier: GPL-2.0-only
/*
 * KUnit tests for the plan of a HugeTLB resize.
 */
#include <kunit/test.h>
#include <linux/limits.h>
#include <linux/minmax.h>

#include "../hugetlb_parallel_internal.h"

#define NODES 8

/* What the serial path does, one page at a time: the reference. */
static int serial(struct hugetlb_plan_node *nodes, int nr, int next,
		  unsigned long pages)
{
	while (pages) {
		int tries, nid = next;
		bool found = false;

		for (tries = 0; tries < nr && !found; tries++) {
			while (!nodes[nid % nr].allowed)
				nid++;
			nid %= nr;
			if (nodes[nid].pages < nodes[nid].cap) {
				nodes[nid].pages++;
				found = true;
			}
			nid = (nid + 1) % nr;
		}
		if (!found)
			break;
		while (!nodes[nid].allowed)
			nid = (nid + 1) % nr;
		next = nid;
		pages--;
	}
	return next;
}

static void fill(struct hugetlb_plan_node *nodes, const unsigned long *caps)
{
	int nid;

	for (nid = 0; nid < NODES; nid++)
		nodes[nid] = (struct hugetlb_plan_node) {
			.allowed = caps[nid],
			.cap = caps[nid],
		};
}

static void compare(struct kunit *test, const unsigned long *caps, int start,
		    unsigned long pages)
{
	struct hugetlb_plan_node want[NODES], have[NODES];
	int nid, next_want, next_have;

	fill(want, caps);
	fill(have, caps);
	next_want = serial(want, NODES, start, pages);
	next_have = hugetlb_plan_pages(have, NODES, start, pages);

	for (nid = 0; nid < NODES; nid++)
		KUNIT_ASSERT_EQ_MSG(test, want[nid].pages, have[nid].pages,
				    "cap[0] %lu, start %d, %lu pages, node %d",
				    caps[0], start, pages, nid);
	KUNIT_ASSERT_EQ_MSG(test, next_want, next_have,
			    "cap[0] %lu, start %d, %lu pages", caps[0], start,
			    pages);
}

static void plan_equals_serial(struct kunit *test)
{
	static const unsigned long caps[][NODES] = {
		{ ULONG_MAX },
		{ ULONG_MAX, ULONG_MAX },
		{ 0, ULONG_MAX, 0, ULONG_MAX, ULONG_MAX },
		{ 5, 5, 5, 5, 5, 5, 5, 5 },
		{ 1, 100, 3, ULONG_MAX, 0, 7, 7, 2 },
		{ 0, 0, 0, 0, 0, 0, 0, 9 },
		{ 10, 1 },
	};
	unsigned long pages;
	int i, start;

	for (i = 0; i < ARRAY_SIZE(caps); i++)
		for (start = 0; start < NODES; start++)
			for (pages = 0; pages < 150; pages++)
				compare(test, caps[i], start, pages);
}

static void plan_passes_empty_nodes(struct kunit *test)
{
	struct hugetlb_plan_node nodes[3] = {
		{ .allowed = true, .cap = 4 },
		{ .allowed = true, .cap = 0 },
		{ .allowed = false, .cap = 0 },
	};

	/* Node 1 may take part but has nothing: it gets the turn all the same. */
	KUNIT_EXPECT_EQ(test, hugetlb_plan_pages(nodes, 3, 0, 3), 1);
	KUNIT_EXPECT_EQ(test, nodes[0].pages, 3UL);
	KUNIT_EXPECT_EQ(test, nodes[1].pages, 0UL);
}

static void plan_nothing(struct kunit *test)
{
	struct hugetlb_plan_node nodes[2] = { };

	KUNIT_EXPECT_EQ(test, hugetlb_plan_pages(nodes, 2, 1, 10), 1);
	KUNIT_EXPECT_EQ(test, nodes[0].pages + nodes[1].pages, 0UL);
	KUNIT_EXPECT_EQ(test, hugetlb_plan_workers(nodes, 2, 64, 4), 0U);
}

static void plan_largest_request(struct kunit *test)
{
	struct hugetlb_plan_node nodes[2] = {
		{ .allowed = true, .cap = ULONG_MAX },
		{ .allowed = true, .cap = ULONG_MAX },
	};

	KUNIT_EXPECT_EQ(test, hugetlb_plan_pages(nodes, 2, 0, LONG_MAX), 1);
	KUNIT_EXPECT_EQ(test, nodes[0].pages, LONG_MAX / 2 + 1UL);
	KUNIT_EXPECT_EQ(test, nodes[1].pages, LONG_MAX / 2UL);
}

static void workers_follow_cpus_and_chunks(struct kunit *test)
{
	struct hugetlb_plan_node nodes[3] = {
		{ .pages = 10000, .cpus = 4 },
		{ .pages = 65, .cpus = 4 },
		{ .pages = 0, .cpus = 4 },
	};

	KUNIT_EXPECT_EQ(test, hugetlb_plan_workers(nodes, 3, 64, UINT_MAX), 6U);
	KUNIT_EXPECT_EQ(test, nodes[0].workers, 4U);
	KUNIT_EXPECT_EQ(test, nodes[1].workers, 2U);
	KUNIT_EXPECT_EQ(test, nodes[2].workers, 0U);
}

static void workers_obey_limit(struct kunit *test)
{
	unsigned int limit, total;

	for (limit = 1; limit <= 20; limit++) {
		struct hugetlb_plan_node nodes[3] = {
			{ .pages = 4000, .cpus = 8 },
			{ .pages = 2000, .cpus = 8 },
			{ .pages = 2000, .cpus = 1 },
		};

		total = hugetlb_plan_workers(nodes, 3, 64, limit);
		KUNIT_EXPECT_EQ(test, total, min(limit, 17U));
		KUNIT_EXPECT_EQ(test, total, nodes[0].workers +
				nodes[1].workers + nodes[2].workers);
		/* A node with more pages never has fewer workers. */
		KUNIT_EXPECT_GE(test, nodes[0].workers, nodes[1].workers);
	}
}

static struct kunit_case hugetlb_parallel_cases[] = {
	KUNIT_CASE(plan_equals_serial),
	KUNIT_CASE(plan_passes_empty_nodes),
	KUNIT_CASE(plan_nothing),
	KUNIT_CASE(plan_largest_request),
	KUNIT_CASE(workers_follow_cpus_and_chunks),
	KUNIT_CASE(workers_obey_limit),
	{}
};

static struct kunit_suite hugetlb_parallel_suite = {
	.name = "hugetlb_parallel",
	.test_cases = hugetlb_parallel_cases,
};

kunit_test_suite(hugetlb_parallel_suite);
