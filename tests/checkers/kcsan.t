#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The guests' whole suite under KCSAN.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/lib/suite.sh
. "$(dirname "$0")/../lib/suite.sh"

suite debug+kcsan "${suite_long[@]}"
done_testing
