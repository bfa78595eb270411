// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "suggest.h"

#define WORD_MAX 32

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t min = a < b ? a : b;

	return min < c ? min : c;
}

/* Edits (insert, delete, replace, swap neighbours) that turn a into b. */
static size_t distance(const char *a, const char *b)
{
	size_t d[WORD_MAX + 1][WORD_MAX + 1];
	size_t la = strlen(a), lb = strlen(b), i, j;

	if (la > WORD_MAX || lb > WORD_MAX)
		return WORD_MAX;

	for (i = 0; i <= la; i++)
		d[i][0] = i;
	for (j = 0; j <= lb; j++)
		d[0][j] = j;
	for (i = 1; i <= la; i++) {
		for (j = 1; j <= lb; j++) {
			d[i][j] = min3(d[i - 1][j] + 1, d[i][j - 1] + 1,
				       d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] && d[i - 2][j - 2] + 1 < d[i][j])
				d[i][j] = d[i - 2][j - 2] + 1;
		}
	}
	return d[la][lb];
}

const char *suggest(const char *word, const char *const *names, size_t n)
{
	const char *best = NULL;
	size_t least = 3, i;

	if (!word[0])
		return NULL;
	for (i = 0; i < n; i++) {
		size_t d = distance(word, names[i]);

		/* The beginning of a name is near, however much is missing. */
		if (!strncmp(word, names[i], strlen(word)))
			d = 1;
		else if (d >= strlen(word))
			continue;	/* nothing of the word would be left */
		if (d < least) {
			least = d;
			best = names[i];
		}
	}
	return best;
}
