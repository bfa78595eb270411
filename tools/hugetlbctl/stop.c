// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stddef.h>
#include <time.h>

#include "hugetlbctl.h"
#include "stop.h"

static sigset_t held;
static bool holding;

/* Those that nohup or a shell's & ignores stay ignored. */
const sigset_t *stop_hold(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction now;
	size_t i;

	if (holding)
		return &held;
	sigemptyset(&held);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &now) &&
		    now.sa_handler != SIG_IGN)
			sigaddset(&held, signals[i]);
	pthread_sigmask(SIG_BLOCK, &held, NULL);
	holding = true;
	return &held;
}

int stop_asked(void)
{
	static const struct timespec now;
	static int came;
	int sig;

	while (holding && (sig = sigtimedwait(&held, NULL, &now)) > 0)
		came = sig;
	return came;
}
