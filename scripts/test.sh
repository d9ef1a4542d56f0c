#!/usr/bin/env bash
# Runs every test of the workspace, doc tests included, with every feature. First installs the
# libraries of the native solvers that are missing (native-deps.sh); exits 2 without permission.
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
    export CMAKE_TOOLCHAIN_FILE=$PWD/scripts/highs.cmake
fi

# Not nextest: it leaves the doc tests out.
exec cargo test "${what[@]}" "$@"
