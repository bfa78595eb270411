/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef _INCLUDE_LINUX_HUGETLB_PARALLEL_H
#define _INCLUDE_LINUX_HUGETLB_PARALLEL_H

/* Values of vm.hugetlb_parallel_workers with a meaning of their own. */
#define HUGETLB_WORKERS_AUTO	0
#define HUGETLB_WORKERS_SERIAL	1
#define HUGETLB_WORKERS_MAX	1024

extern unsigned int sysctl_hugetlb_parallel_workers;

#endif /* _INCLUDE_LINUX_HUGETLB_PARALLEL_H */
