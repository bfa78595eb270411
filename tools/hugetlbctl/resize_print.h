/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RESIZE_PRINT_H
#define RESIZE_PRINT_H

#include <stdio.h>

#include "resize.h"

/* Only the sizes that filter lets through. */
void resizes_print(FILE *out, const struct resizes *resizes,
		   const struct filter *filter);
void resizes_print_json(FILE *out, const struct resizes *resizes,
			const struct filter *filter);

/* One line; cmd is HUGETLB_CMD_RESIZE_..._NTF, time_ns since 1970. */
void event_print(FILE *out, uint64_t time_ns, uint8_t cmd,
		 const struct resize *r);
void event_print_json(FILE *out, uint64_t time_ns, uint8_t cmd,
		      const struct resize *r);

#endif
