#!/usr/bin/env bash
# Runs every test of the workspace, doc tests among them, with every feature. Installs first what the native solvers
# need and this machine lacks (native-deps.sh); exits 2 where it may not.
#
#   scripts/test.sh [--no-native] [ARGUMENTS OF cargo test ...]
#
# --no-native   the default, pure Rust features only: nothing but the Rust toolchain is needed
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/.."

what=(--workspace)
if [[ ${1:-} == --no-native ]]; then
    shift
else
    what+=(--all-features)
    scripts/native-deps.sh
fi

# Not nextest: it leaves the doc tests out.
exec cargo test "${what[@]}" "$@"
