// SPDX-License-Identifier: GPL-2.0-only
/*
 * transit - let memory fail while it becomes huge pages.
 *
 * transit PAGES KB	grows the pool of the default size, whose pages have so many
 *			KB, by PAGES and makes pages in the middle of huge ones fail
 *			meanwhile.  Writes "injected N pool N": how many failures there
 *			were and how many of them are in a page of the pool now; and
 *			"lost FRAME" where nothing says so: who gets such a page
 *			gets bad memory.
 *
 * Exit status: 1 on an error, 2 wrong usage.
 */
#include <err.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define POOL		"/proc/sys/vm/nr_hugepages"
#define MOST		20000
#define MOST_HUGE	40000

/* Frames of the largest block of free memory */
#define BLOCK		1024UL

/* Of Documentation/admin-guide/mm/pagemap.rst */
#define KPF_BUDDY	(1ULL << 10)
#define KPF_COMPOUND	(3ULL << 15)
#define KPF_HUGE	(1ULL << 17)
#define KPF_HWPOISON	(1ULL << 19)

static void set_pool(const char *pages)
{
	int fd = open(POOL, O_WRONLY);

	if (fd < 0 || write(fd, pages, strlen(pages)) < 0)
		err(1, "%s", POOL);
	close(fd);
}

static unsigned long free_pages(int vmstat)
{
	char text[64] = "";
	unsigned long pages;

	if (pread(vmstat, text, sizeof(text) - 1, 0) <= 0 ||
	    sscanf(text, "nr_free_pages %lu", &pages) != 1)
		errx(1, "/proc/vmstat does not begin with nr_free_pages");
	return pages;
}

/* First frame and end of the zone that has most of the memory. */
static void zone(unsigned long *first, unsigned long *end)
{
	unsigned long n, spanned = 0, most = 0;
	FILE *f = fopen("/proc/zoneinfo", "r");
	char line[200];

	if (!f)
		err(1, "/proc/zoneinfo");
	while (fgets(line, sizeof(line), f)) {
		sscanf(line, " spanned %lu", &spanned);
		if (sscanf(line, " start_pfn: %lu", &n) == 1 && spanned > most) {
			most = spanned;
			*first = n;
			*end = n + spanned;
		}
	}
	fclose(f);
	if (!most)
		errx(1, "/proc/zoneinfo has no zone");
}

static uint64_t flags(int kpageflags, unsigned long pfn)
{
	uint64_t v;

	if (pread(kpageflags, &v, sizeof(v), pfn * sizeof(v)) != sizeof(v))
		err(1, "/proc/kpageflags: frame %lu", pfn);
	return v;
}

static int must_open(const char *path, int how)
{
	int fd = open(path, how);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

int main(int argc, char **argv)
{
	unsigned long injected = 0, pool = 0, first = 0, end = 0, i;
	unsigned long frames, gigantic, had, want;
	static unsigned long pfn[MOST];
	static bool hit[MOST_HUGE];
	int inject, vmstat, kpageflags;
	pid_t grows;

	if (argc != 3) {
		fprintf(stderr, "usage: transit PAGES KB\n");
		return 2;
	}
	frames = strtoul(argv[2], NULL, 10) / 4;
	want = strtoul(argv[1], NULL, 10) * frames;
	gigantic = frames > 1024;
	inject = must_open("/sys/kernel/debug/hwpoison/corrupt-pfn", O_WRONLY);
	vmstat = must_open("/proc/vmstat", O_RDONLY);
	kpageflags = must_open("/proc/kpageflags", O_RDONLY);
	zone(&first, &end);
	first = (first + frames - 1) / frames * frames;
	end = first + (end - first) / frames * frames;
	if ((end - first) / frames > MOST_HUGE)
		errx(1, "more than %d huge pages fit", MOST_HUGE);

	had = free_pages(vmstat);
	grows = fork();
	if (grows < 0)
		err(1, "fork");
	if (!grows) {
		set_pool(argv[1]);
		_exit(0);
	}
	/* Before, there is nothing to be hit. */
	while (free_pages(vmstat) + want / 64 > had)
		if (waitpid(grows, NULL, WNOHANG))
			errx(1, "the pool did not grow by %s pages", argv[1]);
	while (!waitpid(grows, NULL, WNOHANG) && injected < MOST) {
		unsigned long nth = random() % ((end - first) / frames);
		/* A tail; HVO frees the struct pages of all but 63. */
		unsigned long frame = first + nth * frames + 1 + random() % (frames - 1);
		uint64_t flag;
		char text[32];
		int n;

		/* One failure each, for the head tells only whether there was any. */
		if (gigantic && hit[nth])
			continue;
		/*
		 * One that is taken is what is looked for: those of 1 GB wait for
		 * the last one.  Free ones may be taken just then, and those of
		 * the pool have the serial path make up for them.
		 */
		flag = flags(kpageflags, frame);
		if ((gigantic || random() % 32) &&
		    (flags(kpageflags, frame & ~(BLOCK - 1)) & KPF_BUDDY ||
		     (!gigantic && flag & KPF_HUGE)))
			continue;

		/* Free, or somebody's. */
		if (flag & ~(KPF_COMPOUND | KPF_HUGE))
			continue;
		pfn[injected++] = frame;
		hit[nth] = true;
		n = snprintf(text, sizeof(text), "%lu", frame);
		/* It fails where nothing can be done for the page. */
		if (write(inject, text, n) < 0)
			continue;
	}
	waitpid(grows, NULL, 0);

	for (i = 0; i < injected; i++) {
		uint64_t flag = flags(kpageflags, pfn[i]);
		uint64_t head = flags(kpageflags, pfn[i] / frames * frames);
		bool in_pool = flag & KPF_HUGE;

		pool += in_pool;
		if (in_pool && !((flag | head) & KPF_HWPOISON))
			printf("lost %#lx\n", pfn[i]);
	}
	printf("injected %lu pool %lu\n", injected, pool);
	return 0;
}
