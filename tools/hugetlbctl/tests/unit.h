/* SPDX-License-Identifier: GPL-2.0-only */
/* TAP for the unit tests, which are one program. */
#ifndef UNIT_H
#define UNIT_H

#include "pool.h"

void ok_at(bool good, const char *what, int line);

#define ok(good, what) ok_at(good, what, __LINE__)

bool is(struct count count, uint64_t value);

void test_set(void);
void test_conf(void);

#endif
