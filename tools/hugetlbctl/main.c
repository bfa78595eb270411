// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "hugetlbctl.h"
#include "suggest.h"

static const struct command commands[] = {
	{ "show", "the state of the huge page pools (the default)", cmd_show, false },
	{ "last", "the last resize of each page size, and its timing", cmd_last, false },
	{ "monitor", "resizes as they happen", cmd_monitor, false },
	{ "set", "resize pools", cmd_set, true },
	{ "overcommit", "how many surplus pages pools may have", cmd_overcommit, true },
	{ "demote", "split pages into smaller ones", cmd_demote, true },
	{ "workers", "how many kernel threads one resize may use", cmd_workers, true },
	{ "apply", "set up what a configuration file says", cmd_apply, true },
	{ "dump", "the present state as a configuration", cmd_dump, false },
	{ "metrics", "all of it for Prometheus", cmd_metrics, false },
};

#define N_COMMANDS ARRAY_SIZE(commands)

static void print_help(void)
{
	size_t i;

	printf("Usage: hugetlbctl [COMMAND] [OPTION]...\n"
	       "\n"
	       "Shows and resizes the HugeTLB pools of this machine.\n"
	       "\n"
	       "Commands:\n");
	for (i = 0; i < N_COMMANDS; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].help);
	printf("  %-10s this text\n", "help");
	printf("\n"
	       "Options:\n"
	       "  -h, --help     this text; after a command, the command's\n"
	       "  -V, --version  the version\n"
	       "Any other option without a command is one of show; a command's follow it.\n"
	       "\n"
	       "Exit status: 0 done, 1 failed, 2 wrong usage, 3 partly done,\n"
	       "4 not supported by this kernel.\n"
	       "\n"
	       "See hugetlbctl(8).\n");
}

static const struct command *find(const char *name)
{
	size_t i;

	for (i = 0; i < N_COMMANDS; i++)
		if (!strcmp(name, commands[i].name))
			return &commands[i];
	return NULL;
}

/* A full disk or a closed pipe must not pass for success. */
static int finish(const char *name, int status)
{
	if (fflush(stdout) || ferror(stdout)) {
		fprintf(stderr, "%s: cannot write the output: %s\n", name,
			strerror(errno));
		if (status == ST_DONE)
			status = ST_FAILED;
	}
	return status;
}

static int unknown(const char *name)
{
	const char *names[N_COMMANDS + 1];
	const char *near;
	size_t i;

	for (i = 0; i < N_COMMANDS; i++)
		names[i] = commands[i].name;
	names[i] = "help";

	near = suggest(name, names, N_COMMANDS + 1);
	fprintf(stderr, "hugetlbctl: '%s' is not a command", name);
	if (near)
		fprintf(stderr, "; did you mean '%s'?\n", near);
	else
		fprintf(stderr, "; see 'hugetlbctl --help'\n");
	return ST_USAGE;
}

/* Details are indented; any other line is a message of its own. */
static void print_msg(const char *name, char *text)
{
	const char *line = strsep(&text, "\n");

	do {
		if (line[0] == ' ')
			fprintf(stderr, "%s\n", line);
		else
			fprintf(stderr, "%s: %s\n", name, line);
	} while ((line = strsep(&text, "\n")));
}

/* late is a command's name among the arguments, or NULL. */
static int run(const struct command *cmd, int argc, char **argv, const char *late)
{
	struct msg msg = { "" };
	char name[64];
	int status;

	snprintf(name, sizeof(name), "hugetlbctl: %s", cmd->name);
	argv[0] = name;
	/* Half of a change is worse than one that nobody hears of. */
	if (cmd->changes)
		signal(SIGPIPE, SIG_IGN);
	status = cmd->run(argc, argv, &msg);
	if (status == ST_HELPED)
		status = ST_DONE;

	if (status != ST_DONE && msg.text[0])
		print_msg(name, msg.text);
	if (status == ST_USAGE && late)
		fprintf(stderr, "The command comes first: hugetlbctl %s [OPTION]...\n", late);
	else if (status == ST_USAGE)
		fprintf(stderr, "Try 'hugetlbctl %s --help'.\n", cmd->name);
	return finish(name, status);
}

/* Without a command it is show; one that follows options is likely meant as such. */
static int run_default(int argc, char **argv)
{
	const char *late = NULL;
	int i;

	for (i = 1; !late && i < argc; i++)
		if (find(argv[i]))
			late = argv[i];
	return run(&commands[0], argc, argv, late);
}

/* As getopt_long() takes a command's options: by any beginning of the long name. */
static bool is_option(const char *arg, const char *name, const char *letter)
{
	return !strcmp(arg, letter) ||
	       (strlen(arg) > 2 && !strncmp(arg, name, strlen(arg)));
}

static bool is_help(const char *arg)
{
	return !strcmp(arg, "help") || is_option(arg, "--help", "-h");
}

static int too_many(const char *after, const char *arg)
{
	fprintf(stderr, "hugetlbctl: %s: '%s' is one argument too many\n"
		"Try 'hugetlbctl --help'.\n", after, arg);
	return ST_USAGE;
}

/*
 * A file that is opened would take the place of a standard one that is closed, and
 * get what is meant for that. What is there instead cannot be used, as before.
 */
static void fill_standard_files(void)
{
	int fd;

	for (fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
	const struct command *cmd;
	const char *arg = argc > 1 ? argv[1] : NULL;

	fill_standard_files();
	/* The table's widths need it; numbers stay in the C locale for JSON. */
	setlocale(LC_CTYPE, "");

	if (argc < 1)
		return ST_USAGE;
	if (!arg)
		return run_default(argc, argv);

	if (is_option(arg, "--version", "-V")) {
		if (argc > 2)
			return too_many("--version", argv[2]);
		printf("hugetlbctl %s\n", VERSION);
		return finish("hugetlbctl", ST_DONE);
	}
	if (!strcmp(arg, "help")) {
		char opt[] = "--help";
		char *args[3] = { NULL, opt, NULL };

		if (argc < 3 || (argc == 3 && is_help(argv[2]))) {
			print_help();
			return finish("hugetlbctl", ST_DONE);
		}
		if (argc > 3)
			return too_many("help", argv[3]);
		cmd = find(argv[2]);
		return cmd ? run(cmd, 2, args, NULL) : unknown(argv[2]);
	}
	if (is_help(arg)) {
		print_help();
		return finish("hugetlbctl", ST_DONE);
	}
	if (arg[0] == '-')
		return run_default(argc, argv);

	cmd = find(arg);
	return cmd ? run(cmd, argc - 1, argv + 1, NULL) : unknown(arg);
}
