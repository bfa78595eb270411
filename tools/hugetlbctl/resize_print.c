// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <linux/hugetlb_netlink.h>

#include "hugetlbctl.h"
#include "json.h"
#include "resize_print.h"
#include "sizes.h"

#define NSEC_PER_SEC 1000000000ULL

static const char *name_of(const char *const *names, size_t n,
			   struct count value)
{
	return value.known && value.n < n ? names[value.n] : NULL;
}

/* The names of the spec; NULL if unknown or of a newer kernel. */
static const char *origin(const struct resize *r)
{
	static const char *const names[] = {
		[HUGETLB_ORIGIN_BOOT] = "boot",
		[HUGETLB_ORIGIN_SYSCTL] = "sysctl",
		[HUGETLB_ORIGIN_SYSFS] = "sysfs",
		[HUGETLB_ORIGIN_NODE] = "node",
	};

	return name_of(names, ARRAY_SIZE(names), r->origin);
}

static const char *direction(const struct resize *r)
{
	static const char *const names[] = {
		[HUGETLB_DIRECTION_GROW] = "grow",
		[HUGETLB_DIRECTION_SHRINK] = "shrink",
	};

	return name_of(names, ARRAY_SIZE(names), r->direction);
}

/*
 * factor * pages a second; not known if no time passed, and not if no page came or
 * went: what surplus pages turn to has no speed.
 */
static struct count rate(const struct resize *r, double factor)
{
	struct count rate = { 0 };
	double x;

	if (!r->done.n || !r->elapsed.known || !r->elapsed.n)
		return rate;
	x = (double)r->done.n * factor / r->elapsed.n * NSEC_PER_SEC + 0.5;
	if (x < 0x1p64) {
		rate.n = x;
		rate.known = true;
	}
	return rate;
}

static const char *format_count(char buf[FORMAT_MAX], struct count count)
{
	return count.known ? format_u64(buf, count.n) : "-";
}

static const char *format_when(char *buf, size_t size, struct count start)
{
	time_t seconds = start.n / NSEC_PER_SEC;
	struct tm tm;

	if (!start.known)
		return "before the clock was set";
	if (!localtime_r(&seconds, &tm) ||
	    !strftime(buf, size, "%Y-%m-%d %H:%M:%S %z", &tm))
		return "-";
	return buf;
}

/*
 * Pages that the resize is short of.  Those that it took over from the surplus,
 * or left there because they are in use, count as done.
 */
static uint64_t missing(const struct resize *r)
{
	uint64_t got = r->done.n;

	if (!r->asked.known || !r->done.known)
		return 0;
	if (r->direction.n == HUGETLB_DIRECTION_GROW && r->surplus < 0)
		got += -(uint64_t)r->surplus;
	if (r->direction.n == HUGETLB_DIRECTION_SHRINK && r->surplus > 0)
		got += r->surplus;
	return got < r->asked.n ? r->asked.n - got : 0;
}

static void print_done(FILE *out, const struct resize *r)
{
	char buf[FORMAT_MAX];

	fprintf(out, "  done      %s %s", format_count(buf, r->done),
		PAGES(r->done.n));
	if (missing(r))
		fprintf(out, ", %" PRIu64 " fewer than asked", missing(r));
	if (r->interrupted)
		fprintf(out, ", interrupted");
	fputc('\n', out);
}

static void print_nodes(FILE *out, const struct resize *r)
{
	char pages[FORMAT_MAX], workers[FORMAT_MAX], elapsed[FORMAT_MAX];
	char failures[FORMAT_MAX];
	size_t i;

	if (!r->n_nodes)
		return;
	fprintf(out, "\n  %4s %10s %7s %12s %10s\n", "NODE", "PAGES",
		"WORKERS", "ELAPSED", "FAILURES");
	for (i = 0; i < r->n_nodes; i++) {
		const struct resize_node *n = &r->nodes[i];
		bool timed = n->elapsed.known && n->elapsed.n;

		fprintf(out, "  %4d %10s %7s %12s %10s\n", n->node,
			format_count(pages, n->pages),
			format_count(workers, n->workers),
			timed ? format_duration(elapsed, n->elapsed.n) : "-",
			format_count(failures, n->failures));
	}
}

/* What gigantic pages at boot took, step by step. */
static void print_phases(FILE *out, const struct resize *r)
{
	const struct {
		const char *name;
		struct count ns;
	} phases[] = {
		{ "reserving", r->reserving },
		{ "initializing", r->initializing },
		{ "optimizing", r->optimizing },
	};
	char buf[FORMAT_MAX];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(phases); i++)
		if (phases[i].ns.known)
			fprintf(out, "    %-12s %s\n", phases[i].name,
				format_duration(buf, phases[i].ns.n));
}

static void print_resize(FILE *out, const struct resize *r)
{
	struct count pages = rate(r, 1), bytes = rate(r, r->size);
	char buf[FORMAT_MAX], when[64];
	const char *by = origin(r), *how = direction(r);
	uint64_t memory;

	fprintf(out, "%s: %s, origin %s\n", format_size(buf, r->size),
		how ? how : "unknown direction", by ? by : "unknown");
	fprintf(out, "  asked     %s %s", format_count(buf, r->asked),
		PAGES(r->asked.n));
	if (r->asked.known &&
	    !__builtin_mul_overflow(r->asked.n, r->size, &memory))
		fprintf(out, " (%s)", format_size(buf, memory));
	fputc('\n', out);
	print_done(out, r);
	if (r->surplus)
		fprintf(out, "  surplus   %+" PRId64 " %s\n", r->surplus,
			r->surplus == -1 ? "page" : PAGES(r->surplus));
	fprintf(out, "  workers   %s\n", r->workers.known && !r->workers.n ?
		"none, serial path" : format_count(buf, r->workers));
	fprintf(out, "  when      %s\n",
		format_when(when, sizeof(when), r->start));
	fprintf(out, "  elapsed   %s\n", r->elapsed.known ?
		format_duration(buf, r->elapsed.n) : "-");
	print_phases(out, r);
	fprintf(out, "  rate      %s%s", format_count(buf, pages),
		pages.known ? " pages/s" : "");
	if (bytes.known)
		fprintf(out, ", %.2f GB/s", bytes.n / 1e9);
	fputc('\n', out);
	print_nodes(out, r);
}

void resizes_print(FILE *out, const struct resizes *resizes,
		   const struct filter *filter)
{
	bool first = true;
	size_t i;

	for (i = 0; i < resizes->n; i++) {
		if (!filter_size(filter, resizes->v[i].size))
			continue;
		if (!first)
			fputc('\n', out);
		first = false;
		print_resize(out, &resizes->v[i]);
	}
}

static void json_node(struct json *json, const struct resize_node *n)
{
	json_open(json, NULL, '{');
	json_int(json, "node", n->node);
	json_count(json, "pages", n->pages);
	json_count(json, "workers", n->workers);
	json_count(json, "elapsed_ns", n->elapsed);
	json_count(json, "failures", n->failures);
	json_close(json, '}');
}

static void json_fields(struct json *json, const struct resize *r)
{
	struct count size = { .n = r->size, .known = true };
	size_t i;

	json_count(json, "size", size);
	json_string(json, "origin", origin(r));
	json_string(json, "direction", direction(r));
	json_count(json, "asked", r->asked);
	json_count(json, "done", r->done);
	json_int(json, "surplus", r->surplus);
	json_bool(json, "interrupted", r->interrupted);
	json_count(json, "workers", r->workers);
	json_count(json, "start_ns", r->start);
	json_count(json, "elapsed_ns", r->elapsed);
	json_count(json, "reserving_ns", r->reserving);
	json_count(json, "initializing_ns", r->initializing);
	json_count(json, "optimizing_ns", r->optimizing);
	json_count(json, "pages_per_second", rate(r, 1));
	json_count(json, "bytes_per_second", rate(r, r->size));
	json_open(json, "nodes", '[');
	for (i = 0; i < r->n_nodes; i++)
		json_node(json, &r->nodes[i]);
	json_close(json, ']');
}

void resizes_print_json(FILE *out, const struct resizes *resizes,
			const struct filter *filter)
{
	struct json json = { .out = out };
	size_t i;

	json_open(&json, NULL, '{');
	json_open(&json, "resizes", '[');
	for (i = 0; i < resizes->n; i++)
		if (filter_size(filter, resizes->v[i].size)) {
			json_open(&json, NULL, '{');
			json_fields(&json, &resizes->v[i]);
			json_close(&json, '}');
		}
	json_close(&json, ']');
	json_close(&json, '}');
}

static const char *event_name(uint8_t cmd)
{
	static const char *const names[] = {
		[HUGETLB_CMD_RESIZE_START_NTF] = "start",
		[HUGETLB_CMD_RESIZE_PROGRESS_NTF] = "progress",
		[HUGETLB_CMD_RESIZE_DONE_NTF] = "done",
	};
	struct count value = { .n = cmd, .known = true };

	return name_of(names, ARRAY_SIZE(names), value);
}

/* After "by": "by node" alone would look as if its number had been cut off. */
static const char *event_origin(const struct resize *r)
{
	const char *by = origin(r);

	if (by && r->origin.n == HUGETLB_ORIGIN_NODE)
		return "a node's file";
	return by ? by : "unknown";
}

void event_print(FILE *out, uint64_t time_ns, uint8_t cmd,
		 const struct resize *r)
{
	const char *event = event_name(cmd), *how = direction(r);
	char when[64], size[FORMAT_MAX], took[FORMAT_MAX];
	struct count now = { .n = time_ns, .known = true };
	struct count pages = rate(r, 1);
	size_t i;

	fprintf(out, "%s %s %s %s by %s: %" PRIu64 "/%" PRIu64 " pages",
		format_when(when, sizeof(when), now), format_size(size, r->size),
		event ? event : "unknown", how ? how : "unknown",
		event_origin(r), r->done.n, r->asked.n);
	if (cmd != HUGETLB_CMD_RESIZE_START_NTF && r->elapsed.known)
		fprintf(out, " in %s", format_duration(took, r->elapsed.n));
	if (cmd != HUGETLB_CMD_RESIZE_START_NTF && pages.known)
		fprintf(out, ", %" PRIu64 "/s", pages.n);
	for (i = 0; i < r->n_nodes; i++)
		fprintf(out, "%s %d:%" PRIu64, i ? "" : ", node",
			r->nodes[i].node, r->nodes[i].pages.n);
	if (cmd == HUGETLB_CMD_RESIZE_DONE_NTF && missing(r))
		fprintf(out, ", %" PRIu64 " missing", missing(r));
	if (r->interrupted)
		fprintf(out, ", interrupted");
	fputc('\n', out);
}

void event_print_json(FILE *out, uint64_t time_ns, uint8_t cmd,
		      const struct resize *r)
{
	struct json json = { .out = out, .one_line = true };
	struct count now = { .n = time_ns, .known = true };

	json_open(&json, NULL, '{');
	json_count(&json, "time_ns", now);
	json_string(&json, "event", event_name(cmd));
	json_fields(&json, r);
	json_close(&json, '}');
}
