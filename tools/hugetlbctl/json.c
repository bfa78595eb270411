// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "json.h"

static void newline(struct json *json)
{
	if (json->one_line)
		return;
	fprintf(json->out, "\n%*s", 3 * json->depth, "");
}

static void quote(struct json *json, const char *text)
{
	fputc('"', json->out);
	for (; *text; text++) {
		unsigned char c = *text;

		if (c < ' ')
			fprintf(json->out, "\\u%04x", c);
		else if (c == '"' || c == '\\')
			fprintf(json->out, "\\%c", c);
		else
			fputc(c, json->out);
	}
	fputc('"', json->out);
}

static void begin(struct json *json, const char *key)
{
	if (json->follows)
		fputs(json->one_line ? ", " : ",", json->out);
	if (json->depth)
		newline(json);
	if (key) {
		quote(json, key);
		fputs(": ", json->out);
	}
	json->follows = true;
}

void json_open(struct json *json, const char *key, char bracket)
{
	begin(json, key);
	fputc(bracket, json->out);
	json->depth++;
	json->follows = false;
}

void json_close(struct json *json, char bracket)
{
	json->depth--;
	if (json->follows)
		newline(json);
	fputc(bracket, json->out);
	json->follows = true;
	if (!json->depth) {
		fputc('\n', json->out);
		json->follows = false;
	}
}

void json_string(struct json *json, const char *key, const char *value)
{
	begin(json, key);
	if (value)
		quote(json, value);
	else
		fputs("null", json->out);
}

void json_bool(struct json *json, const char *key, bool value)
{
	begin(json, key);
	fputs(value ? "true" : "false", json->out);
}

void json_int(struct json *json, const char *key, int64_t value)
{
	begin(json, key);
	fprintf(json->out, "%" PRId64, value);
}

void json_count(struct json *json, const char *key, struct count count)
{
	begin(json, key);
	if (count.known)
		fprintf(json->out, "%" PRIu64, count.n);
	else
		fputs("null", json->out);
}
