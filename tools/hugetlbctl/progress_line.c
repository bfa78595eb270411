// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "progress.h"

#define NSEC_PER_SEC 1000000000ULL
#define BAR_MIN 10
#define BAR_MAX 40
#define REST_MAX 512

__attribute__((format(printf, 3, 4)))
static void add(char *buf, size_t width, const char *fmt, ...)
{
	size_t len = strlen(buf);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(buf + len, width + 1 - len, fmt, ap);
	va_end(ap);
}

/* The bar takes the room that the rest leaves it. */
static void add_bar(char *buf, size_t width, size_t rest, unsigned int percent)
{
	size_t used = strlen(buf) + rest + 4, len = BAR_MIN, full, i;

	if (width > used + BAR_MIN)
		len = width - used < BAR_MAX ? width - used : BAR_MAX;
	full = percent * len / 100;
	add(buf, width, " [");
	for (i = 0; i < len; i++)
		add(buf, width, "%c", i >= full ? ' ' :
		    i + 1 == full && full < len ? '>' : '=');
	add(buf, width, "] ");
}

static void add_nodes(char *buf, size_t width, const struct resize *r)
{
	size_t i;

	for (i = 0; i < r->n_nodes; i++)
		add(buf, width, "%s %d:%" PRIu64, i ? "" : ", node", r->nodes[i].node,
		    r->nodes[i].pages.n);
}

void progress_format(char *buf, size_t width, enum progress_mode mode,
		     const char *name, const struct resize *r)
{
	uint64_t asked = r->asked.n, done = r->done.n, rate = 0;
	char rest[REST_MAX + 1] = "";
	unsigned int percent = 100;

	if (done > asked)
		done = asked;
	if (asked)
		percent = (__uint128_t)done * 100 / asked;
	if (r->elapsed.n)
		rate = (__uint128_t)done * NSEC_PER_SEC / r->elapsed.n;

	add(rest, REST_MAX, "%3u%% %" PRIu64 "/%" PRIu64 " pages", percent,
	    done, asked);
	if (rate) {
		uint64_t left = (asked - done + rate - 1) / rate;

		add(rest, REST_MAX, ", %" PRIu64 "/s, ", rate);
		if (left < 120)
			add(rest, REST_MAX, "%" PRIu64 " s left", left);
		else
			add(rest, REST_MAX, "%" PRIu64 " min left",
			    (left + 30) / 60);
	}
	if (r->n_nodes > 1)
		add_nodes(rest, REST_MAX, r);

	*buf = '\0';
	add(buf, width, "%s", name);
	if (mode == PROGRESS_BAR)
		add_bar(buf, width, strlen(rest), percent);
	else
		add(buf, width, ": ");
	add(buf, width, "%s", rest);
}
