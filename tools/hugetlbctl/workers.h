/* SPDX-License-Identifier: GPL-2.0-only */
/* vm.hugetlb_parallel_workers */
#ifndef WORKERS_H
#define WORKERS_H

#include <stdint.h>

#include "sizes.h"

struct count;
struct msg;
struct place;

/* A kernel's own limit is the same. */
#define WORKERS_MAX 1024
#define WORKERS_RULE "a number of workers from 1 to 1024, or auto"

/* A number or auto, which is 0. */
int workers_parse(const char *text, uint64_t *workers, struct msg *msg);

/* The other way round; buf may hold it. */
const char *workers_name(char buf[FORMAT_MAX], uint64_t workers);

/* Not known if the kernel has no such knob. */
int workers_count(const struct place *top, struct count *workers, struct msg *msg);
/* ST_UNSUPPORTED if the kernel has no such knob. */
int workers_read(const struct place *top, uint64_t *workers, struct msg *msg);
int workers_write(const struct place *top, uint64_t workers, struct msg *msg);

#endif
