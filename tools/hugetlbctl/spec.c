// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "sizes.h"
#include "spec.h"

/* A number and a unit, but more than fits: not what bad_value() tells. */
static bool too_large(const char *number, size_t digits)
{
	const char *unit = number + digits;
	char one[8];
	uint64_t n;

	if (!digits || strspn(number, "0") == digits)
		return false;
	snprintf(one, sizeof(one), "1%.6s", unit);
	return !*unit || !strcmp(unit, "%") || parse_size(one, &n);
}

static int bad_value(const char *number, size_t digits, bool sign,
		     const char *what, struct msg *msg)
{
	if (too_large(number, digits))
		return msg_set(msg, ST_USAGE,
			       "'%s': the number is too large, 64 bits do not hold it",
			       what);
	return msg_set(msg, ST_USAGE,
		       "'%s': a value is a number of pages (4096), memory with a unit (64G) or a share of all memory (40%%)%s",
		       what, sign ?
		       ", with one + or - before it to add or take away" : "");
}

int value_parse(const char *text, const char *what, struct value *value,
		struct msg *msg)
{
	const char *number = text;
	size_t digits;
	bool good;

	value->sign = SIGN_NONE;
	if (*number == '+' || *number == '-')
		value->sign = *number++ == '+' ? SIGN_PLUS : SIGN_MINUS;

	digits = strspn(number, "0123456789");
	value->unit = UNIT_BYTES;
	if (!number[digits])
		value->unit = UNIT_PAGES;
	else if (!strcmp(number + digits, "%"))
		value->unit = UNIT_PERCENT;
	good = value->unit == UNIT_BYTES ? parse_memory(number, &value->n) :
		parse_u64(number, digits, &value->n);
	if (!good)
		return bad_value(number, digits, value->sign != SIGN_NONE,
				 what, msg);
	if (value->unit == UNIT_PERCENT && value->n > 100)
		return msg_set(msg, ST_USAGE,
			       "'%s': there is no more than 100%% of memory",
			       what);
	return ST_DONE;
}

static int bad_size(const char *text, size_t len, struct msg *msg)
{
	size_t colon = strcspn(text, ":");

	/* As hugeadm has it. */
	if (colon < len)
		return msg_set(msg, ST_USAGE,
			       "'%s': between size and value is a '=', as in %.*s=%s",
			       text, (int)colon, text, text + colon + 1);
	return msg_set(msg, ST_USAGE,
		       "'%s': a page size comes first, a whole number and a unit, as in 2M=4096",
		       text);
}

int spec_parse(const char *text, struct spec *spec, struct msg *msg)
{
	size_t len = strcspn(text, "=");
	char size[32];

	spec->text = text;
	spec->valued = text[len] == '=';
	snprintf(size, sizeof(size), "%.*s", (int)(len < INT_MAX ? len : 0),
		 text);
	if (len >= sizeof(size) || !parse_size(size, &spec->size))
		return bad_size(text, len, msg);
	return spec->valued ?
		value_parse(text + len + 1, text, &spec->value, msg) : ST_DONE;
}

int spec_of_pool(const char *text, const struct pools *pools,
		 struct spec *spec, struct msg *msg)
{
	int ret = spec_parse(text, spec, msg);

	if (ret == ST_DONE)
		ret = pools_need_size(pools, "page size", spec->size, msg);
	/* A number of pages, most likely. */
	if (ret != ST_DONE && !text[strspn(text, "0123456789")] && *text)
		ret = msg_set(msg, ret,
			      "'%s': say of which page size, as in 2M=%s", text,
			      text);
	return ret;
}

int spec_twice(const struct spec *spec, struct msg *msg)
{
	char size[FORMAT_MAX];

	return msg_set(msg, ST_USAGE, "'%s': page size %s is there twice",
		       spec->text, format_size(size, spec->size));
}

/* A value in pages, its sign aside. */
static int amount(const struct value *value, uint64_t size,
		  struct count memory, const char *name, uint64_t *pages,
		  struct msg *msg)
{
	char bytes[FORMAT_MAX], page[FORMAT_MAX];

	*pages = value->n;
	switch (value->unit) {
	case UNIT_PAGES:
		break;
	case UNIT_BYTES:
		if (value->n % size)
			return msg_set(msg, ST_USAGE,
				       "%s: %s is not a whole number of %s pages",
				       name, format_size(bytes, value->n),
				       format_size(page, size));
		*pages = value->n / size;
		break;
	case UNIT_PERCENT:
		if (!memory.known)
			return msg_set(msg, ST_FAILED,
				       "%s: a percentage needs the size of memory, and the kernel does not tell it",
				       name);
		*pages = (__uint128_t)memory.n * value->n / 100 / size;
		break;
	}
	return ST_DONE;
}

int value_pages(const struct value *value, uint64_t size, uint64_t now,
		struct count memory, const char *name, uint64_t *pages,
		struct msg *msg)
{
	uint64_t n = 0;
	int ret;

	ret = amount(value, size, memory, name, &n, msg);
	if (ret != ST_DONE)
		return ret;
	if (value->sign == SIGN_MINUS) {
		if (n > now)
			return msg_set(msg, ST_USAGE,
				       "%s: takes away %" PRIu64 " %s of %" PRIu64,
				       name, n, PAGES(n), now);
		n = now - n;
	} else if (value->sign == SIGN_PLUS &&
		   __builtin_add_overflow(now, n, pages)) {
		return msg_set(msg, ST_USAGE,
			       "%s: adds %" PRIu64 " %s to %" PRIu64
			       ", and 64 bits do not hold the sum",
			       name, n, PAGES(n), now);
	} else if (value->sign == SIGN_PLUS) {
		n += now;
	}
	*pages = n;
	return ST_DONE;
}

int pages_fit(uint64_t pages, uint64_t size, uint64_t now, struct count memory,
	      const char *name, struct msg *msg)
{
	char limit[FORMAT_MAX], page[FORMAT_MAX];

	if (!memory.known || pages <= now || pages <= memory.n / size)
		return ST_DONE;
	return msg_set(msg, ST_USAGE,
		       "%s: %" PRIu64 " %s too many: %s of memory hold %" PRIu64 " of %s",
		       name, pages, pages == 1 ? "page is" : "pages are",
		       format_size(limit, memory.n), memory.n / size,
		       format_size(page, size));
}

/* A list under work. */
struct node_list {
	const char *what;
	struct node_values *nodes;
};

static int add_node(const char *item, void *data, struct msg *msg)
{
	const struct node_list *list = data;
	struct node_values *nodes = list->nodes;
	struct node_value *v = &nodes->v[nodes->n];
	size_t len = strcspn(item, "="), i;
	uint64_t node;

	if (!parse_u64(item, len, &node) || node > INT_MAX)
		return msg_set(msg, ST_USAGE,
			       "%s '%s': give the number of a node, or NODE=VALUE%s",
			       list->what, item, list_hint(item));
	if (nodes->n == NODES_MAX)
		return msg_set(msg, ST_USAGE, "%s: more than %d nodes",
			       list->what, NODES_MAX);
	for (i = 0; i < nodes->n; i++)
		if (nodes->v[i].node == (int)node)
			return msg_set(msg, ST_USAGE,
				       "%s '%s': node %" PRIu64 " is there twice",
				       list->what, item, node);
	v->node = node;
	v->valued = item[len] == '=';
	nodes->n++;
	return v->valued ? value_parse(item + len + 1, item, &v->value, msg) :
		ST_DONE;
}

int node_values_read(const char *what, const char *list,
		     struct node_values *nodes, struct msg *msg)
{
	struct node_list to = { .what = what, .nodes = nodes };

	return each_item(what, list, add_node, &to, msg);
}

int node_values_parse(const char *list, void *nodes, struct msg *msg)
{
	return node_values_read("--node", list, nodes, msg);
}

static int add_share(const struct node_value *v, uint64_t *sum,
		     struct msg *msg)
{
	if (!v->valued) {
		*sum += 1;
		return ST_DONE;
	}
	if (v->value.sign != SIGN_NONE || v->value.unit != UNIT_PAGES ||
	    v->value.n > UINT32_MAX)
		return msg_set(msg, ST_USAGE,
			       "--node: beside SIZE=VALUE the value of node %d is its share, a plain number up to %u; with SIZE alone it is its own value",
			       v->node, UINT32_MAX);
	*sum += v->value.n;
	return ST_DONE;
}

int node_values_split(const struct node_values *nodes, uint64_t n,
		      uint64_t *pages, struct msg *msg)
{
	uint64_t sum = 0, sofar = 0, given = 0;
	size_t i;
	int ret;

	for (i = 0; i < nodes->n; i++) {
		ret = add_share(&nodes->v[i], &sum, msg);
		if (ret != ST_DONE)
			return ret;
	}
	if (!sum)
		return msg_set(msg, ST_USAGE,
			       "--node: the shares of all nodes are 0");

	/* What rounding takes from one node goes to the next. */
	for (i = 0; i < nodes->n; i++) {
		uint64_t until;

		sofar += nodes->v[i].valued ? nodes->v[i].value.n : 1;
		until = (__uint128_t)n * sofar / sum;
		pages[i] = until - given;
		given = until;
	}
	return ST_DONE;
}
