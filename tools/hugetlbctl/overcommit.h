/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef OVERCOMMIT_H
#define OVERCOMMIT_H

#include "spec.h"

struct place;

/* From SIZE=VALUE to a limit, which may be more than memory holds. */
int overcommit_parse(const char *text, const struct place *top,
		     const struct pools *pools, struct spec *spec,
		     uint64_t *limit, struct msg *msg);
/* The limit there is; ST_UNSUPPORTED if the kernel has none for this size. */
int overcommit_now(const struct place *top, const struct pools *pools,
		   uint64_t size, uint64_t *limit, struct msg *msg);
/* Say what was written. */
void overcommit_tell(uint64_t size, uint64_t limit);
/*
 * Whether the limit can be written; with dry without a look at privileges.
 */
int overcommit_check(const struct place *top, uint64_t size, bool dry,
		     struct msg *msg);
int overcommit_write(const struct place *top, uint64_t size, uint64_t limit,
		     struct msg *msg);

#endif
