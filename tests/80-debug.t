#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The debug kernel (lock, context, list and page checks) runs the guests' tests but
# for the longest ones, and its log has no warning.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/suite.sh
. "$(dirname "$0")/lib/suite.sh"

suite debug
done_testing
