// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "options.h"
#include "replace.h"
#include "sizes.h"
#include "workers.h"

#define FRAGMENT_DIR "etc/sysctl.d"
#define FRAGMENT "90-hugetlbctl.conf"
#define FRAGMENT_FILE FRAGMENT_DIR "/" FRAGMENT
#define HEAD "# Written by hugetlbctl workers --persist"

static bool is_ours(const char *line)
{
	static const char knob[] = "hugetlb_parallel_workers";

	if (!line[strspn(line, " \t")] || !strncmp(line, HEAD, strlen(HEAD)))
		return true;
	/* In any way that sysctl.d(5) allows: it is what is set anew. */
	line += strspn(line, " \t");
	line += *line == '-';
	if (strncmp(line, "vm.", 3) && strncmp(line, "vm/", 3))
		return false;
	line += 3;
	if (strncmp(line, knob, strlen(knob)))
		return false;
	line += strlen(knob);
	return line[strspn(line, " \t")] == '=';
}

/* What others wrote there is not to be lost. */
static int check_old(const struct place *top, struct msg *msg)
{
	char text[4096], *rest = text, *line;
	unsigned int n = 0;
	size_t len;
	bool there;
	int ret;

	ret = tree_read(top, FRAGMENT_FILE, text, sizeof(text), &len, &there, msg);
	if (ret != ST_DONE)
		return ret;
	/* Neither is anything that this tool writes. */
	if (len == sizeof(text) - 1 || memchr(text, '\0', len))
		return msg_set(msg, ST_FAILED,
			       "%s/" FRAGMENT_FILE ": not written by hugetlbctl: move it away",
			       top->root);
	while ((line = strsep(&rest, "\n"))) {
		n++;
		if (!is_ours(line))
			return msg_set(msg, ST_FAILED,
				       "%s/%s:%u: '%.100s' would be lost: only lines of hugetlbctl may be there, move it to another file",
				       top->root, FRAGMENT_FILE, n,
				       tree_printable(line));
	}
	return ST_DONE;
}

/* sysctl.d(5): read at boot, and by sysctl --system. */
static int prepare(struct replacement *fragment, const struct place *top,
		   uint64_t workers, struct msg *msg)
{
	char text[128];
	int ret;

	snprintf(text, sizeof(text), HEAD "; 0 is automatic.\n"
		 "vm.hugetlb_parallel_workers = %" PRIu64 "\n", workers);
	ret = replace_prepare(fragment, top, FRAGMENT_DIR, FRAGMENT, text, msg);
	if (ret != ST_DONE)
		return ret;
	ret = check_old(top, msg);
	if (ret != ST_DONE)
		replace_drop(fragment);
	return ret;
}

/* Both or neither: what can fail about the file is done before. */
static int set(const struct place *top, const char *text, uint64_t workers,
	       bool keep, struct msg *msg)
{
	struct replacement fragment;
	int ret = ST_DONE;

	if (keep)
		ret = prepare(&fragment, top, workers, msg);
	if (ret != ST_DONE)
		return ret;
	if (text)
		ret = workers_write(top, workers, msg);
	if (ret != ST_DONE && keep)
		replace_drop(&fragment);
	else if (keep)
		ret = replace_commit(&fragment, msg);
	return ret;
}

static int run(const struct place *top, const char *text, bool keep,
	       struct msg *msg)
{
	uint64_t workers = 0, wanted = 0;
	char buf[FORMAT_MAX];
	int ret = ST_DONE;

	if (text)
		ret = workers_parse(text, &wanted, msg);
	if (ret == ST_DONE)
		ret = workers_read(top, &workers, msg);
	if (ret != ST_DONE)
		return ret;
	if (text || keep)
		return set(top, text, text ? wanted : workers, keep, msg);
	printf("%s\n", workers_name(buf, workers));
	return ret;
}

static void help_more(void)
{
	printf("\n"
	       "1 is the kernel's serial path, auto (or 0) lets the kernel choose: half of the\n"
	       "CPUs of each node, 16 at most. Needs a kernel with " FEATURE ".\n"
	       "\n"
	       "Each boot begins with auto, and with all CPUs of each node, 16 at most, for the\n"
	       "pools of hugepages=. Those are there before --persist's file is read; for them,\n"
	       "give the kernel hugetlb_parallel_workers=N.\n");
}

int cmd_workers(int argc, char **argv, struct msg *msg)
{
	const char *sysroot = NULL;
	bool keep = false;
	const struct opt v[] = {
		{ 'p', "persist", NULL, "also from the next boot on: writes /" FRAGMENT_FILE,
		  opt_flag, &keep },
		{ 0, "sysroot", "DIR", "read and write below DIR, a copied tree",
		  opt_text, &sysroot },
	};
	const struct opts opts = {
		.usage = "workers [OPTION]... [N|auto]",
		.about = "Shows or sets how many kernel threads one resize may use.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
		.operand = WORKERS_RULE, .operands_max = 1,
	};
	struct place top;
	char **operands;
	int ret;

	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = tree_open(&top, sysroot, msg);
	if (ret != ST_DONE)
		return ret;
	ret = run(&top, operands[0], keep, msg);
	tree_close(&top);
	return ret;
}
