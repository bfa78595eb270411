// SPDX-License-Identifier: GPL-2.0-only
/*
 * frag MB KEEP - take MB megabytes in pages of 4 kB and give them back but for
 * one in KEEP; says "ready" and keeps these until it is killed.  What is free then
 * comes in pieces too small for huge pages until it is compacted.
 *
 * Exit status: 1 on an error, 2 on wrong usage.
 */
#define _GNU_SOURCE
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define PAGE	4096UL

int main(int argc, char **argv)
{
	unsigned long size, keep, i;
	char *p;

	if (argc != 3) {
		fprintf(stderr, "usage: frag MB KEEP\n");
		return 2;
	}
	size = strtoul(argv[1], NULL, 0) << 20;
	keep = strtoul(argv[2], NULL, 0);
	p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (p == MAP_FAILED)
		err(1, "cannot map %s MB", argv[1]);
	madvise(p, size, MADV_NOHUGEPAGE);
	for (i = 0; i < size; i += PAGE)
		p[i] = 1;
	for (i = 0; i < size; i += PAGE * keep)
		madvise(p + i + PAGE, PAGE * (keep - 1), MADV_DONTNEED);
	puts("ready");
	fflush(stdout);
	pause();
	return 0;
}
