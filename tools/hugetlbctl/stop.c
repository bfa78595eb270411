// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <time.h>

#include "hugetlbctl.h"
#include "stop.h"

/* Those that nohup or a shell's & ignores stay ignored. */
void stop_hold(struct stop *stop)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction now;
	size_t i;

	if (stop->holding)
		return;
	sigemptyset(&stop->held);
	for (i = 0; i < ARRAY_SIZE(signals); i++)
		if (!sigaction(signals[i], NULL, &now) &&
		    now.sa_handler != SIG_IGN)
			sigaddset(&stop->held, signals[i]);
	pthread_sigmask(SIG_BLOCK, &stop->held, NULL);
	stop->holding = true;
}

int stop_asked(struct stop *stop)
{
	static const struct timespec now;
	int sig;

	while (stop->holding &&
	       (sig = sigtimedwait(&stop->held, NULL, &now)) > 0)
		stop->came = sig;
	return stop->came;
}
