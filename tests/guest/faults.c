// SPDX-License-Identifier: GPL-2.0-only
/*
 * faults SEED RESIZES MAX - resize the pool of 2 MB pages at random, to 0..MAX
 * pages, through every file, with HVO on and off and any number of workers, while
 * allocations of pages and slab objects fail at random; look at the counts after
 * each.  Needs a kernel with fault injection, and the pool for itself.
 *
 * Faults are injected while the kernel resizes and at no other time, so that
 * what is read is what the kernel has.
 *
 * Prints the first counts that do not add up, or how many resizes fell short.
 * Exit status: 1 on an error or on wrong counts, 2 on wrong usage.
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define POOL	"/sys/kernel/mm/hugepages/hugepages-2048kB/"
#define NODE	"/sys/devices/system/node/node%d/hugepages/hugepages-2048kB/"
#define NODES	2

static const char *const injectors[] = { "failslab", "fail_page_alloc" };

static int open_for_writing(const char *path)
{
	int fd = open(path, O_WRONLY);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

static void put(const char *path, const char *text)
{
	int fd = open_for_writing(path);

	if (write(fd, text, strlen(text)) < 0)
		err(1, "cannot write '%s' to %s", text, path);
	close(fd);
}

static bool put_number(int fd, long number)
{
	char text[32];

	snprintf(text, sizeof(text), "%ld", number);
	return write(fd, text, strlen(text)) >= 0;
}

static long get(const char *dir, const char *name)
{
	char path[200], text[64] = "";
	int fd;

	snprintf(path, sizeof(path), "%s%s", dir, name);
	fd = open(path, O_RDONLY);
	if (fd < 0 || read(fd, text, sizeof(text) - 1) <= 0)
		err(1, "%s", path);
	close(fd);
	return atol(text);
}

#define INJECTORS	(sizeof(injectors) / sizeof(*injectors))

/* Open all the time: with faults, nothing may open any more. */
static int interval_fd[INJECTORS], probability_fd[INJECTORS];

static const char *injector(unsigned int i, const char *file)
{
	static char path[200];

	snprintf(path, sizeof(path), "/sys/kernel/debug/%s/%s", injectors[i], file);
	return path;
}

/*
 * One fault in so many allocations, each with a probability of so many percent;
 * 0: none.  With 100 and more than 1, none strikes twice in a row.
 */
static void faults(long one_in, long percent, bool pages_only)
{
	for (unsigned int i = pages_only; i < INJECTORS; i++) {
		if (!put_number(interval_fd[i], one_in) ||
		    !put_number(probability_fd[i], percent))
			err(1, "cannot switch faults");
	}
}

static void prepare(void)
{
	for (unsigned int i = 0; i < INJECTORS; i++) {
		put(injector(i, "verbose"), "0");
		put(injector(i, "times"), "-1");
		put(injector(i, "ignore-gfp-wait"), "N");
		interval_fd[i] = open_for_writing(injector(i, "interval"));
		probability_fd[i] = open_for_writing(injector(i, "probability"));
	}
	put("/sys/kernel/debug/fail_page_alloc/min-order", "0");
	/* Huge pages are "highmem": user space may have them. */
	put("/sys/kernel/debug/fail_page_alloc/ignore-gfp-highmem", "N");
}

struct counts {
	long total, free, surplus;
};

static struct counts counts_of(const char *dir)
{
	return (struct counts){ get(dir, "nr_hugepages"), get(dir, "free_hugepages"),
				get(dir, "surplus_hugepages") };
}

/* Nothing uses the pool: all of its pages are free, and on some node. */
static bool consistent(struct counts *all)
{
	struct counts sum = { 0 };
	char dir[200];

	*all = counts_of(POOL);
	for (int nid = 0; nid < NODES; nid++) {
		struct counts node;

		snprintf(dir, sizeof(dir), NODE, nid);
		node = counts_of(dir);
		sum.total += node.total;
		sum.free += node.free;
		sum.surplus += node.surplus;
	}
	if (all->free == all->total && all->surplus <= all->total &&
	    !memcmp(&sum, all, sizeof(sum)))
		return true;
	printf("pool %ld/%ld/%ld, nodes %ld/%ld/%ld (total/free/surplus)\n",
	       all->total, all->free, all->surplus, sum.total, sum.free, sum.surplus);
	return false;
}

int main(int argc, char **argv)
{
	static const char *const files[] = {
		"/proc/sys/vm/nr_hugepages", POOL "nr_hugepages",
		"/sys/devices/system/node/node0/hugepages/hugepages-2048kB/nr_hugepages",
		"/sys/devices/system/node/node1/hugepages/hugepages-2048kB/nr_hugepages",
	};
	long resizes, max, missed = 0, kept = 0, refused = 0;
	char text[32];
	int fd;
	struct counts before = { 0 }, after;

	if (argc != 4) {
		fprintf(stderr, "usage: faults SEED RESIZES MAX\n");
		return 2;
	}
	srandom(strtoul(argv[1], NULL, 0));
	resizes = atol(argv[2]);
	max = atol(argv[3]);
	prepare();

	for (long i = 1; i <= resizes; i++) {
		const char *file = files[random() % 4];
		bool one_node = strstr(file, "node0") || strstr(file, "node1");
		long pages = random() % (one_node ? max / 2 : max);
		bool hvo = random() % 2;
		/* Now and then, what is tried instead fails, too; but the plan exists. */
		bool often = random() % 10 == 0;
		long one_in = often ? 1 : 2 + random() % 200;
		long percent = often ? 20 + random() % 60 : 100;
		long workers = random() % 5;

		put("/proc/sys/vm/hugetlb_optimize_vmemmap", hvo ? "1" : "0");
		snprintf(text, sizeof(text), "%ld", workers);
		put("/proc/sys/vm/hugetlb_parallel_workers", text);
		fd = open_for_writing(file);
		faults(one_in, percent, often);
		/* Without memory for its own needs the write may fail. */
		refused += !put_number(fd, pages);
		faults(1, 0, false);
		close(fd);
		if (!consistent(&after)) {
			printf("resize %ld of %ld: %s = %ld, HVO %d, workers %ld, faults %ld %% of 1 in %ld, from %ld/%ld/%ld\n",
			       i, resizes, file, pages, hvo, workers, percent, one_in,
			       before.total, before.free, before.surplus);
			return 1;
		}
		missed += !one_node && after.total - after.surplus < pages;
		kept += after.surplus > before.surplus;
		before = after;
	}
	printf("%ld resizes: %ld growths fell short, %ld shrinks left surplus pages, %ld writes failed\n",
	       resizes, missed, kept, refused);
	return 0;
}
