// SPDX-License-Identifier: GPL-2.0-only
/* What mount lines are made of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "path.h"
#include "unit.h"

static bool unescaped(const char *text, const char *want, bool good)
{
	char buf[64];

	snprintf(buf, sizeof(buf), "%s", text);
	return path_unescape(buf) == good && !strcmp(buf, want);
}

static bool tidy(const char *text, const char *want)
{
	char buf[64];

	snprintf(buf, sizeof(buf), "%s", text);
	return path_tidy(buf) && !strcmp(buf, want);
}

static void test_text(void)
{
	char up[] = "/a/../b";

	ok(unescaped("/a\\040b\\134\\377", "/a b\\\377", true), "octal numbers");
	ok(unescaped("/\\400", "/\\400", false), "more than a byte");
	ok(unescaped("/\\777\\040", "/\\777 ", false), "the largest of three digits");
	ok(unescaped("/\\000a", "/\\000a", false), "the end of all text");
	ok(unescaped("/\\04", "/\\04", false), "two digits");
	ok(unescaped("/\\08a", "/\\08a", false), "no octal digit");
	ok(unescaped("\\", "\\", false), "nothing behind a backslash");
	ok(tidy("//a/.//b/", "/a/b"), "slashes and dots too many");
	ok(tidy("/./", "/"), "the root");
	ok(!path_tidy(up), "the way up is refused");
	ok(path_below("/a/b", "/a") && !path_below("/ab", "/a") &&
	   !path_below("/a", "/a"), "below a directory");
}

static bool resolves(const char *path, const char *want)
{
	char *real = path_resolve(path);
	bool good = real && !strcmp(real, want);

	free(real);
	return good;
}

/* dir: of our own, with the links root and gone in it */
static void test_machine(const char *dir)
{
	char path[96], want[96];

	ok(!path_existing("/") && !path_existing("/hugetlbctl-none/a"),
	   "only the root is there");
	ok(resolves("/", "/"), "the root, resolved");
	ok(resolves("/hugetlbctl-none/a", "/hugetlbctl-none/a"),
	   "nothing of a path is there");
	ok(path_existing(dir) == strlen(dir), "all of a path is there");
	snprintf(path, sizeof(path), "%s/a/b", dir);
	ok(path_existing(path) == strlen(dir) && resolves(path, path),
	   "a part of a path is there");
	snprintf(path, sizeof(path), "%s/root", dir);
	ok(resolves(path, "/"), "a link to the root");
	snprintf(path, sizeof(path), "%s/root/hugetlbctl-none", dir);
	ok(resolves(path, "/hugetlbctl-none"), "below a link to the root");
	snprintf(path, sizeof(path), "%s/gone/a", dir);
	snprintf(want, sizeof(want), "%s/gone/a", dir);
	ok(path_existing(path) == strlen(dir) && resolves(path, want),
	   "a link that leads nowhere is not there");
}

void test_conf(void)
{
	char dir[] = "/tmp/hugetlbctl-unit.XXXXXX", *real, root[64], gone[64];

	test_text();
	if (!mkdtemp(dir))
		return ok(false, "a folder for the test");
	real = realpath(dir, NULL);
	snprintf(root, sizeof(root), "%s/root", dir);
	snprintf(gone, sizeof(gone), "%s/gone", dir);
	if (real && !symlink("/", root) && !symlink("nowhere", gone))
		test_machine(real);
	else
		ok(false, "links for the test");
	free(real);
	unlink(root);
	unlink(gone);
	rmdir(dir);
}
