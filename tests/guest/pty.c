// SPDX-License-Identifier: GPL-2.0-only
/*
 * pty COLUMNS KEYS COMMAND [ARG...] - run a command on a pseudo-terminal of its
 * own and copy what it writes to standard output.  What is written to the FIFO
 * KEYS is typed; -: nothing is.  Exit status: the command's.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* False at the end, which a pseudo-terminal tells as EIO. */
static int copy(int from, int to)
{
	char buf[4096];
	ssize_t len = read(from, buf, sizeof(buf));

	if (len < 0 && errno == EINTR)
		return 1;
	if (len > 0 && write(to, buf, len) != len)
		err(125, "write");
	return len > 0;
}

int main(int argc, char **argv)
{
	struct winsize size = { .ws_row = 24 };
	struct pollfd fds[] = { { .events = POLLIN }, { .fd = -1, .events = POLLIN } };
	int status;
	pid_t pid;

	if (argc < 4)
		errx(125, "usage: pty COLUMNS KEYS COMMAND [ARG...]");
	size.ws_col = atoi(argv[1]);
	pid = forkpty(&fds[0].fd, NULL, NULL, &size);
	if (pid < 0)
		err(125, "forkpty");
	if (!pid) {
		/* A shell ignores it for what it starts with &. */
		signal(SIGINT, SIG_DFL);
		execvp(argv[3], argv + 3);
		err(127, "%s", argv[3]);
	}
	if (strcmp(argv[2], "-")) {
		/* For writing, too: it has no end then. */
		fds[1].fd = open(argv[2], O_RDWR);
		if (fds[1].fd < 0)
			err(125, "%s", argv[2]);
	}
	for (;;) {
		if (poll(fds, 2, -1) < 0)
			continue;
		if (fds[1].revents)
			copy(fds[1].fd, fds[0].fd);
		if (fds[0].revents && !copy(fds[0].fd, STDOUT_FILENO))
			break;
	}
	if (waitpid(pid, &status, 0) < 0)
		err(125, "waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
