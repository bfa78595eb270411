/* SPDX-License-Identifier: GPL-2.0-only */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM hugetlb_parallel

#if !defined(_TRACE_HUGETLB_PARALLEL_H) || defined(TRACE_HEADER_MULTI_READ)
#define _TRACE_HUGETLB_PARALLEL_H

#include <linux/tracepoint.h>

TRACE_EVENT(hugetlb_parallel_start,

	TP_PROTO(unsigned int order, bool grow, unsigned long asked,
		 unsigned int workers),

	TP_ARGS(order, grow, asked, workers),

	TP_STRUCT__entry(
		__field(unsigned int, order)
		__field(bool, grow)
		__field(unsigned long, asked)
		__field(unsigned int, workers)
	),

	TP_fast_assign(
		__entry->order = order;
		__entry->grow = grow;
		__entry->asked = asked;
		__entry->workers = workers;
	),

	TP_printk("order=%u %s asked=%lu workers=%u", __entry->order,
		  __entry->grow ? "grow" : "shrink", __entry->asked,
		  __entry->workers)
);

TRACE_EVENT(hugetlb_parallel_chunk,

	TP_PROTO(unsigned int order, bool grow, int nid, unsigned long asked,
		 unsigned long done),

	TP_ARGS(order, grow, nid, asked, done),

	TP_STRUCT__entry(
		__field(unsigned int, order)
		__field(bool, grow)
		__field(int, nid)
		__field(unsigned long, asked)
		__field(unsigned long, done)
	),

	TP_fast_assign(
		__entry->order = order;
		__entry->grow = grow;
		__entry->nid = nid;
		__entry->asked = asked;
		__entry->done = done;
	),

	TP_printk("order=%u %s nid=%d asked=%lu done=%lu", __entry->order,
		  __entry->grow ? "grow" : "shrink", __entry->nid,
		  __entry->asked, __entry->done)
);

TRACE_EVENT(hugetlb_parallel_end,

	TP_PROTO(unsigned int order, bool grow, unsigned long asked,
		 unsigned long done, unsigned long long ns),

	TP_ARGS(order, grow, asked, done, ns),

	TP_STRUCT__entry(
		__field(unsigned int, order)
		__field(bool, grow)
		__field(unsigned long, asked)
		__field(unsigned long, done)
		__field(unsigned long long, ns)
	),

	TP_fast_assign(
		__entry->order = order;
		__entry->grow = grow;
		__entry->asked = asked;
		__entry->done = done;
		__entry->ns = ns;
	),

	TP_printk("order=%u %s asked=%lu done=%lu ns=%llu", __entry->order,
		  __entry->grow ? "grow" : "shrink", __entry->asked,
		  __entry->done, __entry->ns)
);

#endif /* _TRACE_HUGETLB_PARALLEL_H */

#include <trace/define_trace.h>
