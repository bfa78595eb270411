// SPDX-License-Identifier: GPL-2.0-only
/* What set is made of: values, shares, fragmentation, the progress bar. */
#include <string.h>

#include "cause.h"
#include "hugetlbctl.h"
#include "progress.h"
#include "spec.h"
#include "unit.h"
#include "zoneinfo.h"

static bool refused(const char *text, const char *why)
{
	struct spec spec;
	struct msg msg = { "" };

	return spec_parse(text, &spec, &msg) == ST_USAGE &&
	       strstr(msg.text, text) && strstr(msg.text, why);
}

static void test_specs(void)
{
	static const struct {
		const char *text;
		enum sign sign;
		enum unit unit;
		uint64_t n;
	} good[] = {
		{ "2M=4096", SIGN_NONE, UNIT_PAGES, 4096 },
		{ "2M=0", SIGN_NONE, UNIT_PAGES, 0 },
		{ "2048kB=+512", SIGN_PLUS, UNIT_PAGES, 512 },
		{ "2MiB=-2", SIGN_MINUS, UNIT_PAGES, 2 },
		{ "2M=64G", SIGN_NONE, UNIT_BYTES, 64ULL << 30 },
		{ "2M=-1g", SIGN_MINUS, UNIT_BYTES, 1ULL << 30 },
		{ "2M=40%", SIGN_NONE, UNIT_PERCENT, 40 },
		{ "2M=0G", SIGN_NONE, UNIT_BYTES, 0 },
		{ "2M=+100%", SIGN_PLUS, UNIT_PERCENT, 100 },
		{ "2M=18446744073709551615", SIGN_NONE, UNIT_PAGES, UINT64_MAX },
	};
	static const char *const bad[] = {
		"2M=", "2M=x", "2M=+", "2M=--1", "2M=+-1", "2M=1.5", "2M= 1",
		"2M=1 ", "2M=%", "2M=1%%", "2M=1%G", "2M=0x10", "2M=1=2",
		"2M=99999999999X",
	};
	static const char *const large[] = {
		"2M=18446744073709551616", "2M=99999999999E", "2M=-16777216TiB",
		"2M=99999999999999999999%",
	};
	static const char *const no_size[] = {
		"", "=", "=5", "0=5", "M=5", "-2M=5", "2X=5", "4096 ",
		"99999999999999999999999999999999999999999=5",
	};
	struct spec spec;
	struct msg msg;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		ok(spec_parse(good[i].text, &spec, &msg) == ST_DONE &&
		   spec.size == 2 << 20 && spec.valued &&
		   spec.value.sign == good[i].sign &&
		   spec.value.unit == good[i].unit && spec.value.n == good[i].n,
		   good[i].text);
	for (i = 0; i < ARRAY_SIZE(bad); i++)
		ok(refused(bad[i], "a value is"), bad[i]);
	for (i = 0; i < ARRAY_SIZE(large); i++)
		ok(refused(large[i], "the number is too large"), large[i]);
	for (i = 0; i < ARRAY_SIZE(no_size); i++)
		ok(refused(no_size[i], "page size comes first"), "no page size");
	ok(spec_parse("1G", &spec, &msg) == ST_DONE && !spec.valued &&
	   spec.size == 1 << 30, "a size alone");
	ok(refused("2M=101%", "no more than 100%"), "more than all memory");
	ok(refused("2M:4096", "as in 2M=4096"), "hugeadm's colon");
}

/* Pages of 2 MB that text makes of 100, in 8 GB; -1 if refused. */
static int64_t pages_of(const char *text)
{
	struct count memory = { .n = 8ULL << 30, .known = true };
	struct msg msg = { "" };
	struct value value;
	uint64_t pages = 0;

	if (value_parse(text, text, &value, &msg) != ST_DONE ||
	    value_pages(&value, 2 << 20, 100, memory, text, &pages, &msg) ||
	    pages_fit(pages, 2 << 20, 100, memory, text, &msg))
		return strstr(msg.text, text) ? -1 : -2;
	return pages;
}

static void test_values(void)
{
	struct count unknown = { 0 };
	struct value value;
	struct msg msg;
	uint64_t pages;

	ok(pages_of("7") == 7, "pages");
	ok(pages_of("+7") == 107, "more pages");
	ok(pages_of("-7") == 93, "fewer pages");
	ok(pages_of("-100") == 0, "all taken away");
	ok(pages_of("-101") == -1, "more taken away than there are");
	ok(pages_of("1G") == 512, "memory");
	ok(pages_of("+64M") == 132, "more memory");
	ok(pages_of("3M") == -1, "not a whole number of pages");
	ok(pages_of("50%") == 2048, "half of memory");
	ok(pages_of("4096") == 4096 && pages_of("4097") == -1, "all of memory and more");
	ok(pages_of("+18446744073709551615") == -1, "a sum that overflows");
	ok(value_parse("50%", "x", &value, &msg) == ST_DONE &&
	   value_pages(&value, 2 << 20, 0, unknown, "x", &pages, &msg) == ST_FAILED,
	   "a share of memory whose size is not known");
	ok(value_parse("+1", "x", &value, &msg) == ST_DONE &&
	   !value_pages(&value, 2 << 20, UINT64_MAX - 1, unknown, "x", &pages, &msg) &&
	   pages == UINT64_MAX, "the largest sum");
	ok(value_pages(&value, 2 << 20, UINT64_MAX, unknown, "x", &pages, &msg) == ST_USAGE &&
	   strstr(msg.text, "x: adds 1 page to 18446744073709551615, and 64 bits do not hold"),
	   "a larger one");
	ok(value_parse("99999999", "x", &value, &msg) == ST_DONE &&
	   !value_pages(&value, 2 << 20, 0, unknown, "x", &pages, &msg) &&
	   !pages_fit(pages, 2 << 20, 0, unknown, "x", &msg) &&
	   pages == 99999999, "without a known size of memory there is no limit");
}

static bool splits(const char *list, uint64_t n, uint64_t a, uint64_t b)
{
	static struct node_values nodes;
	uint64_t pages[NODES_MAX];
	struct msg msg;

	nodes.n = 0;
	return node_values_parse(list, &nodes, &msg) == ST_DONE &&
	       node_values_split(&nodes, n, pages, &msg) == ST_DONE &&
	       nodes.n == 2 && pages[0] == a && pages[1] == b;
}

static void test_nodes(void)
{
	static const char *const bad[] = {
		"", "x", "0,,1", "0=", "0=x", "-1=5", "0=1,0=2", "0,0", "=5",
		"99999999999", "0=1%%",
	};
	static struct node_values nodes;
	struct msg msg;
	size_t i;

	ok(splits("0=25,1=75", 100, 25, 75), "shares that are pages");
	ok(splits("0=25,1=75", 4096, 1024, 3072), "shares");
	ok(splits("0,1", 7, 3, 4), "equal shares: nothing gets lost");
	ok(splits("0=0,1=3", 7, 0, 7), "a share of nothing");
	ok(splits("0=1,1=2", UINT64_MAX, UINT64_MAX / 3, UINT64_MAX / 3 * 2),
	   "no overflow");
	ok(!splits("0=0,1=0", 7, 0, 0), "no shares at all");
	ok(!splits("0=1G,1=1", 7, 0, 0) && !splits("0=+1,1=1", 7, 0, 0),
	   "a share has neither unit nor sign");
	for (i = 0; i < ARRAY_SIZE(bad); i++) {
		nodes.n = 0;
		ok(node_values_parse(bad[i], &nodes, &msg) == ST_USAGE &&
		   strstr(msg.text, "'"), bad[i]);
	}
}

static void test_buddyinfo(void)
{
	/* 11 columns: the last ones are blocks of 2 MB and 4 MB */
	static const char text[] =
		"Node 0, zone      DMA    0    0    0    0    0    0    0    0    1    1    2\n"
		"Node 0, zone   Normal    9    9    9    9    9    9    9    9    9   10  100\n"
		"Node 1, zone   Normal 9999 9999 9999    0    0    0    0    0    0    0    0\n";
	struct count c;

	c = buddyinfo_blocks(text, 0, NULL, 2 << 20, 4096);
	ok(is(c, 215), "blocks of 2 MB on node 0, two in each of 4 MB");
	c = buddyinfo_blocks(text, 1, NULL, 2 << 20, 4096);
	ok(is(c, 0), "none on node 1");
	c = buddyinfo_blocks(text, NODE_ALL, NULL, 2 << 20, 4096);
	ok(is(c, 215), "all nodes");
	c = buddyinfo_blocks(text, 0, "DMA", 2 << 20, 4096);
	ok(is(c, 5), "those of one zone");
	c = buddyinfo_blocks(text, NODE_ALL, NULL, 1 << 30, 4096);
	ok(!c.known, "the kernel keeps no blocks of 1 GB");
	c = buddyinfo_blocks(text, 7, NULL, 2 << 20, 4096);
	ok(!c.known, "a node that is not there");
	c = buddyinfo_blocks("", NODE_ALL, NULL, 2 << 20, 4096);
	ok(!c.known, "an empty file");
	c = buddyinfo_blocks("Node 0, zone Normal 1 x 3\nNode\n", 0, NULL, 4096, 4096);
	ok(!c.known, "garbage");
}

/* In blocks of 2 MB: 512 pages of the kernel. */
static struct spare spare_of(const char *zoneinfo, const char *buddyinfo, int node)
{
	FILE *file = fmemopen((void *)zoneinfo, strlen(zoneinfo), "r");
	struct spare spare = zoneinfo_spare(file, buddyinfo, node, 2 << 20, 4096);

	fclose(file);
	return spare;
}

#define ZONE(node, name, free, min, low, protection) \
	"Node " #node ", zone " name "\n  per-node stats\n      nr_free_cma  7\n" \
	"  pages free     " #free "\n        boost    1\n        min      " #min "\n" \
	"        low      " #low "\n        protection: (" protection ")\n" \
	"      nr_free_pages " #free "\n  pagesets\n    cpu: 0\n              high_min: 9\n"

static void test_zoneinfo(void)
{
	static const char text[] =
		ZONE(0, "  DMA32", 3000, 75, 76, "0, 959, 1900") "  free_highatomic:     512\n"
		ZONE(0, " Normal", 3000, 440, 952, "0, 0, 0") "  free_highatomic:     0\n"
		ZONE(0, "Movable", 0, 32, 32, "0, 0, 0")
		ZONE(1, " Normal", 2047, 1024, 1536, "0")
		ZONE(2, " Normal", 2047, 1023, 9999, "0")
		ZONE(3, " Normal", 2047, 1024, 2046, "0");
	static const char blocks[] =
		"Node 0, zone    DMA32 1 1 1 1 1 1 1 1 1 9 0\n"
		"Node 0, zone   Normal 1 1 1 1 1 1 1 1 1 1 1\n"
		"Node 1, zone   Normal 1 1 1 1 1 1 1 1 1 1 1\n"
		"Node 2, zone   Normal 1 1 1 1 1 1 1 1 1 1 0\n"
		"Node 3, zone   Normal 1 1 1 1 1 1 1 1 1 0 0\n";
	struct spare s;

	s = spare_of(text, blocks, 0);
	ok(is(s.pages, 6), "what watermark, the last reserve and atomic pages leave of zones");
	ok(is(s.whole, 4), "what of it is in one piece in the same zone");
	s = spare_of(text, blocks, 1);
	ok(is(s.pages, 1) && is(s.whole, 1), "one page of the kernel short of two");
	s = spare_of(text, blocks, 2);
	ok(is(s.pages, 1) && is(s.whole, 1), "no compaction below low, but whole ones");
	s = spare_of(text, blocks, 3);
	ok(is(s.pages, 1) && is(s.whole, 0), "compaction from low on, to below it");
	s = spare_of(text, blocks, NODE_ALL);
	ok(is(s.pages, 9) && is(s.whole, 6), "all nodes");
	s = spare_of(text, "", 0);
	ok(is(s.pages, 6) && !s.whole.known, "no buddyinfo");
	s = spare_of(text, blocks, 7);
	ok(!s.pages.known && !s.whole.known, "zones of a node that is not there");
	s = zoneinfo_spare(NULL, blocks, NODE_ALL, 2 << 20, 4096);
	ok(!s.pages.known && !s.whole.known, "no zoneinfo");
	s = spare_of("Node 0, zone X\n pages free x\n min 1\n protection: (\n", blocks, 0);
	ok(!s.pages.known, "garbage in it");
	s = spare_of(ZONE(0, "X", 9999, 18446744073709551615, 1, "9998"), blocks, 0);
	ok(is(s.pages, 0), "reserves that overflow");
}

static void test_progress(void)
{
	struct resize_node nodes[] = {
		{ .node = 0, .pages = { 300, true } },
		{ .node = 1, .pages = { 200, true } },
	};
	struct resize r = {
		.size = 2 << 20, .asked = { 1000, true }, .done = { 500, true },
		.elapsed = { 2000000000, true }, .nodes = nodes, .n_nodes = 2,
	};
	char line[256];
	size_t width;

	progress_format(line, 120, PROGRESS_LINES, "2M", &r);
	ok(!strcmp(line, "2M:  50% 500/1000 pages, 250/s, 2 s left, node 0:300 1:200"),
	   "a line of progress");
	progress_format(line, 80, PROGRESS_BAR, "2M", &r);
	ok(strstr(line, "2M [=========>          ]  50% 500/1000 pages, ") == line &&
	   strstr(line, " pages, 250/s, 2 s left, node 0:300 1:200"),
	   "the bar takes the room there is");
	ok(strlen(line) == 80, "all of it");
	for (width = 0; width < 100; width++) {
		progress_format(line, width, PROGRESS_BAR, "2M", &r);
		if (strlen(line) > width)
			break;
	}
	ok(width == 100, "never wider than the terminal");
	r.done.n = 2000;
	r.elapsed.n = 0;
	r.n_nodes = 0;
	progress_format(line, 120, PROGRESS_LINES, "2M", &r);
	ok(!strcmp(line, "2M: 100% 1000/1000 pages"), "never more than all");
	r.asked.n = 0;
	progress_format(line, 120, PROGRESS_LINES, "2M", &r);
	ok(!strcmp(line, "2M: 100% 0/0 pages"), "nothing asked for");
	r.asked.n = 1000000;
	r.done.n = 10;
	r.elapsed.n = 1000000000;
	progress_format(line, 120, PROGRESS_LINES, "2M", &r);
	ok(strstr(line, "1667 min left"), "minutes when it takes long");
}

void test_set(void)
{
	test_specs();
	test_values();
	test_nodes();
	test_buddyinfo();
	test_zoneinfo();
	test_progress();
}
