// SPDX-License-Identifier: GPL-2.0-only
/*
 * resize FILE PAGES - write PAGES to a pool's FILE and print how many
 * microseconds write(2) took: the time that whoever resizes waits.
 *
 * Exit status: 1 if the write fails, 2 on wrong usage.
 */
#include <err.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000LL + t.tv_nsec / 1000;
}

int main(int argc, char **argv)
{
	long long start;
	int fd;

	if (argc != 3) {
		fprintf(stderr, "usage: resize FILE PAGES\n");
		return 2;
	}
	fd = open(argv[1], O_WRONLY);
	if (fd < 0)
		err(1, "%s", argv[1]);
	start = now_us();
	if (write(fd, argv[2], strlen(argv[2])) < 0)
		err(1, "cannot write '%s' to %s", argv[2], argv[1]);
	printf("%lld\n", now_us() - start);
	return 0;
}
