#!/usr/bin/env bash
# Kills the program at random moments of fit, predict, report and experiment over outputs that are
# there, and takes disk, memory, rights and readers away from it: old files stay whole, exit codes
# are those of docs/cli.md, and an experiment ends with the same results.
#
#   scripts/check-crashes.sh [KILLS]
#
# KILLS     how often each command is killed; 100 by default
# RULEGEN   the binary to check; target/release/rulegen by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
exec python3 -B scripts/crashes/check.py "$(realpath "${RULEGEN:-target/release/rulegen}")" "${1:-100}"
