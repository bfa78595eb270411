/* SPDX-License-Identifier: GPL-2.0-only */
/* The signals that ask us to stop: SIGINT, SIGTERM and SIGHUP. */
#ifndef STOP_H
#define STOP_H

#include <signal.h>

/* From here on they only wait to be asked for; returns which these are. */
const sigset_t *stop_hold(void);

/* The one that has come since, 0 if none has. */
int stop_asked(void);

#endif
