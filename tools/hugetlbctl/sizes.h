/* SPDX-License-Identifier: GPL-2.0-only */
/* Sizes, durations and lists of them as people write and read them. */
#ifndef SIZES_H
#define SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct msg;

/* Digits only and no overflow, unlike strtoull(). */
bool parse_u64(const char *text, size_t len, uint64_t *value);

/* Whatever the case, and the locale, of which some have another i for I. */
bool same_word(const char *a, const char *b);

/*
 * A page size such as 2M, 1G, 64K, 2048kB, 2MiB or 2097152 (bytes). Every
 * suffix is a power of 1024: nobody has huge pages of 10^6 bytes.
 */
bool parse_size(const char *text, uint64_t *size);
/* An amount of memory, in the same units: it may be 0. */
bool parse_memory(const char *text, uint64_t *bytes);

#define FORMAT_MAX 32

/* Each returns buf. */
const char *format_u64(char buf[FORMAT_MAX], uint64_t value);
const char *format_size(char buf[FORMAT_MAX], uint64_t bytes);
const char *format_duration(char buf[FORMAT_MAX], uint64_t ns);

#define PAGES(n) ((n) == 1 ? "page" : "pages")

/* What to add to a message about an item that is a range, as in 0-3. */
const char *list_hint(const char *item);

/* Call fn for every item of a comma separated list; an empty item is refused. */
int each_item(const char *option, const char *list,
	      int (*fn)(const char *item, void *data, struct msg *msg),
	      void *data, struct msg *msg);

#endif
