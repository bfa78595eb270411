// SPDX-License-Identifier: GPL-2.0-only
/* SPECs and lists of nodes, and the numbers that come of them. */
#include <stdlib.h>
#include <string.h>

#include "cause.h"
#include "fuzz.h"
#include "hugetlbctl.h"
#include "spec.h"
#include "zoneinfo.h"

static void one_spec(const char *text)
{
	struct count memory = { .n = 1ULL << 34, .known = true };
	struct spec spec;
	struct msg msg = { "" };
	uint64_t pages;
	int ret;

	ret = spec_parse(text, &spec, &msg);
	fuzz_must(ret == ST_DONE || (ret == ST_USAGE && *msg.text));
	if (ret != ST_DONE || !spec.valued)
		return;
	fuzz_must(spec.size > 0);
	ret = value_pages(&spec.value, spec.size, 1000, memory, text, &pages,
			  &msg);
	if (ret == ST_DONE)
		ret = pages_fit(pages, spec.size, 1000, memory, text, &msg);
	fuzz_must(ret == ST_USAGE || pages <= 1000 ||
		  pages <= memory.n / spec.size);
}

static void one_list(const char *text)
{
	static struct node_values nodes;
	static uint64_t pages[NODES_MAX];
	struct msg msg = { "" };
	uint64_t sum = 0;
	size_t i;

	nodes.n = 0;
	if (node_values_parse(text, &nodes, &msg) != ST_DONE ||
	    node_values_split(&nodes, 1000000007, pages, &msg) != ST_DONE)
		return;
	for (i = 0; i < nodes.n; i++)
		sum += pages[i];
	fuzz_must(sum == 1000000007);
}

/* fmemopen() takes no empty text. */
static void one_zoneinfo(char *text)
{
	FILE *file = *text ? fmemopen(text, strlen(text), "r") : NULL;
	struct spare spare = zoneinfo_spare(file, text, NODE_ALL, 2 << 20, 4096);

	fuzz_must(spare.whole.n <= spare.pages.n);
	if (file)
		fclose(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);

	one_spec(text);
	one_list(text);
	buddyinfo_blocks(text, NODE_ALL, NULL, 2 << 20, 4096);
	one_zoneinfo(text);
	free(text);
	return 0;
}
