// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "path.h"

/* Three digits, of which '\0' would end the path. */
static bool octal(const char *digits, unsigned char *c)
{
	if (strspn(digits, "01234567") < 3 || *digits > '3')
		return false;
	*c = (digits[0] - '0') << 6 | (digits[1] - '0') << 3 | (digits[2] - '0');
	return *c;
}

bool path_unescape(char *text)
{
	bool good = true;
	unsigned char c;
	char *to = text;

	while (*text) {
		if (*text == '\\' && octal(text + 1, &c)) {
			*to++ = c;
			text += 4;
			continue;
		}
		good &= *text != '\\';
		*to++ = *text++;
	}
	*to = '\0';
	return good;
}

bool path_tidy(char *path)
{
	char *from = path, *to = path;

	while (*from) {
		size_t len;

		from += strspn(from, "/");
		len = strcspn(from, "/");
		if (len == 2 && !strncmp(from, "..", len))
			return false;
		if (len && (len != 1 || *from != '.')) {
			*to++ = '/';
			memmove(to, from, len);
			to += len;
		}
		from += len;
	}
	if (to == path)
		*to++ = '/';
	*to = '\0';
	return true;
}

bool path_below(const char *path, const char *dir)
{
	size_t len = strlen(dir);

	return !strncmp(path, dir, len) && path[len] == '/';
}

size_t path_existing(const char *path)
{
	size_t len = path[1] ? strlen(path) : 0;
	char *head = strdup(path);

	while (head && len) {
		head[len] = '\0';
		if (!access(head, F_OK) || errno != ENOENT)
			break;
		while (path[--len] != '/')
			;
	}
	free(head);
	return len;
}

char *path_resolve(const char *path)
{
	size_t len = path_existing(path);
	char *head = len ? strndup(path, len) : strdup("/");
	const char *rest = path + len;
	char *real, *whole;

	if (!head)
		return NULL;
	real = realpath(head, NULL);
	free(head);
	if (!real)	/* no privilege to look, or worse */
		return strdup(path);
	if (!*rest || !rest[1])
		return real;
	/* What follows begins with the / that the root is. */
	if (asprintf(&whole, "%s%s", real[1] ? real : "", rest) < 0)
		whole = NULL;
	free(real);
	return whole;
}
