// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hugetlbctl.h"
#include "sizes.h"

static const char units[] = "KMGTPE";

bool parse_u64(const char *text, size_t len, uint64_t *value)
{
	uint64_t v = 0;
	size_t i;

	if (!len)
		return false;
	for (i = 0; i < len; i++) {
		if (text[i] < '0' || text[i] > '9')
			return false;
		if (__builtin_mul_overflow(v, 10, &v) ||
		    __builtin_add_overflow(v, text[i] - '0', &v))
			return false;
	}
	*value = v;
	return true;
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

bool same_word(const char *a, const char *b)
{
	while (*a && upper(*a) == upper(*b)) {
		a++;
		b++;
	}
	return upper(*a) == upper(*b);
}

bool parse_memory(const char *text, uint64_t *bytes)
{
	size_t digits = strspn(text, "0123456789");
	const char *suffix = text + digits;
	const char *unit = NULL;
	unsigned int shift = 0;
	uint64_t v;

	if (!parse_u64(text, digits, &v))
		return false;
	if (*suffix) {
		unit = strchr(units, upper(*suffix));
		if (unit) {
			shift = 10 * (unit - units + 1);
			suffix++;
		}
		if (*suffix && !same_word(suffix, "B") &&
		    (!unit || !same_word(suffix, "iB")))
			return false;
	}
	if (v > UINT64_MAX >> shift)
		return false;
	*bytes = v << shift;
	return true;
}

bool parse_size(const char *text, uint64_t *size)
{
	return parse_memory(text, size) && *size;
}

const char *format_u64(char buf[FORMAT_MAX], uint64_t value)
{
	snprintf(buf, FORMAT_MAX, "%" PRIu64, value);
	return buf;
}

const char *format_size(char buf[FORMAT_MAX], uint64_t bytes)
{
	uint64_t unit = 1;
	int i = -1;

	while (units[i + 1] && bytes / unit >= 1024) {
		unit *= 1024;
		i++;
	}
	if (i < 0)
		snprintf(buf, FORMAT_MAX, "%" PRIu64 "%s", bytes,
			 bytes ? "B" : "");
	else if (bytes % unit == 0)
		snprintf(buf, FORMAT_MAX, "%" PRIu64 "%c", bytes / unit,
			 units[i]);
	else
		snprintf(buf, FORMAT_MAX, "%.1f%c", (double)bytes / unit,
			 units[i]);
	return buf;
}

const char *format_duration(char buf[FORMAT_MAX], uint64_t ns)
{
	if (ns < 1000000)
		snprintf(buf, FORMAT_MAX, "%.3f ms", ns / 1e6);
	else if (ns < 1000000000)
		snprintf(buf, FORMAT_MAX, "%.1f ms", ns / 1e6);
	else
		snprintf(buf, FORMAT_MAX, "%.3f s", ns / 1e9);
	return buf;
}

const char *list_hint(const char *item)
{
	size_t first = strspn(item, "0123456789");

	return first && item[first] == '-' ?
		"; name the nodes of a range one by one, as in 0,1" : "";
}

int each_item(const char *option, const char *list,
	      int (*fn)(const char *item, void *data, struct msg *msg),
	      void *data, struct msg *msg)
{
	char *copy = strdup(list), *rest = copy, *item;
	int ret = ST_DONE;

	if (!copy)
		return msg_nomem(msg);
	while (ret == ST_DONE && (item = strsep(&rest, ","))) {
		if (*item)
			ret = fn(item, data, msg);
		else
			ret = msg_set(msg, ST_USAGE,
				      "%s '%s': an item of the list is empty",
				      option, list);
	}
	free(copy);
	return ret;
}
