#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The guests' whole suite, and failing allocations, under KASAN and lockdep.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/../lib/tap.sh"
# shellcheck source=tests/lib/suite.sh
. "$(dirname "$0")/../lib/suite.sh"

suite debug+kasan "${suite_long[@]}" "$top"/tests/81-faults.t
done_testing
