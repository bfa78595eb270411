#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Nothing: for what the kernel does on its own at boot.
true
