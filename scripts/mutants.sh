#!/usr/bin/env bash
# Mutation tests of the checker of proofs: cargo-mutants changes its code in one place at a time,
# and some test must fail each time.
#
#   scripts/mutants.sh [--shard K/N] [FILE ...]
#
# --shard K/N  one of N parts of the changes, K from 0
# FILE         files of crates/check/src, such as cube.rs [default: all]
#
# Changes after which every result stays as it is are listed with their reasons in
# crates/check/mutants.toml. A copy of the crate is built whose only target is the library with all
# tests, which takes a third of the time. Needs cargo-mutants (`cargo install cargo-mutants`), and
# about an hour of two cores for all files with cargo-nextest, which ends at the first test that
# fails. Prints changes that no test noticed (MISSED); exits 1 if there are any. A test that does
# not end (TIMEOUT) has noticed its change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command -v cargo-mutants >/dev/null || {
    echo "cargo-mutants is missing: cargo install --locked cargo-mutants" >&2
    exit 2
}

chosen=()
if [[ ${1:-} == --shard ]]; then
    chosen=("$1" "$2")
    shift 2
fi
for file in "$@"; do chosen+=(--file "crates/check/src/$file"); done

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/crates"
cp -rL crates/check "$copy/crates/check"
cp -r fixtures Cargo.lock "$copy"
sed -e 's|^members = .*|members = ["crates/check"]|' -e '/^default-members/d' \
    -e 's|^\[profile.dev.package\]$|&\nrulegen-check = { opt-level = 0 }|' Cargo.toml >"$copy/Cargo.toml"
# The integration tests become a module of the library. Those of the program stay out, as it does.
sed -i 's|^\[dependencies\]|autotests = false\nautobins = false\n\n[lib]\ndoctest = false\n\n&|' "$copy/crates/check/Cargo.toml"
sed -i '/^mod program;/d' "$copy/crates/check/tests/proofs/main.rs"
cat >>"$copy/crates/check/src/lib.rs" <<'END'
#[cfg(test)]
extern crate self as rulegen_check;
#[cfg(test)]
#[path = "../tests/proofs/main.rs"]
mod proofs;
END

# Random inputs are the same in each run, and few, as a change is noticed by few or by none.
export PROPTEST_CASES=24 PROPTEST_RNG_SEED=1 PROPTEST_MAX_SHRINK_ITERS=0 PROPTEST_DISABLE_FAILURE_PERSISTENCE=true
# A change compiles in two seconds where what is the same is kept, and in twelve from nothing.
export CARGO_INCREMENTAL=1
unset CARGO_TARGET_DIR
cd "$copy"
# A change that turns a loop into an endless one may fill the memory first.
ulimit -v 8000000
tests=(--lib)
tool=cargo
if command -v cargo-nextest >/dev/null; then
    tool=nextest
    tests+=(--max-fail 1:immediate)
fi
status=0
cargo mutants --config crates/check/mutants.toml --jobs "${JOBS:-2}" --no-times --colors never --test-tool "$tool" \
    "${chosen[@]}" -- "${tests[@]}" || status=$?
# 2 and 3: some were missed, some tests took too long.
[[ $status =~ ^[023]$ && ! -s mutants.out/missed.txt ]]
