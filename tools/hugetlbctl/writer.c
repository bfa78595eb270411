// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "stop.h"
#include "tree.h"
#include "writer.h"

struct job {
	const struct place *top;
	const char *path;
	const char *text;
	int ended;
	int err;
};

uint64_t clock_ns(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000000ULL + t.tv_nsec;
}

uint64_t now_ns(void)
{
	return clock_ns(CLOCK_MONOTONIC);
}

/* That it runs is what interrupts the write. */
static void on_wakeup(int sig)
{
	(void)sig;
}

int writer_open(struct writer *w, struct stop *stop, struct msg *msg)
{
	struct sigaction wakeup = { .sa_handler = on_wakeup };

	memset(w, 0, sizeof(*w));
	w->stop = stop;
	stop_hold(stop);
	w->signals = signalfd(-1, &stop->held, SFD_CLOEXEC | SFD_NONBLOCK);
	w->ended = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (w->signals < 0 || w->ended < 0 ||
	    sigaction(SIGUSR1, &wakeup, NULL)) {
		int ret = msg_set(msg, ST_FAILED, "cannot watch for signals: %s",
				  strerror(errno));

		writer_close(w);
		return ret;
	}
	return ST_DONE;
}

void writer_close(struct writer *w)
{
	if (w->signals >= 0)
		close(w->signals);
	if (w->ended >= 0)
		close(w->ended);
}

static void *run(void *data)
{
	struct job *job = data;
	uint64_t one = 1;

	job->err = tree_write(job->top, job->path, job->text);
	if (write(job->ended, &one, sizeof(one)) < 0)
		perror("hugetlbctl: eventfd");
	return NULL;
}

static bool must_stop(struct writer *w)
{
	if (w->deadline && now_ns() >= w->deadline)
		w->timed_out = true;
	return stop_asked(w->stop) || w->timed_out;
}

static void wait_for_end(struct writer *w, pthread_t thread,
			 const struct watch *watch)
{
	struct pollfd fds[] = {
		{ .fd = w->ended, .events = POLLIN },
		{ .fd = w->signals, .events = POLLIN },
		{ .fd = watch->events, .events = POLLIN },
	};
	uint64_t count;

	while (read(w->ended, &count, sizeof(count)) < 0) {
		poll(fds, ARRAY_SIZE(fds), watch->interval);
		/*
		 * Again and again: the thread may not have been in the kernel
		 * yet, or be in a loop that looks for signals later.
		 */
		if (must_stop(w)) {
			pthread_kill(thread, SIGUSR1);
			fds[1].fd = -1;
		}
		watch->tick(watch->data, fds[2].revents & POLLIN);
	}
}

int writer_write(struct writer *w, const struct place *top, const char *path,
		 const char *text, const struct watch *watch)
{
	struct job job = {
		.top = top, .path = path, .text = text, .ended = w->ended
	};
	pthread_t thread;
	int err = EINTR;

	if (must_stop(w))
		return err;
	err = pthread_create(&thread, NULL, run, &job);
	if (err)
		return err;
	wait_for_end(w, thread, watch);
	pthread_join(thread, NULL);
	return job.err;
}

bool writer_pause(struct writer *w, int ms)
{
	struct pollfd fd = { .fd = w->signals, .events = POLLIN };
	uint64_t end = now_ns() + ms * 1000000ULL;

	while (!must_stop(w)) {
		uint64_t now = now_ns(), until = end;

		if (now >= end)
			return true;
		if (w->deadline && w->deadline < until)
			until = w->deadline;
		if (until > now)
			poll(&fd, 1, (until - now) / 1000000 + 1);
	}
	return false;
}
