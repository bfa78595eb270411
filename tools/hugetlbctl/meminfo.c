// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "hugetlbctl.h"
#include "meminfo.h"
#include "sizes.h"
#include "tree.h"

/* What follows "KEY:", at the start of a line or after "Node N ". */
static char *find(char *text, const char *key)
{
	size_t len = strlen(key);
	char *line = text;

	while (line) {
		char *name = line;

		if (!strncmp(name, "Node ", 5)) {
			name += 5;
			name += strspn(name, "0123456789");
			name += strspn(name, " ");
		}
		if (!strncmp(name, key, len) && name[len] == ':')
			return name + len + 1;
		line = strchr(line, '\n');
		if (line)
			line++;
	}
	return NULL;
}

int meminfo_read(const struct place *top, int node, const char *key,
		 struct count *bytes, struct msg *msg)
{
	char file[64] = "proc/meminfo", buf[16384], *value;
	size_t len, digits;
	uint64_t kb;
	bool there;
	int ret;

	if (node != NODE_ALL)
		snprintf(file, sizeof(file),
			 "sys/devices/system/node/node%d/meminfo", node);
	bytes->known = false;
	ret = tree_read(top, file, buf, sizeof(buf), &len, &there, msg);
	if (ret != ST_DONE)
		return ret;
	value = find(buf, key);
	if (!value)
		return ST_DONE;

	value += strspn(value, " ");
	digits = strspn(value, "0123456789");
	if (!parse_u64(value, digits, &kb) || kb > UINT64_MAX / 1024 ||
	    strncmp(value + digits, " kB", 3))
		return msg_set(msg, ST_FAILED,
			       "%s/%s: %s '%s' is not a number of kB", top->root,
			       file, key, tree_printable(value));
	bytes->n = kb * 1024;
	bytes->known = true;
	return ST_DONE;
}
