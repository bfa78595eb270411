/* SPDX-License-Identifier: GPL-2.0-only */
/* libFuzzer's entry point. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input as a string of its own size, which ASan watches; free() it. */
char *fuzz_text(const uint8_t *data, size_t size);

/* Abort if what must hold does not. */
void fuzz_must(int holds);

#endif
