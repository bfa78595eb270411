#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Workers stay on their node's CPUs, and off isolated ones.
set -uo pipefail
# shellcheck source=tests/lib/tap.sh
. "$(dirname "$0")/lib/tap.sh"
# shellcheck source=tests/lib/guest.sh
. "$(dirname "$0")/lib/guest.sh"
# shellcheck source=tests/guest/steps.sh
. "$(dirname "$0")/guest/steps.sh"

patched_steps nodes where.sh
patched_steps isolated --append isolcpus=1 where.sh 1 isolated

done_testing
