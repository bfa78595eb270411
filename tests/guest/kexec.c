// SPDX-License-Identifier: GPL-2.0-only
/*
 * kexec KERNEL INITRD CMDLINE - start the next kernel, at once.
 *
 * Debian's kexec needs libraries of Xen, whose packages have other names in each
 * release.
 *
 * Exit status: 1 on an error, 2 wrong usage.
 */
#include <err.h>
#include <fcntl.h>
#include <linux/reboot.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int must_open(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		err(1, "%s", path);
	return fd;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: kexec KERNEL INITRD CMDLINE\n");
		return 2;
	}
	if (syscall(SYS_kexec_file_load, must_open(argv[1]), must_open(argv[2]),
		    strlen(argv[3]) + 1, argv[3], 0))
		err(1, "cannot load %s", argv[1]);
	syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2,
		LINUX_REBOOT_CMD_KEXEC, NULL);
	err(1, "cannot start %s", argv[1]);
}
