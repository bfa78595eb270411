// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"

int msg_set(struct msg *msg, enum status status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg->text, sizeof(msg->text), fmt, ap);
	va_end(ap);
	return status;
}

void msg_add(struct msg *msg, const char *fmt, ...)
{
	size_t len = strlen(msg->text);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(msg->text + len, sizeof(msg->text) - len, fmt, ap);
	va_end(ap);
}

int msg_nomem(struct msg *msg)
{
	return msg_set(msg, ST_FAILED, "out of memory");
}
