/* SPDX-License-Identifier: GPL-2.0-only */
/* Paths of directories: as they are written, and what is there of them. */
#ifndef PATH_H
#define PATH_H

#include <stdbool.h>
#include <stddef.h>

/* \040 and the like, as in fstab(5); false if a \ begins no such number. */
bool path_unescape(char *text);

/* Of an absolute path: no // and no /./, none at the end either; false if there is a /../ */
bool path_tidy(char *path);

/* Does a tidy path lie below the directory? Nothing does so below the root. */
bool path_below(const char *path, const char *dir);

/*
 * How much of a tidy path is there, as far as we may look: its length, with no
 * / at the end, so that the root is 0.
 */
size_t path_existing(const char *path);

/*
 * A tidy path without links; of what is not there yet, as far as it is there.
 * NULL if there is no memory.
 */
char *path_resolve(const char *path);

#endif
