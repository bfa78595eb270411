#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The guests' suite under KCSAN.  Every report that is about a function of ours
# is a failure; kcsan-ours says how that is decided.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/lib/suite.sh
. "$(dirname "$0")/../lib/suite.sh"
# shellcheck source=scripts/lib.sh
. "$top/scripts/lib.sh"

objects=$build/$(series_current)/debug+kcsan/src/mm
GUEST_LOG_FILTER="$top/tests/checkers/kcsan-ours $objects" suite debug+kcsan "${suite_long[@]}"
done_testing
