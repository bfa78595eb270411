// SPDX-License-Identifier: GPL-2.0-only
/* Give files to a fuzz target without libFuzzer: for the kept seeds. */
#include <err.h>
#include <stdio.h>

#include "fuzz.h"

int main(int argc, char **argv)
{
	static uint8_t data[1 << 20];
	int i;

	for (i = 1; i < argc; i++) {
		FILE *in = fopen(argv[i], "re");
		size_t size;

		if (!in)
			err(1, "%s", argv[i]);
		size = fread(data, 1, sizeof(data), in);
		fclose(in);
		LLVMFuzzerTestOneInput(data, size);
	}
	printf("%d files\n", argc - 1);
	return 0;
}
