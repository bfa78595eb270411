/* SPDX-License-Identifier: GPL-2.0-only */
/* The signals that ask us to stop: SIGINT, SIGTERM and SIGHUP. */
#ifndef STOP_H
#define STOP_H

#include <signal.h>
#include <stdbool.h>

/* All zero at first. */
struct stop {
	bool holding;
	sigset_t held;
	int came;		/* the last of them; 0: none */
};

/* From here on they only wait to be asked for; held says which these are. */
void stop_hold(struct stop *stop);

/* The one that has come since, 0 if none has. */
int stop_asked(struct stop *stop);

#endif
