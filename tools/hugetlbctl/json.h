/* SPDX-License-Identifier: GPL-2.0-only */
/* JSON for what is not a table; tables leave it to libsmartcols. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "pool.h"

struct json {
	FILE *out;
	bool one_line;
	int depth;
	bool follows;	/* a value stands before the next one */
};

/* key is NULL in an array and at the top; bracket is '{' or '['. */
void json_open(struct json *json, const char *key, char bracket);
void json_close(struct json *json, char bracket);
void json_string(struct json *json, const char *key, const char *value);
void json_bool(struct json *json, const char *key, bool value);
void json_int(struct json *json, const char *key, int64_t value);
void json_count(struct json *json, const char *key, struct count count);

#endif
