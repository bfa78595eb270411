/* SPDX-License-Identifier: GPL-2.0-only */
/* Memory of the whole system. */
#ifndef TOTALS_H
#define TOTALS_H

#include "pool.h"

struct totals {
	struct count memory;
	struct count free;
	struct count hugetlb;	/* in pools of all page sizes */
};

int totals_read(const char *sysroot, struct totals *totals, struct msg *msg);

#endif
