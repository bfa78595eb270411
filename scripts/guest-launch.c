// SPDX-License-Identifier: GPL-2.0-only
/*
 * Start a guest so that it costs and leaves as little as possible.
 *
 * QEMU asks for transparent huge pages on guest memory, so that one touched
 * byte may cost the host 2 MB; switching them off for this process needs no
 * change of the host's settings.  The death signal ends the guest with the
 * script that started it, even when that one is killed with SIGKILL.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int thp = argc > 1 && !strcmp(argv[1], "--thp");

	argv += 1 + thp;
	if (!*argv) {
		fputs("usage: guest-launch [--thp] PROGRAM [ARG...]\n", stderr);
		return 2;
	}
	if (!thp && prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0))
		perror("guest-launch: PR_SET_THP_DISABLE");
	if (prctl(PR_SET_PDEATHSIG, SIGKILL))
		perror("guest-launch: PR_SET_PDEATHSIG");
	execvp(argv[0], argv);
	perror(argv[0]);
	return 127;
}
