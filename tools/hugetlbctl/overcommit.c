// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include "hugetlbctl.h"
#include "options.h"
#include "overcommit.h"
#include "sizes.h"
#include "source.h"
#include "sysfs.h"

static int parse(const struct target *t, const char *text, struct spec *spec,
		 uint64_t *limit, struct msg *msg)
{
	uint64_t now;
	int ret = overcommit_parse(text, &t->top, &t->pools, spec, limit, msg);

	return ret == ST_DONE ?
		overcommit_now(&t->top, &t->pools, spec->size, &now, msg) : ret;
}

static int one(const struct target *t, const char *text, struct msg *msg)
{
	char path[128];
	struct spec spec;
	uint64_t limit;
	int ret;

	ret = parse(t, text, &spec, &limit, msg);
	if (ret != ST_DONE)
		return ret;
	if (t->dry) {
		sysfs_pool_file(path, sizeof(path), spec.size, NODE_ALL,
				"nr_overcommit_hugepages");
		if (!t->quiet)
			printf("write %" PRIu64 " to %s/%s\n", limit, t->top.root,
			       path);
		return ST_DONE;
	}
	ret = overcommit_write(&t->top, spec.size, limit, msg);
	if (ret == ST_DONE && !t->quiet)
		overcommit_tell(spec.size, limit);
	return ret;
}

/* Everything is looked at before the first write. */
static int look(const struct target *t, char **specs, struct msg *msg)
{
	struct spec spec, earlier;
	uint64_t limit;
	size_t i, j;
	int ret = ST_DONE;

	for (i = 0; ret == ST_DONE && specs[i]; i++) {
		ret = parse(t, specs[i], &spec, &limit, msg);
		for (j = 0; ret == ST_DONE && j < i; j++)
			if (spec_parse(specs[j], &earlier, msg) == ST_DONE &&
			    earlier.size == spec.size)
				ret = spec_twice(&spec, msg);
		if (ret == ST_DONE)
			ret = overcommit_check(&t->top, spec.size, t->dry, msg);
	}
	return ret;
}

/* A size for which this kernel takes no limit keeps the others from nothing. */
static int run(const struct target *t, char **specs, struct msg *msg)
{
	int ret = look(t, specs, msg);
	bool some = false;
	size_t i;

	if (ret != ST_DONE)
		return ret;
	for (i = 0; ret != ST_FAILED && specs[i]; i++) {
		struct msg why = { "" };
		int result = one(t, specs[i], &why);

		some |= result == ST_DONE;
		if (result == ST_DONE)
			continue;
		ret = result;
		msg_add(msg, "%s%s", *msg->text ? "\n" : "", why.text);
	}
	if (specs[i])
		msg_add(msg, "\nnot tried any more:");
	for (; specs[i]; i++)
		msg_add(msg, " %s", specs[i]);
	return ret != ST_DONE && some ? ST_PARTLY : ret;
}

static void help_more(void)
{
	printf("\n"
	       "SPEC is as for set. Surplus pages are allocated when a program asks for more than\n"
	       "the pool has, and go back when it ends. The limit is one for all nodes.\n");
}

int cmd_overcommit(int argc, char **argv, struct msg *msg)
{
	struct target t = { .sysroot = NULL };
	const struct opt v[] = {
		{ 'n', "dry-run", NULL, "only print what would be written where",
		  opt_flag, &t.dry },
		{ 'q', "quiet", NULL, "print errors only", opt_flag, &t.quiet },
		{ 0, "sysroot", "DIR", "write to DIR/sys, a copied tree",
		  opt_text, &t.sysroot },
	};
	const struct opts opts = {
		.usage = "overcommit [OPTION]... SPEC...",
		.about = "Sets how many surplus pages a pool may have: 2M=512, 2M=+10%, 1G=0.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operand = "a limit, like 2M=512",
		.operands_min = 1, .operands_max = SIZE_MAX,
	};
	char **specs;
	int ret;

	ret = opts_parse(&opts, argc, argv, &specs, msg);
	if (ret == ST_DONE)
		ret = target_open(&t, msg);
	if (ret != ST_DONE)
		return ret;
	ret = run(&t, specs, msg);
	target_close(&t);
	return ret;
}
