// SPDX-License-Identifier: GPL-2.0-only
/*
 * Datagrams of the kernel. The first byte chooses what is asked for; sequence
 * and port are 0 in what follows, which fuzzers find soon.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "hugetlbctl.h"
#include "nlparse.h"
#include "resize_print.h"

static int on_event(uint8_t cmd, const struct resize *r, void *data,
		    struct msg *msg)
{
	(void)msg;
	event_print(data, 0, cmd, r);
	event_print_json(data, 0, cmd, r);
	return ST_DONE;
}

static void parse(uint8_t what, const void *buf, size_t size, FILE *out)
{
	struct nl_answer answer = { .seq = 0 };
	struct nl_events events = { .family = 40, .fn = on_event, .data = out };
	static const struct filter all;
	struct resizes resizes = { 0 };
	struct nl_family family = { 0 };
	struct pools pools = { 0 };
	struct msg msg = { "" };

	switch (what % 4) {
	case 0:
		answer.fn = nl_parse_pool;
		answer.data = &pools;
		nl_parse_datagram(&answer, buf, size, &msg);
		pools_finish(&pools);
		break;
	case 1:
		answer.fn = nl_parse_resize;
		answer.data = &resizes;
		nl_parse_datagram(&answer, buf, size, &msg);
		resizes_sort(&resizes);
		resizes_print(out, &resizes, &all);
		resizes_print_json(out, &resizes, &all);
		break;
	case 2:
		answer.fn = nl_parse_family;
		answer.data = &family;
		nl_parse_datagram(&answer, buf, size, &msg);
		break;
	default:
		nl_parse_events(&events, buf, size, &msg);
	}
	resizes_free(&resizes);
	pools_free(&pools);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *out;
	void *copy;

	if (!out)
		out = fopen("/dev/null", "we");
	if (!out)
		abort();
	if (!size)
		return 0;
	/* Aligned as a socket's buffer is, and no byte longer. */
	copy = malloc(size > 1 ? size - 1 : 1);
	if (!copy)
		abort();
	memcpy(copy, data + 1, size - 1);
	parse(data[0], copy, size - 1, out);
	free(copy);
	return 0;
}
