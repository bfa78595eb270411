// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "hugetlbctl.h"
#include "sizes.h"
#include "suggest.h"
#include "workers.h"

#define BLANKS " \t\r"
#define WORDS_MAX 3

/* A line taken apart; words[n] is NULL. */
struct line {
	struct conf *conf;
	struct conf_at at;
	char *words[WORDS_MAX + 1];
	size_t n;
};

void conf_blame(const struct conf_at *at, struct msg *msg)
{
	struct msg copy = *msg;

	msg_set(msg, ST_FAILED, "%s:%d: ", at->file, at->line);
	msg_add(msg, "%s", copy.text);
}

static void free_pools(struct conf_pool *pools, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		free(pools[i].text);
		free(pools[i].nodes);
	}
	free(pools);
}

void conf_free(struct conf *conf)
{
	size_t i;

	free_pools(conf->pools, conf->n_pools);
	free_pools(conf->limits, conf->n_limits);
	for (i = 0; i < conf->n_mounts; i++)
		conf_free_mount(&conf->mounts[i]);
	free(conf->mounts);
	memset(conf, 0, sizeof(*conf));
}

int conf_twice(const struct conf_at *at, const char *what, struct msg *msg)
{
	return msg_set(msg, ST_USAGE, "%s has been set in %s:%d already", what,
		       at->file, at->line);
}

/* What shall be, not what to add: the same after every run. */
static int check_value(const struct value *value, const char *text,
		       struct msg *msg)
{
	if (value->sign == SIGN_NONE)
		return ST_DONE;
	return msg_set(msg, ST_USAGE,
		       "'%s': a value has no sign here, it is what shall be",
		       text);
}

static int parse_nodes(struct conf_pool *pool, const char *list,
		       struct msg *msg)
{
	size_t i;
	int ret;

	pool->nodes = calloc(1, sizeof(*pool->nodes));
	if (!pool->nodes)
		return msg_nomem(msg);
	ret = node_values_read("nodes", list, pool->nodes, msg);
	for (i = 0; ret == ST_DONE && i < pool->nodes->n; i++) {
		if (!pool->nodes->v[i].valued)
			return msg_set(msg, ST_USAGE,
				       "'%s': give each node a value, as 0=1024,1=1024",
				       list);
		ret = check_value(&pool->nodes->v[i].value, list, msg);
	}
	return ret;
}

static int parse_pool(struct conf_pool *pool, const struct line *line,
		      bool nodes, struct msg *msg)
{
	struct spec spec;
	int ret;

	pool->at = line->at;
	ret = spec_parse(line->words[1], &spec, msg);
	if (ret != ST_DONE)
		return ret;
	pool->size = spec.size;
	if (spec.valued ? line->n == 3 : line->n == 2 || !nodes)
		return msg_set(msg, ST_USAGE, "'%s': give SIZE=VALUE%s",
			       line->words[1], nodes ?
			       ", or SIZE and values of nodes: 2M 0=1024,1=512" : "");
	if (spec.valued)
		ret = check_value(&spec.value, line->words[1], msg);
	else
		ret = parse_nodes(pool, line->words[2], msg);
	if (ret != ST_DONE)
		return ret;
	pool->text = strdup(line->words[1]);
	return pool->text ? ST_DONE : msg_nomem(msg);
}

static int add_pool(struct conf_pool **v, size_t *n, const struct line *line,
		    bool nodes, struct msg *msg)
{
	struct conf_pool pool = { .text = NULL }, *grown;
	char size[FORMAT_MAX];
	size_t i;
	int ret;

	ret = parse_pool(&pool, line, nodes, msg);
	for (i = 0; ret == ST_DONE && i < *n; i++)
		if ((*v)[i].size == pool.size)
			ret = conf_twice(&(*v)[i].at,
					 format_size(size, pool.size), msg);
	if (ret == ST_DONE) {
		grown = reallocarray(*v, *n + 1, sizeof(**v));
		if (grown) {
			*v = grown;
			grown[(*n)++] = pool;
			return ST_DONE;
		}
		ret = msg_nomem(msg);
	}
	free(pool.text);
	free(pool.nodes);
	return ret;
}

static int line_pool(const struct line *line, struct msg *msg)
{
	return add_pool(&line->conf->pools, &line->conf->n_pools, line, true,
			msg);
}

static int line_overcommit(const struct line *line, struct msg *msg)
{
	return add_pool(&line->conf->limits, &line->conf->n_limits, line, false,
			msg);
}

static int line_workers(const struct line *line, struct msg *msg)
{
	struct conf *conf = line->conf;

	if (conf->workers_at.line)
		return conf_twice(&conf->workers_at, "workers", msg);
	if (line->n != 2)
		return msg_set(msg, ST_USAGE, "workers: one number, or auto");
	conf->workers_at = line->at;
	return workers_parse(line->words[1], &conf->workers, msg);
}

static int line_mount(const struct line *line, struct msg *msg)
{
	return conf_want_mount(line->conf, &line->at, line->words[1],
			       line->n == 3 ? line->words[2] : "", msg);
}

static int parse_line(const struct line *line, struct msg *msg)
{
	static const char *const names[] = {
		"pool", "overcommit", "workers", "mount",
	};
	static int (*const fns[])(const struct line *line, struct msg *msg) = {
		line_pool, line_overcommit, line_workers, line_mount,
	};
	const char *near;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(names); i++) {
		if (strcmp(line->words[0], names[i]))
			continue;
		if (line->n < 2)
			return msg_set(msg, ST_USAGE, "%s: there is no value",
				       names[i]);
		return fns[i](line, msg);
	}
	near = suggest(line->words[0], names, ARRAY_SIZE(names));
	return msg_set(msg, ST_USAGE,
		       "'%.64s': a line begins with pool, overcommit, workers or mount%s%s%s",
		       line->words[0], near ? "; did you mean '" : "",
		       near ? near : "", near ? "'?" : "");
}

static int take_line(struct line *line, char *text, struct msg *msg)
{
	char *word;

	line->n = 0;
	text[strcspn(text, "#")] = '\0';
	while ((word = strsep(&text, BLANKS))) {
		if (!*word)
			continue;
		if (line->n == WORDS_MAX)
			return msg_set(msg, ST_USAGE,
				       "'%.64s' is one word too many", word);
		line->words[line->n++] = word;
	}
	line->words[line->n] = NULL;
	return line->n ? parse_line(line, msg) : ST_DONE;
}

int conf_parse(struct conf *conf, const char *file, char *text,
	       struct msg *msg)
{
	struct line line = { .conf = conf, .at = { .file = file } };
	int ret = ST_DONE, one;
	struct msg why;
	char *rest;

	while (conf->mistakes < MISTAKES_MAX && (rest = strsep(&text, "\n"))) {
		line.at.line++;
		one = take_line(&line, rest, &why);
		if (one == ST_DONE)
			continue;
		conf_blame(&line.at, &why);
		msg_add(msg, "%s%s", ret == ST_DONE ? "" : "\n", why.text);
		ret = one;
		conf->mistakes++;
	}
	if (ret != ST_DONE && conf->mistakes == MISTAKES_MAX)
		msg_add(msg, "\nno more mistakes than these %d are looked for",
			MISTAKES_MAX);
	return ret;
}
