// SPDX-License-Identifier: GPL-2.0-only
/*
 * pty COLUMNS MS COMMAND [ARG...] - run a command on a pseudo-terminal of its own
 * and copy what it writes to standard output.  After MS milliseconds type a
 * control-C; 0: never.  Exit status: the command's.
 */
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* False at the end, which a pseudo-terminal tells as EIO. */
static int copy(int fd)
{
	char buf[4096];
	ssize_t len = read(fd, buf, sizeof(buf));

	if (len < 0 && errno == EINTR)
		return 1;
	if (len > 0 && write(STDOUT_FILENO, buf, len) != len)
		err(125, "write");
	return len > 0;
}

int main(int argc, char **argv)
{
	struct winsize size = { .ws_row = 24 };
	int wait, status;
	struct pollfd fd = { .events = POLLIN };
	pid_t pid;

	if (argc < 4)
		errx(125, "usage: pty COLUMNS MS COMMAND [ARG...]");
	size.ws_col = atoi(argv[1]);
	wait = atoi(argv[2]);
	pid = forkpty(&fd.fd, NULL, NULL, &size);
	if (pid < 0)
		err(125, "forkpty");
	if (!pid) {
		execvp(argv[3], argv + 3);
		err(127, "%s", argv[3]);
	}
	if (wait) {
		/* What it writes meanwhile fits in the terminal's buffer. */
		usleep(wait * 1000);
		if (write(fd.fd, "\003", 1) != 1)
			err(125, "write");
	}
	while (poll(&fd, 1, -1) < 0 || copy(fd.fd))
		;
	if (waitpid(pid, &status, 0) < 0)
		err(125, "waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 126;
}
