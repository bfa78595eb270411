// SPDX-License-Identifier: GPL-2.0-only
/*
 * vm.hugetlb_parallel_workers, and the same as a boot parameter.
 */
#define pr_fmt(fmt) "HugeTLB: " fmt

#include <linux/hugetlb_parallel.h>
#include <linux/init.h>
#include <linux/kstrtox.h>
#include <linux/printk.h>
#include <linux/sysctl.h>

unsigned int sysctl_hugetlb_parallel_workers __read_mostly;

/*
 * The generic "sysctl.vm.…=" parameters are applied when user space is about
 * to start; this one must be there when hugepages= is.
 */
static int __init hugetlb_parallel_workers_setup(char *s)
{
	unsigned int workers;

	if (kstrtouint(s, 0, &workers) || workers > HUGETLB_WORKERS_MAX) {
		pr_warn("hugetlb_parallel_workers=%s ignored: it takes a number from 0 to %d\n",
			s, HUGETLB_WORKERS_MAX);
		return 1;
	}

	sysctl_hugetlb_parallel_workers = workers;
	return 1;
}
__setup("hugetlb_parallel_workers=", hugetlb_parallel_workers_setup);

#ifdef CONFIG_SYSCTL
static const unsigned int hugetlb_workers_max = HUGETLB_WORKERS_MAX;

static const struct ctl_table hugetlb_parallel_table[] = {
	{
		.procname	= "hugetlb_parallel_workers",
		.data		= &sysctl_hugetlb_parallel_workers,
		.maxlen		= sizeof(sysctl_hugetlb_parallel_workers),
		.mode		= 0644,
		.proc_handler	= proc_douintvec_minmax,
		.extra1		= SYSCTL_ZERO,
		.extra2		= (void *)&hugetlb_workers_max,
	},
};

static int __init hugetlb_parallel_sysctl_init(void)
{
	register_sysctl_init("vm", hugetlb_parallel_table);
	return 0;
}
late_initcall(hugetlb_parallel_sysctl_init);
#endif
