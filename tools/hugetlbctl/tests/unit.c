// SPDX-License-Identifier: GPL-2.0-only
/*
 * The parsers on messages built by hand: no kernel with the family is needed,
 * and no kernel would send most of these.
 */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <linux/genetlink.h>
#include <linux/hugetlb_netlink.h>

#include "hugetlbctl.h"
#include "nlparse.h"
#include "resize_print.h"
#include "sizes.h"
#include "suggest.h"
#include "unit.h"

#define SEQ	7
#define PORT	4711
#define FAMILY	40

static int tests, failed;

void ok_at(bool good, const char *what, int line)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
	if (!good) {
		printf("# line %d\n", line);
		failed++;
	}
}

bool is(struct count count, uint64_t value)
{
	return count.known && count.n == value;
}

/* One datagram under construction, and what came of it. */
struct box {
	char *buf;
	size_t len;
	struct nlmsghdr *nlh;
	struct nl_answer answer;
	struct msg msg;
};

static void box_start(struct box *box)
{
	memset(box, 0, sizeof(*box));
	box->buf = calloc(1, 8192);
	if (!box->buf)
		exit(1);
	box->answer.seq = SEQ;
	box->answer.portid = PORT;
}

static void box_message(struct box *box, uint16_t type, uint16_t flags)
{
	if (box->nlh)
		box->len += MNL_ALIGN(box->nlh->nlmsg_len);
	box->nlh = mnl_nlmsg_put_header(box->buf + box->len);
	box->nlh->nlmsg_type = type;
	box->nlh->nlmsg_flags = flags;
	box->nlh->nlmsg_seq = SEQ;
	box->nlh->nlmsg_pid = PORT;
}

static void box_genl(struct box *box, uint8_t cmd)
{
	struct genlmsghdr *genl;

	box_message(box, FAMILY, NLM_F_MULTI);
	genl = mnl_nlmsg_put_extra_header(box->nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = 1;
}

static void box_int(struct box *box, int value)
{
	memcpy(mnl_nlmsg_put_extra_header(box->nlh, sizeof(value)), &value,
	       sizeof(value));
}

/* As the kernel does for uint: 4 bytes where they do. */
static void put_uint(struct box *box, uint16_t type, uint64_t value)
{
	if (value <= UINT32_MAX)
		mnl_attr_put_u32(box->nlh, type, value);
	else
		mnl_attr_put_u64(box->nlh, type, value);
}

/*
 * Parse the datagram without its last cut bytes. A copy of just that size lets
 * AddressSanitizer and valgrind see a read behind the end.
 */
static int box_parse(struct box *box, size_t cut,
		     int (*fn)(const struct nlmsghdr *, void *, struct msg *),
		     void *data)
{
	size_t len = box->len + MNL_ALIGN(box->nlh->nlmsg_len) - cut;
	char *copy = malloc(len ? len : 1);
	int ret;

	if (!copy)
		exit(1);
	memcpy(copy, box->buf, len);
	box->answer.fn = fn;
	box->answer.data = data;
	ret = nl_parse_datagram(&box->answer, copy, len, &box->msg);
	free(copy);
	free(box->buf);
	return ret;
}

static void test_pools(void)
{
	struct pools pools = { 0 };
	struct box box;
	struct pool *p;

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);	/* node before total */
	put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
	mnl_attr_put_u32(box.nlh, HUGETLB_A_POOL_NODE, 1);
	put_uint(&box, HUGETLB_A_POOL_TOTAL, 100);
	put_uint(&box, HUGETLB_A_POOL_FREE, 40);
	put_uint(&box, HUGETLB_A_POOL_HVO, 100);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
	mnl_attr_put_u64(box.nlh, HUGETLB_A_POOL_TOTAL, 100);
	put_uint(&box, HUGETLB_A_POOL_FREE, 40);
	put_uint(&box, HUGETLB_A_POOL_RESERVED, 3);
	put_uint(&box, HUGETLB_A_POOL_SURPLUS, 2);
	put_uint(&box, HUGETLB_A_POOL_OVERCOMMIT, UINT64_MAX);
	put_uint(&box, HUGETLB_A_POOL_HVO, 100);
	put_uint(&box, HUGETLB_A_POOL_HVO_SAVING, 28672);
	mnl_attr_put(box.nlh, HUGETLB_A_POOL_DEFAULT, 0, NULL);
	put_uint(&box, 4000, 1);		/* of a newer kernel */
	box_message(&box, NLMSG_DONE, NLM_F_MULTI);
	box_int(&box, 0);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_DONE, "a dump of pools");
	ok(box.answer.ended && !box.answer.changed, "it ends");
	pools_finish(&pools);
	ok(pools.n == 2, "two pools");
	if (pools.n == 2) {
		p = &pools.v[0];
		ok(p->node == NODE_ALL && p->size == 2 << 20, "the total is first");
		ok(is(p->total, 100) && is(p->free, 40) && is(p->reserved, 3) &&
		   is(p->surplus, 2) && is(p->hvo, 100) && p->is_default, "its counts");
		ok(is(p->overcommit, UINT64_MAX), "a number of 8 bytes");
		p = &pools.v[1];
		ok(p->node == 1 && is(p->total, 100), "the node");
		ok(!p->reserved.known && !p->overcommit.known, "what a node lacks is not known");
		ok(p->is_default && is(p->hvo_saving, 28672), "what the total tells holds for it");
	}
	pools_free(&pools);
}

static void test_bad_pools(void)
{
	struct pools pools = { 0 };
	struct box box;
	size_t cut;
	bool good = true;

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	put_uint(&box, HUGETLB_A_POOL_TOTAL, 100);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED &&
	   strstr(box.msg.text, "page size"), "a pool without a page size is refused");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
	put_uint(&box, HUGETLB_A_POOL_FREE, 1);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED &&
	   strstr(box.msg.text, "number of pages"), "so is one without a number of pages");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 0);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED, "a page size of 0 is refused");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	mnl_attr_put_u16(box.nlh, HUGETLB_A_POOL_PAGE_SIZE, 4);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED &&
	   strstr(box.msg.text, "4 nor 8"), "a number of 2 bytes is refused");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
	put_uint(&box, HUGETLB_A_POOL_NODE, (uint64_t)INT_MAX + 1);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED, "a huge node number is refused");

	box_start(&box);
	box_message(&box, FAMILY, NLM_F_MULTI);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED,
	   "a message without a family header is refused");
	ok(!pools.n, "none of them made a pool");

	/* A header plus two attributes, 16 + 4 + 8 + 8 bytes. */
	for (cut = 1; cut < 36; cut++) {
		box_start(&box);
		box_genl(&box, HUGETLB_CMD_POOL_GET);
		put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
		put_uint(&box, HUGETLB_A_POOL_TOTAL, 1);
		good &= box_parse(&box, cut, nl_parse_pool, &pools) == ST_FAILED;
	}
	ok(good && !pools.n, "a datagram cut off anywhere is refused");

	good = true;
	for (cut = 1; cut < 16; cut++) {
		box_start(&box);
		box_genl(&box, HUGETLB_CMD_POOL_GET);
		put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
		put_uint(&box, HUGETLB_A_POOL_TOTAL, 1);
		box.nlh->nlmsg_len -= cut;
		good &= box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED;
	}
	ok(good && !pools.n, "a message cut off within an attribute is refused");
	pools_free(&pools);
}

static void put_node(struct box *box, unsigned int node, uint64_t pages,
		     unsigned int workers, uint64_t elapsed, uint64_t failures)
{
	struct nlattr *nest = mnl_attr_nest_start(box->nlh, HUGETLB_A_RESIZE_NODE);

	mnl_attr_put_u32(box->nlh, HUGETLB_A_RESIZE_NODE_NODE, node);
	put_uint(box, HUGETLB_A_RESIZE_NODE_PAGES, pages);
	mnl_attr_put_u32(box->nlh, HUGETLB_A_RESIZE_NODE_WORKERS, workers);
	put_uint(box, HUGETLB_A_RESIZE_NODE_ELAPSED, elapsed);
	put_uint(box, HUGETLB_A_RESIZE_NODE_FAILURES, failures);
	mnl_attr_nest_end(box->nlh, nest);
}

static void put_resize(struct box *box, bool wide)
{
	int32_t surplus = -3;

	box_genl(box, HUGETLB_CMD_RESIZE_GET);
	put_uint(box, HUGETLB_A_RESIZE_PAGE_SIZE, 2 << 20);
	mnl_attr_put_u32(box->nlh, HUGETLB_A_RESIZE_ORIGIN, HUGETLB_ORIGIN_SYSCTL);
	mnl_attr_put_u32(box->nlh, HUGETLB_A_RESIZE_DIRECTION, HUGETLB_DIRECTION_GROW);
	put_uint(box, HUGETLB_A_RESIZE_ASKED, 150000);
	put_uint(box, HUGETLB_A_RESIZE_DONE, 149000);
	if (wide)
		mnl_attr_put_u64(box->nlh, HUGETLB_A_RESIZE_SURPLUS, (uint64_t)(int64_t)surplus);
	else
		mnl_attr_put_u32(box->nlh, HUGETLB_A_RESIZE_SURPLUS, surplus);
	mnl_attr_put_u32(box->nlh, HUGETLB_A_RESIZE_WORKERS, 2);
	put_uint(box, HUGETLB_A_RESIZE_START, 1700000000123456789);
	put_uint(box, HUGETLB_A_RESIZE_ELAPSED, 1250000000);
	put_uint(box, HUGETLB_A_RESIZE_RESERVING, 2500000);
	put_uint(box, HUGETLB_A_RESIZE_INITIALIZING, 1000000000);
	put_uint(box, HUGETLB_A_RESIZE_OPTIMIZING, 0);
	mnl_attr_put(box->nlh, HUGETLB_A_RESIZE_INTERRUPTED, 0, NULL);
	put_node(box, 1, 74000, 1, 5000000000, 12);
	put_node(box, 0, 75000, 1, 0, 0);
}

/* What print makes of resizes, to be freed. */
static char *printed(void (*print)(FILE *, const struct resizes *,
				   const struct filter *),
		     const struct resizes *resizes)
{
	static const struct filter everything;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (!out)
		exit(1);
	print(out, resizes, &everything);
	fclose(out);
	return text;
}

static void has_all(const char *text, const char *const *parts, const char *what)
{
	bool good = true;

	for (; *parts; parts++) {
		if (strstr(text, *parts))
			continue;
		printf("# not there: %s\n", *parts);
		good = false;
	}
	if (!good)
		printf("# %zu characters:\n%s\n", strlen(text), text);
	ok(good, what);
}

/* What hugetlbctl last prints of them, for people and as JSON. */
static void prints_all(const struct resizes *resizes,
		       const char *const *human, const char *in_human,
		       const char *const *json, const char *in_json)
{
	char *text = printed(resizes_print, resizes);

	has_all(text, human, in_human);
	free(text);
	text = printed(resizes_print_json, resizes);
	has_all(text, json, in_json);
	free(text);
}

static void test_resize_output(const struct resizes *resizes)
{
	static const char *const human[] = {
		"2M: grow, origin sysctl\n", "asked     150000 pages (293.0G)\n",
		"done      149000 pages, 997 fewer than asked, interrupted\n",
		"surplus   -3 pages\n", "workers   2\n", "2023-11-14 22:13:20 +0000\n",
		"elapsed   1.250 s\n", "    reserving    2.5 ms\n",
		"    initializing 1.000 s\n", "    optimizing   0.000 ms\n",
		"rate      119200 pages/s, 249.98 GB/s\n",
		"     0      75000       1            -          0\n",
		"     1      74000       1      5.000 s         12\n", NULL
	};
	static const char *const json[] = {
		"\"resizes\": [", "\"size\": 2097152,", "\"origin\": \"sysctl\",",
		"\"direction\": \"grow\",", "\"asked\": 150000,", "\"done\": 149000,",
		"\"surplus\": -3,", "\"interrupted\": true,", "\"workers\": 2,",
		"\"start_ns\": 1700000000123456789,", "\"elapsed_ns\": 1250000000,",
		"\"reserving_ns\": 2500000,", "\"initializing_ns\": 1000000000,",
		"\"optimizing_ns\": 0,",
		"\"pages_per_second\": 119200,", "\"bytes_per_second\": 249980518400,",
		"\"failures\": 12", NULL
	};
	prints_all(resizes, human, "a resize for people", json, "a resize in JSON");
}

static void test_resizes(void)
{
	struct resizes resizes = { 0 };
	struct box box;
	int wide;

	for (wide = 0; wide < 2; wide++) {
		box_start(&box);
		put_resize(&box, wide);
		box_message(&box, NLMSG_DONE, NLM_F_MULTI);
		box_int(&box, 0);
		ok(box_parse(&box, 0, nl_parse_resize, &resizes) == ST_DONE &&
		   box.answer.ended && resizes.n == 1,
		   wide ? "a resize, sint of 8 bytes" : "a resize, sint of 4 bytes");
		resizes_sort(&resizes);
		if (resizes.n == 1) {
			ok(resizes.v[0].surplus == -3, "a negative number");
			ok(resizes.v[0].n_nodes == 2 && resizes.v[0].nodes[0].node == 0 &&
			   is(resizes.v[0].nodes[1].elapsed, 5000000000), "its nodes, sorted");
			test_resize_output(&resizes);
		}
		resizes_free(&resizes);
	}
}

static void test_sparse_resizes(void)
{
	static const char *const human[] = {
		"1G: unknown direction, origin unknown\n", "asked     - pages\n",
		"done      - pages\n", "workers   -\n", "when      before the clock was set\n",
		"elapsed   -\n", "rate      -\n", "2M: shrink", "none, serial path", NULL
	};
	static const char *const json[] = {
		"\"origin\": null", "\"direction\": null", "\"asked\": null",
		"\"start_ns\": null",
		"\"elapsed_ns\": null", "\"reserving_ns\": null", "\"optimizing_ns\": null",
		"\"pages_per_second\": null",
		"\"surplus\": 0", "\"nodes\": []",
		NULL
	};
	struct resizes resizes = { 0 };
	struct box box;
	char *text;

	text = printed(resizes_print_json, &resizes);
	ok(!strcmp(text, "{\n   \"resizes\": []\n}\n"), "no resize in JSON");
	free(text);

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_RESIZE_GET);
	put_uint(&box, HUGETLB_A_RESIZE_PAGE_SIZE, 1 << 30);
	mnl_attr_put_u32(box.nlh, HUGETLB_A_RESIZE_ORIGIN, 99);
	box_genl(&box, HUGETLB_CMD_RESIZE_GET);
	put_uint(&box, HUGETLB_A_RESIZE_PAGE_SIZE, 2 << 20);
	mnl_attr_put_u32(box.nlh, HUGETLB_A_RESIZE_DIRECTION, HUGETLB_DIRECTION_SHRINK);
	put_uint(&box, HUGETLB_A_RESIZE_DONE, UINT64_MAX);
	put_uint(&box, HUGETLB_A_RESIZE_ELAPSED, 1);
	put_uint(&box, HUGETLB_A_RESIZE_WORKERS, 0);
	ok(box_parse(&box, 0, nl_parse_resize, &resizes) == ST_DONE && resizes.n == 2,
	   "resizes with little in them");
	ok(!box.answer.ended, "the answer goes on");
	prints_all(&resizes, human, "shown with gaps", json, "null in JSON");
	resizes_free(&resizes);
}

/* A growth that took over surplus pages: none was allocated. */
static void test_no_rate(void)
{
	static const char *const human[] = {
		"done      0 pages\n", "elapsed   500.0 ms\n", "rate      -\n", NULL
	};
	static const char *const json[] = {
		"\"pages_per_second\": null", "\"bytes_per_second\": null", NULL
	};
	struct resize r = {
		.size = 2 << 20, .direction = { HUGETLB_DIRECTION_GROW, true },
		.asked = { 6, true }, .done = { 0, true }, .surplus = -6,
		.elapsed = { 500000000, true },
	};
	const struct resizes resizes = { .v = &r, .n = 1 };

	prints_all(&resizes, human, "no page came: no rate", json, "nor in JSON");
}

static void test_bad_resizes(void)
{
	struct resizes resizes = { 0 };
	struct nlattr *nest;
	struct box box;
	int cut;
	bool good = true;

	for (cut = 1; cut < 8; cut++) {
		box_start(&box);
		box_genl(&box, HUGETLB_CMD_RESIZE_GET);
		put_uint(&box, HUGETLB_A_RESIZE_PAGE_SIZE, 2 << 20);
		nest = mnl_attr_nest_start(box.nlh, HUGETLB_A_RESIZE_NODE);
		mnl_attr_put_u32(box.nlh, HUGETLB_A_RESIZE_NODE_NODE, 0);
		mnl_attr_put_u32(box.nlh, HUGETLB_A_RESIZE_NODE_WORKERS, 1);
		mnl_attr_nest_end(box.nlh, nest);
		nest->nla_len -= cut;
		box.nlh->nlmsg_len -= cut;
		good &= box_parse(&box, 0, nl_parse_resize, &resizes) == ST_FAILED;
	}
	ok(good, "a nest cut off is refused");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_RESIZE_GET);
	put_uint(&box, HUGETLB_A_RESIZE_PAGE_SIZE, 2 << 20);
	nest = mnl_attr_nest_start(box.nlh, HUGETLB_A_RESIZE_NODE);
	mnl_attr_put_u32(box.nlh, HUGETLB_A_RESIZE_NODE_NODE, 0);
	mnl_attr_nest_end(box.nlh, nest);
	((struct nlattr *)mnl_attr_get_payload(nest))->nla_len = 200;
	ok(box_parse(&box, 0, nl_parse_resize, &resizes) == ST_FAILED,
	   "an attribute that leaves its nest is refused");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_RESIZE_GET);
	put_uint(&box, HUGETLB_A_RESIZE_PAGE_SIZE, 2 << 20);
	mnl_attr_nest_end(box.nlh, mnl_attr_nest_start(box.nlh, HUGETLB_A_RESIZE_NODE));
	ok(box_parse(&box, 0, nl_parse_resize, &resizes) == ST_FAILED &&
	   strstr(box.msg.text, "no number"), "a node without a number is refused");

	/* The nodes read before the end of a bad message must not leak. */
	box_start(&box);
	box_genl(&box, HUGETLB_CMD_RESIZE_GET);
	put_node(&box, 0, 1, 1, 1, 0);
	ok(box_parse(&box, 0, nl_parse_resize, &resizes) == ST_FAILED,
	   "a resize without a page size is refused");
	ok(!resizes.n, "none of them made a resize");
	resizes_free(&resizes);
}

static void test_errors(void)
{
	struct pools pools = { 0 };
	struct nl_family family = { 0 };
	struct nlmsgerr *err;
	struct box box;
	size_t cut;
	bool good = true;

	box_start(&box);
	box_message(&box, NLMSG_ERROR, NLM_F_CAPPED | NLM_F_ACK_TLVS);
	err = mnl_nlmsg_put_extra_header(box.nlh, sizeof(*err));
	err->error = -EINVAL;
	err->msg.nlmsg_len = 100;	/* capped: not really there */
	mnl_attr_put_strz(box.nlh, NLMSGERR_ATTR_MSG, "no such page size");
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED, "an error");
	ok(box.answer.error == EINVAL, "its number");
	ok(strstr(box.msg.text, "Invalid argument (no such page size)"), "the kernel's words");

	box_start(&box);
	box_message(&box, NLMSG_ERROR, NLM_F_ACK_TLVS);
	err = mnl_nlmsg_put_extra_header(box.nlh, sizeof(*err));
	err->error = -ENOENT;
	err->msg.nlmsg_len = sizeof(struct nlmsghdr) + 8;
	mnl_nlmsg_put_extra_header(box.nlh, 8);	/* the request itself */
	mnl_attr_put_strz(box.nlh, NLMSGERR_ATTR_MSG, "after the request");
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED &&
	   strstr(box.msg.text, "(after the request)"), "words after an error that is not capped");

	box_start(&box);
	box_message(&box, NLMSG_ERROR, NLM_F_ACK_TLVS);
	err = mnl_nlmsg_put_extra_header(box.nlh, sizeof(*err));
	err->error = INT_MIN;
	err->msg.nlmsg_len = UINT32_MAX;
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED && box.answer.error == EPROTO,
	   "an absurd error");

	for (cut = 1; cut <= sizeof(*err); cut++) {
		box_start(&box);
		box_message(&box, NLMSG_ERROR, 0);
		mnl_nlmsg_put_extra_header(box.nlh, sizeof(*err));
		box.nlh->nlmsg_len -= cut;
		good &= box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED;
	}
	ok(good, "an error message cut off is refused");

	box_start(&box);
	box_message(&box, NLMSG_DONE, NLM_F_MULTI | NLM_F_ACK_TLVS);
	box_int(&box, -ENOMEM);
	mnl_attr_put_strz(box.nlh, NLMSGERR_ATTR_MSG, "at the end");
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED &&
	   box.answer.error == ENOMEM && strstr(box.msg.text, "(at the end)"),
	   "a dump that ends in an error");

	box_start(&box);
	box_message(&box, NLMSG_DONE, NLM_F_MULTI | NLM_F_DUMP_INTR);
	box_int(&box, 0);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_DONE &&
	   box.answer.ended && box.answer.changed, "a dump that was disturbed");

	box_start(&box);
	box_genl(&box, HUGETLB_CMD_POOL_GET);
	put_uint(&box, HUGETLB_A_POOL_PAGE_SIZE, 2 << 20);
	box.nlh->nlmsg_seq = SEQ - 1;
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_DONE && !pools.n,
	   "an old answer is passed over");

	box_start(&box);
	box_message(&box, NLMSG_OVERRUN, 0);
	ok(box_parse(&box, 0, nl_parse_pool, &pools) == ST_FAILED, "lost data is an error");

	box_start(&box);
	box_genl(&box, CTRL_CMD_NEWFAMILY);
	mnl_attr_put_strz(box.nlh, CTRL_ATTR_FAMILY_NAME, "hugetlb");
	mnl_attr_put_u16(box.nlh, CTRL_ATTR_FAMILY_ID, 33);
	box_message(&box, NLMSG_ERROR, NLM_F_CAPPED);
	mnl_nlmsg_put_extra_header(box.nlh, sizeof(*err));
	ok(box_parse(&box, 0, nl_parse_family, &family) == ST_DONE && family.id == 33 &&
	   box.answer.ended, "the family's number");

	box_start(&box);
	box_genl(&box, CTRL_CMD_NEWFAMILY);
	mnl_attr_put_u32(box.nlh, CTRL_ATTR_FAMILY_ID, 33);
	ok(box_parse(&box, 0, nl_parse_family, &family) == ST_FAILED,
	   "a family's number of 4 bytes is refused");
	pools_free(&pools);
}

static void test_sizes(void)
{
	static const struct {
		const char *text;
		uint64_t size;
	} good[] = {
		{ "2M", 2 << 20 }, { "2m", 2 << 20 }, { "2MB", 2 << 20 }, { "2MiB", 2 << 20 },
		{ "2048kB", 2 << 20 }, { "2048K", 2 << 20 }, { "2097152", 2 << 20 },
		{ "2097152B", 2 << 20 }, { "64K", 64 << 10 }, { "1G", 1 << 30 },
		{ "16G", 16ULL << 30 }, { "15E", 15ULL << 60 },
	};
	static const char *const bad[] = {
		"", "0", "0M", "M", "2X", "2MM", "2iB", "-2M", "+2M", " 2M", "2M ", "2.5M", "0x2M",
		"16E", "18446744073709551616", "99999999999999999999M", "2M\n",
	};
	static const struct {
		uint64_t size;
		const char *text;
	} out[] = {
		{ 0, "0" }, { 512, "512B" }, { 64 << 10, "64K" }, { 2 << 20, "2M" },
		{ 3 << 19, "1.5M" }, { 1 << 30, "1G" }, { 314572800000, "293.0G" },
		{ UINT64_MAX, "16.0E" },
	};
	char buf[FORMAT_MAX];
	uint64_t size;
	size_t i;
	bool all = true;

	for (i = 0; i < ARRAY_SIZE(good); i++)
		if (!parse_size(good[i].text, &size) || size != good[i].size)
			all = !!printf("# %s\n", good[i].text) && false;
	ok(all, "good sizes");
	for (all = true, i = 0; i < ARRAY_SIZE(bad); i++)
		if (parse_size(bad[i], &size))
			all = !!printf("# %s\n", bad[i]) && false;
	ok(all, "bad sizes are refused");
	for (all = true, i = 0; i < ARRAY_SIZE(out); i++)
		if (strcmp(format_size(buf, out[i].size), out[i].text))
			all = !!printf("# %s is not %s\n", buf, out[i].text) && false;
	ok(all, "sizes written");
	ok(!strcmp(format_duration(buf, 1500), "0.002 ms") &&
	   !strcmp(format_duration(buf, 560200000), "560.2 ms") &&
	   !strcmp(format_duration(buf, 77000000000), "77.000 s"), "durations written");
}

static void test_suggest(void)
{
	static const char *const names[] = { "show", "last", "help" };
	static const char *const near[][2] = {
		{ "shwo", "show" }, { "shows", "show" }, { "hsow", "show" }, { "l", "last" },
		{ "lst", "last" }, { "hlep", "help" },
	};
	static const char *const far[] = {
		"", "x", "xy", "monitor", "a-word-longer-than-any-command-there-is",
	};
	bool all = true;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(near); i++) {
		const char *found = suggest(near[i][0], names, 3);

		all &= found && !strcmp(found, near[i][1]);
	}
	ok(all, "near words get a suggestion");
	for (all = true, i = 0; i < ARRAY_SIZE(far); i++)
		all &= !suggest(far[i], names, 3);
	ok(all, "other words get none");
}

struct seen {
	uint8_t cmd;
	uint64_t done;
	int n;
};

static int on_event(uint8_t cmd, const struct resize *r, void *data,
		    struct msg *msg)
{
	struct seen *seen = data;

	(void)msg;
	seen->cmd = cmd;
	seen->done = r->done.n;
	seen->n++;
	return ST_DONE;
}

static void test_events(void)
{
	struct seen seen = { 0 };
	const struct nl_events events = {
		.family = FAMILY, .fn = on_event, .data = &seen
	};
	struct box box;
	size_t len, cut;

	box_start(&box);
	box_message(&box, FAMILY + 1, 0);	/* of somebody else */
	box_int(&box, 0);
	box_genl(&box, HUGETLB_CMD_RESIZE_PROGRESS_NTF);
	box.nlh->nlmsg_seq = 0;
	box.nlh->nlmsg_pid = 0;
	put_uint(&box, HUGETLB_A_RESIZE_PAGE_SIZE, 2 << 20);
	put_uint(&box, HUGETLB_A_RESIZE_DONE, 77);
	len = box.len + box.nlh->nlmsg_len;
	ok(nl_parse_events(&events, box.buf, len, &box.msg) == ST_DONE &&
	   seen.n == 1 && seen.cmd == HUGETLB_CMD_RESIZE_PROGRESS_NTF &&
	   seen.done == 77, "an event");
	for (cut = 1; cut < box.nlh->nlmsg_len; cut++)
		if (nl_parse_events(&events, box.buf, len - cut, &box.msg) !=
		    ST_FAILED)
			break;
	ok(cut == box.nlh->nlmsg_len && seen.n == 1, "an event that is cut off");
	free(box.buf);
}

/* What one of the two event printers writes; the caller frees it. */
static char *event_text(void (*print)(FILE *, uint64_t, uint8_t,
				      const struct resize *),
			uint8_t cmd, const struct resize *r)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		exit(1);
	print(out, 1000000000, cmd, r);
	fclose(out);
	return text;
}

static void test_event_output(void)
{
	struct resize_node node = { .node = 1, .pages = { 50, true } };
	struct resize r = {
		.size = 2 << 20, .origin = { HUGETLB_ORIGIN_SYSFS, true },
		.direction = { HUGETLB_DIRECTION_GROW, true },
		.asked = { 100, true }, .done = { 50, true },
		.elapsed = { 500000000, true }, .interrupted = true,
		.nodes = &node, .n_nodes = 1,
	};
	char *text;

	text = event_text(event_print, HUGETLB_CMD_RESIZE_DONE_NTF, &r);
	ok(strstr(text, "1970-01-01 00:00:01 +0000 2M done grow by sysfs: 50/100 pages in") &&
	   strstr(text, "in 500.0 ms, 100/s, node 1:50, 50 missing, interrupted\n"),
	   "the end of a resize as a line");
	free(text);
	text = event_text(event_print, HUGETLB_CMD_RESIZE_START_NTF, &r);
	ok(strstr(text, "2M start grow by sysfs: 50/100 pages, node 1:50"),
	   "the start has no rate");
	free(text);
	r.origin.n = HUGETLB_ORIGIN_NODE;
	r.n_nodes = 0;
	text = event_text(event_print, HUGETLB_CMD_RESIZE_START_NTF, &r);
	ok(strstr(text, "2M start grow by a node's file: 50/100 pages"),
	   "the file of a node, whose number the start does not have");
	free(text);
	r.n_nodes = 1;
	text = event_text(event_print_json, HUGETLB_CMD_RESIZE_PROGRESS_NTF, &r);
	ok(*text == '{' && strstr(text, "\"event\": \"progress\", \"size\": 2097152,") &&
	   strchr(text, '\n') == text + strlen(text) - 1, "JSON in one line");
	free(text);
	r.done.n = 0;
	text = event_text(event_print, HUGETLB_CMD_RESIZE_DONE_NTF, &r);
	ok(strstr(text, ": 0/100 pages in 500.0 ms, node 1:"), "no page, no rate");
	free(text);
	text = event_text(event_print, 200, &(struct resize){ .size = 4096 });
	ok(strstr(text, "4K unknown ") && strstr(text, " unknown by unknown: 0/0 pages"),
	   "an event of a newer kernel");
	free(text);
}

static void test_family(void)
{
	struct nl_family family = { 0 };
	struct nlattr *groups, *group;
	struct box box;

	box_start(&box);
	box_genl(&box, CTRL_CMD_NEWFAMILY);
	mnl_attr_put_u16(box.nlh, CTRL_ATTR_FAMILY_ID, 33);
	groups = mnl_attr_nest_start(box.nlh, CTRL_ATTR_MCAST_GROUPS);
	group = mnl_attr_nest_start(box.nlh, 1);
	mnl_attr_put_u32(box.nlh, CTRL_ATTR_MCAST_GRP_ID, 8);
	mnl_attr_put_strz(box.nlh, CTRL_ATTR_MCAST_GRP_NAME, "other");
	mnl_attr_nest_end(box.nlh, group);
	group = mnl_attr_nest_start(box.nlh, 2);
	mnl_attr_put_u32(box.nlh, CTRL_ATTR_MCAST_GRP_ID, 9);
	mnl_attr_put_strz(box.nlh, CTRL_ATTR_MCAST_GRP_NAME, HUGETLB_MCGRP_RESIZE);
	mnl_attr_nest_end(box.nlh, group);
	mnl_attr_nest_end(box.nlh, groups);
	ok(box_parse(&box, 0, nl_parse_family, &family) == ST_DONE &&
	   family.id == 33 && family.group == 9, "the group of events");

	box_start(&box);
	box_genl(&box, CTRL_CMD_NEWFAMILY);
	groups = mnl_attr_nest_start(box.nlh, CTRL_ATTR_MCAST_GROUPS);
	group = mnl_attr_nest_start(box.nlh, 1);
	mnl_attr_put_strz(box.nlh, CTRL_ATTR_MCAST_GRP_NAME,
			  "a name of more bytes than it may have");
	mnl_attr_nest_end(box.nlh, group);
	mnl_attr_nest_end(box.nlh, groups);
	ok(box_parse(&box, 0, nl_parse_family, &family) == ST_FAILED,
	   "a group's name that is too long is refused");
}

int main(void)
{
	setenv("TZ", "UTC", 1);
	test_pools();
	test_bad_pools();
	test_resizes();
	test_sparse_resizes();
	test_no_rate();
	test_bad_resizes();
	test_errors();
	test_sizes();
	test_suggest();
	test_set();
	test_conf();
	test_events();
	test_event_output();
	test_family();
	printf("1..%d\n", tests);
	return failed != 0;
}
