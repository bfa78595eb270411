// SPDX-License-Identifier: GPL-2.0-only
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "options.h"

/* Values of getopt_long(): the place in the table, above all letters. */
#define OPT_FIRST 256
#define OPT_HELP (OPT_FIRST - 1)

int opt_flag(const char *value, void *to, struct msg *msg)
{
	(void)value;
	(void)msg;
	*(bool *)to = true;
	return ST_DONE;
}

int opt_text(const char *value, void *to, struct msg *msg)
{
	(void)msg;
	*(const char **)to = value;
	return ST_DONE;
}

static int left_width(const struct opt *opt)
{
	return strlen(opt->name) +
	       (opt->arg ? strlen(opt->arg) + (*opt->arg != '[') : 0);
}

static void print_option(const struct opt *opt, int width)
{
	int left = width - left_width(opt);

	if (opt->letter)
		printf("  -%c, ", opt->letter);
	else
		printf("      ");
	/* An optional value must be joined: --watch[=SECONDS] */
	printf("--%s%s%s%*s  %s\n", opt->name,
	       opt->arg && *opt->arg != '[' ? " " : "",
	       opt->arg ? opt->arg : "", left, "", opt->help);
}

static void print_help(const struct opts *opts)
{
	static const struct opt help = {
		.letter = 'h', .name = "help", .help = "this text"
	};
	int width = left_width(&help);
	size_t i;

	for (i = 0; i < opts->n; i++)
		if (left_width(&opts->v[i]) > width)
			width = left_width(&opts->v[i]);

	printf("Usage: hugetlbctl %s\n\n%s\n\nOptions:\n", opts->usage,
	       opts->about);
	for (i = 0; i < opts->n; i++)
		print_option(&opts->v[i], width);
	print_option(&help, width);
	if (opts->help_more)
		opts->help_more();
}

static void make_getopt(const struct opts *opts, struct option *longs,
			char *shorts)
{
	size_t i;

	for (i = 0; i < opts->n; i++) {
		const struct opt *opt = &opts->v[i];

		longs[i].name = opt->name;
		longs[i].val = OPT_FIRST + i;
		if (opt->arg)
			longs[i].has_arg = *opt->arg == '[' ?
				optional_argument : required_argument;
		if (!opt->letter)
			continue;
		*shorts++ = opt->letter;
		if (opt->arg)
			*shorts++ = ':';
		if (opt->arg && *opt->arg == '[')
			*shorts++ = ':';
	}
	longs[i].name = "help";
	longs[i].val = OPT_HELP;
	*shorts++ = 'h';
	*shorts = '\0';
}

static const struct opt *find(const struct opts *opts, int c)
{
	size_t i;

	for (i = 0; i < opts->n; i++)
		if (c == (int)(OPT_FIRST + i) || c == opts->v[i].letter)
			return &opts->v[i];
	return NULL;
}

static int check_operands(const struct opts *opts, char **operands,
			  const struct opt *bare, struct msg *msg)
{
	size_t i;

	for (i = 0; operands[i]; i++) {
		if (i < opts->operands_max)
			continue;
		msg_set(msg, ST_USAGE, "'%s' is one argument too many",
			operands[i]);
		/* Only a value that is joined is one of such an option. */
		if (bare)
			msg_add(msg, "; a value of --%s is joined to it: --%s=%s",
				bare->name, bare->name, operands[i]);
		return ST_USAGE;
	}
	if (i < opts->operands_min)
		return msg_set(msg, ST_USAGE, "give %s", opts->operand);
	return ST_DONE;
}

/* What getopt_long() would take for a cluster of letters, like -5; or NULL. */
static const char *negative(char **argv)
{
	char **arg = argv + optind;

	while (*arg && ((*arg)[0] != '-' || !(*arg)[1]))
		arg++;
	return *arg && (*arg)[1] >= '0' && (*arg)[1] <= '9' ? *arg : NULL;
}

int opts_parse(const struct opts *opts, int argc, char **argv,
	       char ***operands, struct msg *msg)
{
	struct option longs[OPTS_MAX + 2] = { 0 };
	const struct opt *opt, *bare = NULL;
	char shorts[3 * OPTS_MAX + 2];
	const char *number;
	int c, ret = ST_DONE;

	make_getopt(opts, longs, shorts);
	while (ret == ST_DONE) {
		number = negative(argv);
		if (number && opts->operand)
			return msg_set(msg, ST_USAGE, "'%s': give %s", number,
				       opts->operand);
		c = getopt_long(argc, argv, shorts, longs, NULL);
		if (c == -1)
			break;
		if (c == 'h' || c == OPT_HELP) {
			print_help(opts);
			return ST_HELPED;
		}
		opt = find(opts, c);
		if (!opt)	/* getopt_long() has said what is wrong */
			return ST_USAGE;
		if (opt->arg && !optarg)
			bare = opt;
		ret = opt->set(optarg, opt->to, msg);
	}
	*operands = argv + optind;
	return ret == ST_DONE ? check_operands(opts, *operands, bare, msg) : ret;
}
