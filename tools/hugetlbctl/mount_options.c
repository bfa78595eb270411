// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>

#include "hugetlbctl.h"
#include "mount_options.h"
#include "sizes.h"

/* Of those with the same about there may be one. */
enum about {
	ITSELF, WRITING, ATIME, SYNC, LAZYTIME,
};

/* attr 0: what holds without it, too; super: the kernel takes it by name */
static const struct flag {
	const char *name;
	enum about about;
	bool super;
	unsigned int attr;
} flags[] = {
	{ "defaults", ITSELF, false, 0 },
	{ "ro", WRITING, true, 0 },
	{ "rw", WRITING, true, 0 },
	{ "nosuid", ITSELF, false, MOUNT_ATTR_NOSUID },
	{ "nodev", ITSELF, false, MOUNT_ATTR_NODEV },
	{ "noexec", ITSELF, false, MOUNT_ATTR_NOEXEC },
	{ "relatime", ATIME, false, 0 },
	{ "noatime", ATIME, false, MOUNT_ATTR_NOATIME },
	{ "strictatime", ATIME, false, MOUNT_ATTR_STRICTATIME },
	{ "nodiratime", ITSELF, false, MOUNT_ATTR_NODIRATIME },
	{ "nosymfollow", ITSELF, false, MOUNT_ATTR_NOSYMFOLLOW },
	{ "sync", SYNC, true, 0 },
	{ "async", SYNC, true, 0 },
	{ "dirsync", ITSELF, true, 0 },
	{ "lazytime", LAZYTIME, true, 0 },
	{ "nolazytime", LAZYTIME, true, 0 },
};

/* option may have a value; NULL: it is none of them */
static const struct flag *find_flag(const char *option)
{
	size_t i, len = strcspn(option, "=");

	for (i = 0; i < ARRAY_SIZE(flags); i++)
		if (!strncmp(option, flags[i].name, len) && !flags[i].name[len])
			return &flags[i];
	return NULL;
}

bool mount_is_flag(const char *option, unsigned int *attr)
{
	const struct flag *flag = find_flag(option);

	if (!flag || flag->super)
		return false;
	*attr |= flag->attr;
	return true;
}

/* The kernel takes a number with a 0 before it for an octal one. */
static bool plain(const char *value)
{
	return *value != '0' || !value[1];
}

static bool number(const char *value, uint64_t max, uint64_t *n)
{
	return plain(value) && parse_u64(value, strlen(value), n) && *n <= max;
}

int mount_pagesize(const char *value, struct mount_options *options,
		   struct msg *msg)
{
	if (plain(value) && parse_size(value, &options->pagesize))
		return ST_DONE;
	return msg_set(msg, ST_USAGE, "pagesize '%s': a size is like 2M or 1G",
		       value);
}

static int amount(const char *name, const char *value, struct mount_amount *a,
		  struct msg *msg)
{
	size_t digits = strspn(value, "0123456789");

	snprintf(a->text, sizeof(a->text), "%s=%s", name, value);
	a->percent = !strcmp(value + digits, "%");
	a->n = 0;
	if (plain(value) &&
	    (a->percent ? parse_u64(value, digits, &a->n) && a->n <= UINT32_MAX :
	     parse_memory(value, &a->n)))
		return ST_DONE;
	return msg_set(msg, ST_USAGE,
		       "'%s=%s': a whole number with a unit (512M) or a share of the pool (50%%)",
		       name, value);
}

static int option_size(const char *value, struct mount_options *options,
		       struct msg *msg)
{
	return amount("size", value, &options->size, msg);
}

static int option_min_size(const char *value, struct mount_options *options,
			   struct msg *msg)
{
	return amount("min_size", value, &options->min_size, msg);
}

static int option_nr_inodes(const char *value, struct mount_options *options,
			    struct msg *msg)
{
	uint64_t n;

	(void)options;
	/* The directory itself takes one; a number of 64 bits is a negative one. */
	if (plain(value) && parse_size(value, &n) && n <= INT64_MAX &&
	    !strpbrk(value, "bB"))
		return ST_DONE;
	return msg_set(msg, ST_USAGE,
		       "'nr_inodes=%s': a whole number from 1 (also 10K, 1M)",
		       value);
}

/* What is more than that is lost in the kernel. */
static int option_mode(const char *value, struct mount_options *options,
		       struct msg *msg)
{
	size_t digits = strspn(value, "01234567");

	(void)options;
	if (digits && digits < 10 && !value[digits] &&
	    strtoul(value, NULL, 8) <= 01777)
		return ST_DONE;
	return msg_set(msg, ST_USAGE, "'mode=%s': an octal number up to 1777",
		       value);
}

static int option_id(const char *name, const char *value, struct msg *msg)
{
	uint64_t id;

	/* The last one is no user's and no group's. */
	if (number(value, UINT32_MAX - 1, &id))
		return ST_DONE;
	return msg_set(msg, ST_USAGE, "'%s=%s': a number up to %u", name, value,
		       UINT32_MAX - 1);
}

static int option_uid(const char *value, struct mount_options *options,
		      struct msg *msg)
{
	(void)options;
	return option_id("uid", value, msg);
}

static int option_gid(const char *value, struct mount_options *options,
		      struct msg *msg)
{
	(void)options;
	return option_id("gid", value, msg);
}

static const struct known {
	const char *name;
	int (*take)(const char *value, struct mount_options *options,
		    struct msg *msg);
} known[] = {
	{ "pagesize", mount_pagesize },
	{ "size", option_size },
	{ "min_size", option_min_size },
	{ "nr_inodes", option_nr_inodes },
	{ "mode", option_mode },
	{ "uid", option_uid },
	{ "gid", option_gid },
};

/* A bit for each of flags and of known. */
struct seen {
	unsigned int flags, known;
};

/* The kernel ignores the value of some, and of two takes the last. */
static int parse_flag(const char *option, const struct flag *flag,
		      struct mount_options *options, struct seen *seen,
		      struct msg *msg)
{
	size_t i;

	if (strchr(option, '='))
		return msg_set(msg, ST_USAGE, "'%s': %s takes no value", option,
			       flag->name);
	for (i = 0; i < ARRAY_SIZE(flags); i++) {
		if (!(seen->flags & 1U << i))
			continue;
		if (flag == &flags[i])
			return msg_set(msg, ST_USAGE, "'%s' is there twice",
				       option);
		if (flag->about != ITSELF && flag->about == flags[i].about)
			return msg_set(msg, ST_USAGE,
				       "%s and %s exclude each other",
				       flags[i].name, option);
	}
	seen->flags |= 1U << (flag - flags);
	options->attr |= flag->attr;
	options->read_only |= !strcmp(option, "ro");
	return ST_DONE;
}

static int parse_one(char *option, struct mount_options *options,
		     struct seen *seen, struct msg *msg)
{
	const struct flag *flag = find_flag(option);
	char *value = strchr(option, '=');
	size_t i;

	if (flag)
		return parse_flag(option, flag, options, seen, msg);
	if (!strcmp(option, "mand"))
		return msg_set(msg, ST_USAGE,
			       "'mand': kernels have no mandatory locks any more");
	if (value)
		*value++ = '\0';
	for (i = 0; i < ARRAY_SIZE(known); i++) {
		if (strcmp(option, known[i].name))
			continue;
		if (!value)
			return msg_set(msg, ST_USAGE, "'%s': give a value, as %s=...",
				       option, option);
		if (seen->known & 1U << i)
			return msg_set(msg, ST_USAGE, "'%s=%s': %s is there twice",
				       option, value, option);
		seen->known |= 1U << i;
		return known[i].take(value, options, msg);
	}
	return ST_DONE;
}

static int check_together(const struct mount_options *options, struct msg *msg)
{
	const struct mount_amount *size = &options->size;
	const struct mount_amount *min = &options->min_size;

	if (*size->text && *min->text && size->percent == min->percent &&
	    min->n > size->n)
		return msg_set(msg, ST_USAGE, "'%s' is more than '%s'", min->text,
			       size->text);
	return ST_DONE;
}

int mount_options_parse(const char *text, struct mount_options *options,
			struct msg *msg)
{
	char *copy = strdup(text), *rest = copy, *option;
	struct seen seen = { 0 };
	int ret = ST_DONE;

	memset(options, 0, sizeof(*options));
	if (!copy)
		return msg_nomem(msg);
	while (ret == ST_DONE && (option = strsep(&rest, ",")))
		ret = parse_one(option, options, &seen, msg);
	free(copy);
	return ret == ST_DONE ? check_together(options, msg) : ret;
}

int mount_amount_pages(const struct mount_amount *amount, uint64_t size,
		       uint64_t pool, uint64_t *pages, struct msg *msg)
{
	char buf[FORMAT_MAX];

	if (amount->percent) {
		*pages = (__uint128_t)pool * amount->n / 100;
		/* As the kernel multiplies. */
		return (__uint128_t)pool * size * amount->n <= UINT64_MAX ? ST_DONE :
			msg_set(msg, ST_USAGE, "'%s': too large", amount->text);
	}
	*pages = amount->n / size;
	if (amount->n % size)
		return msg_set(msg, ST_USAGE,
			       "'%s' is not a whole number of %s pages",
			       amount->text, format_size(buf, size));
	return ST_DONE;
}
