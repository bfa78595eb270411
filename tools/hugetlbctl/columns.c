// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <libsmartcols.h>

#include "columns.h"
#include "hugetlbctl.h"
#include "sizes.h"

static int choose(const char *name, void *data, struct msg *msg)
{
	struct columns *columns = data;
	char list[256] = "";
	size_t i, j, len = 0;

	for (i = 0; i < columns->n_table; i++) {
		const struct column *c = &columns->table[i];

		if (!same_word(name, c->name))
			continue;
		/* A key twice in an object is not JSON. */
		for (j = 0; j < columns->n; j++)
			if (columns->v[j] == c)
				return msg_set(msg, ST_USAGE,
					       "--output: column %s is there twice",
					       c->name);
		columns->v[columns->n++] = c;
		return ST_DONE;
	}

	for (i = 0; i < columns->n_table && len < sizeof(list); i++)
		len += snprintf(list + len, sizeof(list) - len, "%s%s",
				i ? ", " : "", columns->table[i].name);
	return msg_set(msg, ST_USAGE,
		       "--output '%s': there is no such column, only: %s",
		       name, list);
}

int columns_choose(struct columns *columns, const char *list,
		   enum format format, struct msg *msg)
{
	bool all = !list && format == FORMAT_JSON;
	size_t i;

	columns->n = 0;
	if (!list || *list == '+')
		for (i = 0; i < columns->n_table; i++)
			if (columns->table[i].shown || all)
				columns->v[columns->n++] = &columns->table[i];
	if (!list)
		return ST_DONE;
	if (!strcmp(list, "+"))
		return msg_set(msg, ST_USAGE,
			       "--output '+': name columns after the +, as in +DEFAULT");
	return each_item("--output", list + (*list == '+'), choose, columns,
			 msg);
}

void columns_help(const struct column *table, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		printf("  %-10s  %s\n", table[i].name, table[i].help);
}

static int json_type(enum cell cell)
{
	return cell == CELL_FLAG ? SCOLS_JSON_BOOLEAN : SCOLS_JSON_NUMBER;
}

/* Returns buf, or a constant. */
static const char *format_cell(char buf[FORMAT_MAX + 1],
			       const struct column *column,
			       const struct pool *pool,
			       const struct print *print)
{
	struct count count = column->get(pool);
	bool json = print->format == FORMAT_JSON;

	if (column->cell == CELL_FLAG)
		return count.n ? "yes" : "no";
	if (!count.known) {
		if (json)
			return NULL;	/* null */
		if (column->cell == CELL_NODE)
			return "all";
		/* Raw output needs as many words in every line. */
		return print->format == FORMAT_PAIRS ? "" : "-";
	}
	if (column->cell == CELL_NODE || column->cell == CELL_NUMBER ||
	    json || print->bytes)
		format_u64(buf, count.n);
	else
		format_size(buf, count.n);
	/* For people only: programs have the column DEFAULT. */
	if (column->cell == CELL_SIZE && print->format == FORMAT_TABLE)
		strcat(buf, pool->is_default ? "*" : " ");
	return buf;
}

static bool add_columns(struct libscols_table *table,
			const struct columns *columns)
{
	size_t i;

	for (i = 0; i < columns->n; i++) {
		const struct column *c = columns->v[i];
		struct libscols_column *col;

		col = scols_table_new_column(table, c->name, 0,
					     c->cell == CELL_FLAG ?
					     0 : SCOLS_FL_RIGHT);
		if (!col || scols_column_set_json_type(col, json_type(c->cell)))
			return false;
	}
	return true;
}

static bool add_row(struct libscols_table *table,
		    const struct columns *columns, const struct print *print,
		    const struct pool *pool)
{
	struct libscols_line *line = scols_table_new_line(table, NULL);
	char buf[FORMAT_MAX + 1];
	size_t i;

	if (!line)
		return false;
	for (i = 0; i < columns->n; i++)
		if (scols_line_set_data(line, i,
					format_cell(buf, columns->v[i], pool,
						    print)))
			return false;
	return true;
}

int columns_print(const struct columns *columns, const struct print *print,
		  const struct pools *pools, const struct filter *filter,
		  struct msg *msg)
{
	struct libscols_table *table = scols_new_table();
	int ret = ST_FAILED;
	size_t i;

	if (!table)
		return msg_nomem(msg);
	scols_table_enable_raw(table, print->format == FORMAT_RAW);
	scols_table_enable_export(table, print->format == FORMAT_PAIRS);
	scols_table_enable_json(table, print->format == FORMAT_JSON);
	scols_table_enable_noheadings(table, print->noheadings);
	if (scols_table_set_name(table, "pools") ||
	    !add_columns(table, columns))
		goto out;
	for (i = 0; i < pools->n; i++)
		if (filter_size(filter, pools->v[i].size) &&
		    filter_node(filter, pools->v[i].node) &&
		    !add_row(table, columns, print, &pools->v[i]))
			goto out;
	if (scols_print_table(table) == 0)
		ret = ST_DONE;
out:
	scols_unref_table(table);
	return ret == ST_DONE ? ret :
		msg_set(msg, ret, "cannot make the table (out of memory?)");
}
