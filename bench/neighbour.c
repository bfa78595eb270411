// SPDX-License-Identifier: GPL-2.0-only
/*
 * neighbour fault FILE PAGES - write PAGES to a pool's FILE while another task
 *	maps, touches and unmaps huge pages; prints the longest time in
 *	microseconds that touching one took meanwhile, and in the second before,
 *	which begins with as many pages as there may be that were never used.
 * neighbour cpu FILE PAGES - the same while another task only computes; prints
 *	how much of a CPU it had, in percent.
 *
 * The other task is of normal priority and may run on any CPU.
 *
 * Exit status: 1 on an error, 2 on wrong usage.
 */
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define HUGE_SIZE	(2UL << 20)
#define HUGE_PAGES	4
#define FIRST_PAGES	64
/* Before the resize: the other task is at work when it begins. */
#define WARM_UP_US	1000000

struct shared {
	atomic_bool resizing;
	atomic_bool stop;
	long long worst_us;
	long long idle_us;
	double percent;
};

static long long now_us(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

static void fault(struct shared *s)
{
	for (int pages = FIRST_PAGES; !s->stop; pages = HUGE_PAGES) {
		char *p = mmap(NULL, pages * HUGE_SIZE, PROT_READ | PROT_WRITE,
			       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);

		if (p == MAP_FAILED)
			err(1, "cannot map %d huge pages", pages);
		for (int i = 0; i < pages; i++) {
			long long us, start = now_us(CLOCK_MONOTONIC);
			bool counts = s->resizing;

			*(volatile char *)(p + i * HUGE_SIZE) = 1;
			us = now_us(CLOCK_MONOTONIC) - start;
			if (counts && us > s->worst_us)
				s->worst_us = us;
			if (!counts && !s->resizing && us > s->idle_us)
				s->idle_us = us;
		}
		munmap(p, pages * HUGE_SIZE);
	}
}

static void compute(struct shared *s)
{
	long long start, cpu;

	while (!s->resizing)
		;
	start = now_us(CLOCK_MONOTONIC);
	cpu = now_us(CLOCK_PROCESS_CPUTIME_ID);
	while (s->resizing)
		;
	s->percent = 100.0 * (now_us(CLOCK_PROCESS_CPUTIME_ID) - cpu) /
		     (now_us(CLOCK_MONOTONIC) - start);
}

int main(int argc, char **argv)
{
	struct shared *s;
	int fd, status;
	bool faults;
	pid_t pid;

	if (argc != 4 || (strcmp(argv[1], "fault") && strcmp(argv[1], "cpu"))) {
		fprintf(stderr, "usage: neighbour fault|cpu FILE PAGES\n");
		return 2;
	}
	faults = !strcmp(argv[1], "fault");
	fd = open(argv[2], O_WRONLY);
	if (fd < 0)
		err(1, "%s", argv[2]);
	s = mmap(NULL, sizeof(*s), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (s == MAP_FAILED)
		err(1, "mmap");

	pid = fork();
	if (pid < 0)
		err(1, "fork");
	if (!pid) {
		if (faults)
			fault(s);
		else
			compute(s);
		_exit(0);
	}

	usleep(WARM_UP_US);
	s->resizing = true;
	if (write(fd, argv[3], strlen(argv[3])) < 0)
		err(1, "cannot write '%s' to %s", argv[3], argv[2]);
	s->resizing = false;
	s->stop = true;
	if (waitpid(pid, &status, 0) < 0 || status)
		errx(1, "the other task failed");
	if (faults)
		printf("%lld %lld\n", s->worst_us, s->idle_us);
	else
		printf("%.1f\n", s->percent);
	return 0;
}
