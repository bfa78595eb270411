#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The parsers, in unit.c. UNIT may have words before it.
: "${UNIT:?is not set: run make check}"
# shellcheck disable=SC2086 # words
exec timeout 120 $UNIT
