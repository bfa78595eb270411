// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "netlink.h"
#include "options.h"
#include "resize_print.h"
#include "source.h"
#include "writer.h"

struct monitor {
	struct filter filter;
	bool json;
};

static int on_event(uint8_t cmd, const struct resize *r, void *data,
		    struct msg *msg)
{
	struct monitor *m = data;

	if (!filter_size(&m->filter, r->size))
		return ST_DONE;
	if (m->json)
		event_print_json(stdout, clock_ns(CLOCK_REALTIME), cmd, r);
	else
		event_print(stdout, clock_ns(CLOCK_REALTIME), cmd, r);
	(void)msg;
	/* Who reads a log wants the line now; a full disk ends us, and main() tells. */
	return fflush(stdout) ? ST_FAILED : ST_DONE;
}

static int watch(struct nl *nl, struct monitor *m, struct msg *msg)
{
	struct pollfd fd = { .fd = nl_fd(nl), .events = POLLIN };
	bool lost;
	int ret;

	do {
		if (poll(&fd, 1, -1) < 0 && errno != EINTR)
			return msg_set(msg, ST_FAILED, "cannot wait: %s",
				       strerror(errno));
		ret = nl_take_events(nl, on_event, m, &lost, msg);
		if (lost)
			fprintf(stderr, "hugetlbctl: monitor: events were lost\n");
	} while (ret == ST_DONE);
	return ret;
}

static void help_more(void)
{
	printf("\n"
	       "Ends by a signal, like that of control-C. Needs a kernel with\n"
	       FEATURE "; exits with 4 on others.\n");
}

int cmd_monitor(int argc, char **argv, struct msg *msg)
{
	static struct monitor m;
	const struct opt v[] = {
		{ 's', "size", "SIZES", "only these page sizes, like 2M,1G",
		  filter_sizes, &m.filter },
		{ 'J', "json", NULL, "JSON: one object a line, with nodes",
		  opt_flag, &m.json },
	};
	const struct opts opts = {
		.usage = "monitor [OPTION]...",
		.about = "Prints the start, the progress and the end of each resize as they come.",
		.v = v, .n = ARRAY_SIZE(v), .help_more = help_more,
	};
	char **operands;
	struct nl nl;
	int ret;

	memset(&m, 0, sizeof(m));
	ret = opts_parse(&opts, argc, argv, &operands, msg);
	if (ret == ST_DONE)
		ret = source_check(&m.filter, msg);
	if (ret != ST_DONE)
		return ret;
	ret = nl_open(&nl, msg);
	if (ret == ST_UNSUPPORTED)
		return msg_set(msg, ret,
			       "this kernel tells of no resizes (it lacks " FEATURE ")");
	if (ret != ST_DONE)
		return ret;
	ret = nl_join(&nl, msg);
	if (ret == ST_DONE)
		ret = watch(&nl, &m, msg);
	nl_close(&nl);
	return ret;
}
