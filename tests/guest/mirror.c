// SPDX-License-Identifier: GPL-2.0-only
/*
 * mirror KERNEL INITRD CMDLINE FROM-TO... - start the next kernel, at once, as
 *	firmware does that mirrors the memory from FROM to TO, in MB.
 *
 * A kernel learns of mirrored memory from EFI's memory map, and no firmware for
 * QEMU has any.  So this one is given a map, and EFI's other tables as far as they are
 * looked at: there is nothing to be called.
 *
 * Exit status: 1 on an error, 2 wrong usage.
 */
#include <asm/bootparam.h>
#include <err.h>
#include <linux/kexec.h>
#include <linux/reboot.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where things lie: above the largest kernel, in memory that every guest of 2 GB has. */
#define TABLES		(512UL << 20)
#define INITRD		(768UL << 20)

#define MB		(1UL << 20)
#define EFI_PAGE	4096UL
#define E820_RAM	1
#define EFI_RESERVED	0
#define EFI_MEMORY	7
#define EFI_WB		0x8ULL
#define EFI_RELIABLE	0x10000ULL
#define MOST		256

struct efi_system_table {
	uint64_t signature;
	uint32_t revision, headersize, crc32, reserved;
	uint64_t vendor;
	uint32_t vendor_revision, pad;
	uint64_t consoles[6];
	uint64_t runtime, boottime;
	uint32_t nr_tables, pad2;
	uint64_t tables;
};

struct efi_descriptor {
	uint32_t type, pad;
	uint64_t phys, virt, pages, attribute;
};

/* From the kernel before, if that had EFI: then the next one sets nothing up. */
struct efi_setup {
	struct setup_data head;
	uint64_t vendor, unused, tables, smbios, reserved[8];
};

/* Which services there are: none. */
struct efi_services {
	uint16_t version, length;
	uint32_t supported;
};

/* Where that is said. */
struct efi_config_table {
	uint8_t guid[16];
	uint64_t table;
};

static struct tables {
	struct boot_params params;
	char cmdline[2048];
	uint8_t start[64];
	uint16_t vendor[100];
	struct efi_system_table system;
	struct efi_config_table config;
	struct efi_services services;
	struct efi_setup setup;
	struct efi_descriptor map[MOST];
} __attribute__((aligned(4096))) tables;

static int nr_described;

#define AT(member)	(TABLES + offsetof(struct tables, member))

/* The file's bytes; some in sysfs are shorter than they say. */
static void *whole(const char *path, size_t *size)
{
	FILE *f = fopen(path, "r");
	struct stat st;
	void *p;

	if (!f || fstat(fileno(f), &st))
		err(1, "%s", path);
	p = malloc(st.st_size);
	if (!p)
		err(1, "%s: %ld bytes", path, (long)st.st_size);
	*size = fread(p, 1, st.st_size, f);
	if (!*size || ferror(f))
		err(1, "%s", path);
	fclose(f);
	return p;
}

/* Describe from @from to @to, which is mirrored as a whole or not at all. */
static void describe(uint64_t from, uint64_t to, bool ram, bool mirrored)
{
	if (nr_described == MOST)
		errx(1, "more than %d pieces of memory", MOST);
	tables.map[nr_described++] = (struct efi_descriptor) {
		.type = ram ? EFI_MEMORY : EFI_RESERVED,
		.phys = from,
		.virt = from,
		.pages = (to - from) / EFI_PAGE,
		.attribute = EFI_WB | (mirrored ? EFI_RELIABLE : 0),
	};
}

/* @ranges are in order. */
static void describe_all(char **ranges)
{
	for (int i = 0; i < tables.params.e820_entries; i++) {
		struct boot_e820_entry *e = &tables.params.e820_table[i];
		uint64_t at = (e->addr + EFI_PAGE - 1) & -EFI_PAGE;
		uint64_t end = (e->addr + e->size) & -EFI_PAGE;

		for (char **r = ranges; e->type == E820_RAM && *r; r++) {
			unsigned long from, to;

			if (sscanf(*r, "%lu-%lu", &from, &to) != 2 || from >= to)
				errx(2, "'%s': give FROM-TO in MB", *r);
			from = from * MB > at ? from * MB : at;
			to = to * MB < end ? to * MB : end;
			if (from >= to)
				continue;
			if (at < from)
				describe(at, from, true, false);
			describe(from, to, true, true);
			at = to;
		}
		if (at < end)
			describe(at, end, e->type == E820_RAM, false);
	}
}

int main(int argc, char **argv)
{
	struct kexec_segment segments[3];
	struct setup_header *hdr = &tables.params.hdr;
	struct efi_info efi = { .efi_memdesc_version = 1 };
	size_t kernel_size, initrd_size, size, skip;
	uint8_t *kernel, *initrd;
	uint64_t load, entry, params = AT(params);

	if (argc < 5) {
		fprintf(stderr, "usage: mirror KERNEL INITRD CMDLINE FROM-TO...\n");
		return 2;
	}
	kernel = whole(argv[1], &kernel_size);
	initrd = whole(argv[2], &initrd_size);
	/* What this kernel was told of the machine, and the next one's own header. */
	memcpy(&tables.params, whole("/sys/kernel/boot_params/data", &size),
	       sizeof(tables.params));
	size = 0x202 + kernel[0x201] - offsetof(struct boot_params, hdr);
	memcpy(hdr, kernel + offsetof(struct boot_params, hdr), size);
	skip = (hdr->setup_sects + 1) * 512;
	load = hdr->pref_address;
	entry = load + 0x200;
	if (load + hdr->init_size > TABLES || INITRD + initrd_size > 2 * 1024 * MB)
		errx(1, "the kernel or the initrd is too large");
	if (strlen(argv[3]) >= sizeof(tables.cmdline))
		errx(1, "the command line is too long");
	strcpy(tables.cmdline, argv[3]);
	hdr->type_of_loader = 0xff;
	hdr->cmd_line_ptr = AT(cmdline);
	hdr->ramdisk_image = INITRD;
	hdr->ramdisk_size = initrd_size;
	hdr->setup_data = AT(setup);

	describe_all(argv + 4);
	memcpy(&efi.efi_loader_signature, "EL64", 4);
	efi.efi_systab = AT(system);
	efi.efi_memmap = AT(map);
	efi.efi_memmap_size = nr_described * sizeof(tables.map[0]);
	efi.efi_memdesc_size = sizeof(tables.map[0]);
	tables.params.efi_info = efi;
	tables.system = (struct efi_system_table) {
		.signature = 0x5453595320494249ULL,
		.revision = 2 << 16,
		.headersize = sizeof(tables.system),
		.vendor = AT(vendor),
		.runtime = AT(vendor),
		.nr_tables = 1,
		.tables = AT(config),
	};
	tables.config = (struct efi_config_table) {
		"\x8a\x91\x66\xeb\xef\x7e\x2a\x40\x84\x2e\x93\x1d\x21\xc3\x8a\xe9",
		AT(services)
	};
	tables.services = (struct efi_services) { 1, sizeof(tables.services), 0 };

	tables.setup.head.type = SETUP_EFI;
	tables.setup.head.len = sizeof(tables.setup) - sizeof(tables.setup.head);
	tables.setup.vendor = AT(vendor);
	tables.setup.tables = AT(config);

	/* mov $params,%rsi; mov $entry,%rax; jmp *%rax */
	memcpy(tables.start, "\x48\xbe", 2);
	memcpy(tables.start + 2, &params, 8);
	memcpy(tables.start + 10, "\x48\xb8", 2);
	memcpy(tables.start + 12, &entry, 8);
	memcpy(tables.start + 20, "\xff\xe0", 2);

	segments[0] = (struct kexec_segment) {
		kernel + skip, kernel_size - skip,
		(void *)load, (hdr->init_size + EFI_PAGE - 1) & -EFI_PAGE
	};
	segments[1] = (struct kexec_segment) {
		&tables, sizeof(tables), (void *)TABLES, sizeof(tables)
	};
	segments[2] = (struct kexec_segment) {
		initrd, initrd_size,
		(void *)INITRD, (initrd_size + EFI_PAGE - 1) & -EFI_PAGE
	};
	if (syscall(SYS_kexec_load, AT(start), 3, segments, KEXEC_ARCH_X86_64))
		err(1, "cannot load %s", argv[1]);
	syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, LINUX_REBOOT_MAGIC2,
		LINUX_REBOOT_CMD_KEXEC, NULL);
	err(1, "cannot start %s", argv[1]);
}
