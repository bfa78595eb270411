// SPDX-License-Identifier: GPL-2.0-only
/* hugetlbctl.conf */
#include <stdlib.h>
#include <string.h>

#include "conf.h"
#include "fuzz.h"
#include "hugetlbctl.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct conf conf = { 0 };
	struct msg msg = { "" };
	int ret = conf_parse(&conf, "file", text, &msg);

	fuzz_must(ret == ST_DONE || !strncmp(msg.text, "file:", 5));
	conf_free(&conf);
	free(text);
	return 0;
}
