// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <unistd.h>

#include "change.h"
#include "hugetlbctl.h"
#include "sizes.h"

#define SECONDS_MAX (365 * 24 * 3600)
#define RETRIES_MAX 1000000

int effort_retry(const char *value, void *to, struct msg *msg)
{
	struct count *retries = &((struct effort *)to)->retries;

	retries->known = true;
	if (!parse_u64(value, strlen(value), &retries->n) ||
	    retries->n > RETRIES_MAX)
		return msg_set(msg, ST_USAGE,
			       "--retry '%s': give a number of further tries from 0 to %d",
			       value, RETRIES_MAX);
	return ST_DONE;
}

int effort_timeout(const char *value, void *to, struct msg *msg)
{
	struct count *seconds = &((struct effort *)to)->timeout;

	seconds->known = true;
	if (!parse_u64(value, strlen(value), &seconds->n) || !seconds->n ||
	    seconds->n > SECONDS_MAX)
		return msg_set(msg, ST_USAGE,
			       "--timeout '%s': give a number of seconds from 1 to %d",
			       value, SECONDS_MAX);
	return ST_DONE;
}

void effort_mode(struct effort *effort)
{
	if (effort->quiet)
		effort->mode = PROGRESS_NONE;
	else
		effort->mode = isatty(STDERR_FILENO) ? PROGRESS_BAR :
			PROGRESS_LINES;
}
