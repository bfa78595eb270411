/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writes that take long: a thread waits in the kernel, the caller goes on
 * showing progress and may stop it.
 */
#ifndef WRITER_H
#define WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

struct place;
struct msg;
struct stop;

struct writer {
	int signals;		/* file descriptor of those that stop us */
	int ended;		/* file descriptor that tells of the thread's end */
	struct stop *stop;
	bool timed_out;
	uint64_t deadline;	/* ns of the monotonic clock; 0: none */
};

/* What happens meanwhile; events may be -1. */
struct watch {
	int events;
	int interval;		/* ms between two calls of tick */
	void (*tick)(void *data, bool event);
	void *data;
};

/* From here on SIGINT, SIGTERM and SIGHUP only stop a write. */
int writer_open(struct writer *w, struct stop *stop, struct msg *msg);
void writer_close(struct writer *w);

/*
 * Write text into the file; returns 0 or the errno. A signal or the deadline
 * interrupts the write, and the kernel ends a growth early then.
 */
int writer_write(struct writer *w, const struct place *top, const char *path,
		 const char *text, const struct watch *watch);

/* Wait so long; false if a signal or the deadline came first. */
bool writer_pause(struct writer *w, int ms);

uint64_t clock_ns(clockid_t clock);
uint64_t now_ns(void);	/* of the monotonic clock */

#endif
