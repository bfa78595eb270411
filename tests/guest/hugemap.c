// SPDX-License-Identifier: GPL-2.0-only
/*
 * hugemap - use 2 MB pages of the pool as a program does.
 *
 * hugemap hold PAGES TOUCHED   map PAGES, touch the first TOUCHED of them, write
 *				"held" and the frame numbers of these on one line
 *				each, and keep them until SIGTERM; "SIGBUS after N"
 *				and exit status 3 if N pages were all there was
 * hugemap churn PAGES		map, touch and unmap PAGES again and again until
 *				SIGTERM, then write how often; a pool that has too
 *				few is tried again
 * hugemap poison		map and touch a page, say that its memory has failed
 *				(MADV_HWPOISON) and touch it: "SIGBUS"
 *
 * Exit status: 1 on an error, 2 wrong usage, 3 see above.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define HUGE_SIZE	(2UL << 20)

static volatile sig_atomic_t end;
static sigjmp_buf on_sigbus;

static void terminate(int sig)
{
	(void)sig;
	end = 1;
}

static void sigbus(int sig)
{
	(void)sig;
	siglongjmp(on_sigbus, 1);
}

static char *map(unsigned long pages)
{
	void *p = mmap(NULL, pages * HUGE_SIZE, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

/* How many of the first @pages could be touched. */
static unsigned long touch(char *p, unsigned long pages)
{
	static volatile unsigned long done;

	done = 0;
	if (sigsetjmp(on_sigbus, 1))
		return done;
	for (; done < pages; done++)
		*(volatile char *)(p + done * HUGE_SIZE) = 1;
	return done;
}

static unsigned long frame(int pagemap, const char *p)
{
	uint64_t entry;
	off_t at = (uintptr_t)p / sysconf(_SC_PAGESIZE) * sizeof(entry);

	if (pread(pagemap, &entry, sizeof(entry), at) != sizeof(entry))
		err(1, "pagemap");
	return entry & ((1ULL << 55) - 1);
}

static int hold(unsigned long pages, unsigned long touched)
{
	unsigned long i, got;
	sigset_t term, old;
	char *p = map(pages);
	int pagemap;

	if (!p)
		err(1, "cannot map %lu pages", pages);
	got = touch(p, touched);
	if (got < touched) {
		printf("SIGBUS after %lu\n", got);
		return 3;
	}

	sigemptyset(&term);
	sigaddset(&term, SIGTERM);
	sigprocmask(SIG_BLOCK, &term, &old);
	puts("held");
	pagemap = open("/proc/self/pagemap", O_RDONLY);
	if (pagemap < 0)
		err(1, "pagemap");
	for (i = 0; i < touched; i++)
		printf("%#lx\n", frame(pagemap, p + i * HUGE_SIZE));
	fflush(stdout);
	while (!end)
		sigsuspend(&old);
	return 0;
}

static int churn(unsigned long pages)
{
	unsigned long rounds = 0, got;
	char *p;

	while (!end) {
		p = map(pages);
		if (!p && errno == ENOMEM)
			continue;
		if (!p)
			err(1, "cannot map %lu pages", pages);
		got = touch(p, pages);
		if (got < pages) {
			/* What is mapped is reserved. */
			printf("SIGBUS after %lu\n", got);
			return 3;
		}
		munmap(p, pages * HUGE_SIZE);
		rounds++;
	}
	printf("%lu\n", rounds);
	return 0;
}

static int poison(void)
{
	long page = sysconf(_SC_PAGESIZE);
	char *p = map(1);

	if (!p || touch(p, 1) < 1)
		errx(1, "no page");
	/* A signal comes at once and one for each access. */
	if (!sigsetjmp(on_sigbus, 1) &&
	    madvise(p + 5 * page, page, MADV_HWPOISON))
		err(1, "MADV_HWPOISON");
	puts(touch(p, 1) ? "no SIGBUS" : "SIGBUS");
	return 0;
}

int main(int argc, char **argv)
{
	struct sigaction act = { .sa_handler = terminate };

	sigaction(SIGTERM, &act, NULL);
	act.sa_handler = sigbus;
	sigaction(SIGBUS, &act, NULL);

	if (argc == 4 && !strcmp(argv[1], "hold"))
		return hold(strtoul(argv[2], NULL, 0), strtoul(argv[3], NULL, 0));
	if (argc == 3 && !strcmp(argv[1], "churn"))
		return churn(strtoul(argv[2], NULL, 0));
	if (argc == 2 && !strcmp(argv[1], "poison"))
		return poison();
	fputs("usage: hugemap hold PAGES TOUCHED | churn PAGES | poison\n", stderr);
	return 2;
}
