/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef SUGGEST_H
#define SUGGEST_H

#include <stddef.h>

/* The name most like word, or NULL if none is near. */
const char *suggest(const char *word, const char *const *names, size_t n);

#endif
