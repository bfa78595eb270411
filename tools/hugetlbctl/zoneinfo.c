// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "sizes.h"
#include "zoneinfo.h"

/* One zone, in pages of the kernel. */
struct zone {
	int node;
	char name[32];
	bool asked_for;		/* it is of the node */
	struct count free;
	struct count min;
	struct count low;
	struct count protection;
	struct count atomic;
};

/* The number that follows key, which begins the line after blanks. */
static void take(const char *line, const char *key, struct count *count)
{
	size_t len = strlen(key);

	line += strspn(line, " ");
	if (strncmp(line, key, len) || line[len] != ' ')
		return;
	line += len + strspn(line + len, " ");
	count->known = parse_u64(line, strspn(line, "0123456789"), &count->n);
}

/*
 * "protection: (0, 959, 959)": against those who could use the zone of that place.
 * Huge pages could use any, which is the last.
 */
static void take_protection(const char *line, struct count *count)
{
	const char *last;

	line += strspn(line, " ");
	if (strncmp(line, "protection: (", 13))
		return;
	last = strrchr(line, ' ');
	last += last[1] == '(' ? 2 : 1;
	count->known = parse_u64(last, strspn(last, "0123456789"), &count->n);
}

/* How many pages zone has above a watermark. */
static uint64_t above(const struct zone *zone, const struct count *mark)
{
	uint64_t held = zone->atomic.n;

	if (__builtin_add_overflow(held, mark->n, &held) ||
	    __builtin_add_overflow(held, zone->protection.n, &held))
		return 0;
	return zone->free.n > held ? zone->free.n - held : 0;
}

static uint64_t min_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void end_zone(const struct zone *zone, const char *buddyinfo,
		     uint64_t size, uint64_t page_size, struct spare *sum)
{
	uint64_t block = size / page_size, whole = 0, pages = 0;
	struct count blocks;

	if (!zone->asked_for || !zone->free.known || !zone->min.known ||
	    !zone->low.known || !zone->protection.known || !block)
		return;
	blocks = buddyinfo_blocks(buddyinfo, zone->node, zone->name, size,
				  page_size);
	if (blocks.known)
		whole = min_of(blocks.n, above(zone, &zone->min) / block);
	/* Compaction begins above low; what it has made may be below. */
	if (above(zone, &zone->low))
		pages = min_of(above(zone, &zone->min) / block,
			       above(zone, &zone->low) / block + 1);
	sum->whole.known |= blocks.known;
	sum->whole.n += whole;
	sum->pages.known = true;
	sum->pages.n += pages > whole ? pages : whole;
}

struct spare zoneinfo_spare(FILE *file, const char *buddyinfo, int node,
			    uint64_t size, uint64_t page_size)
{
	struct spare sum = { .pages.n = 0 };
	struct zone zone = { 0 }, next;
	char *line = NULL;
	size_t room = 0;

	/* Line by line: each CPU has some in each zone. */
	while (file && getline(&line, &room, file) > 0) {
		next = (struct zone){ 0 };
		if (sscanf(line, "Node %d, zone %31s", &next.node,
			   next.name) == 2) {
			end_zone(&zone, buddyinfo, size, page_size, &sum);
			zone = next;
			zone.asked_for = node == NODE_ALL || node == zone.node;
			continue;
		}
		take(line, "pages free", &zone.free);
		take(line, "min", &zone.min);
		take(line, "low", &zone.low);
		take(line, "free_highatomic:", &zone.atomic);
		take_protection(line, &zone.protection);
	}
	end_zone(&zone, buddyinfo, size, page_size, &sum);
	free(line);
	return sum;
}
