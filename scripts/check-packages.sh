#!/usr/bin/env bash
# Packages all crates as `cargo publish` does, without uploading, and inspects each package: README,
# licences, an example, no link, nothing large, a manifest with all that crates.io shows. Lists
# sizes.
#
#   scripts/check-packages.sh              no crate is compiled
#   scripts/check-packages.sh --build      also builds a crate from its package in an empty folder,
#                                          and runs its example
#   scripts/check-packages.sh --release    on the day of a release: the owner has set authors and
#                                          repository, nothing is uncommitted, every crate compiles
#                                          from its package, and the version allows for the changes
#                                          that break programs (cargo-semver-checks)
#
# Needs cargo, crates.io and Python 3.11; once a version is published, --release also needs `cargo
# install cargo-semver-checks`. Prints a line for each check, at the end 'N passed, N failed'; exits
# 1 if any failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

mode=${1:-}
case $mode in
'' | --build) flags=(--allow-dirty --no-verify) ;;
--release) flags=() ;;
*)
    echo "usage: $0 [--build | --release]" >&2
    exit 2
    ;;
esac
packages=${CARGO_TARGET_DIR:-target}/package
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

passed=0
failed=0
check() {
    local what=$1
    shift
    if "$@"; then
        echo "ok     $what"
        passed=$((passed + 1))
    else
        echo "FAILED $what"
        failed=$((failed + 1))
    fi
}

# Runs a cargo command and prints its messages only if it fails, without those about tests that are
# not packaged (`include` in Cargo.toml).
quietly() {
    "$@" 2>"$scratch/log" || { grep -v '^warning: ignoring' "$scratch/log" >&2; return 1; }
}

packaged() {
    rm -f "$packages"/*.crate
    quietly cargo package --workspace --exclude rulegen-bench --exclude rulegen-fuzz --exclude rulegen-python --locked \
        --allow-dirty --no-verify --offline
}

published() { quietly cargo publish --workspace --dry-run --locked "${flags[@]}"; }

# Builds a crate from its package alone: the crates that it needs are packages too, and nothing else
# of the workspace is there.
alone() {
    local version package folder name patches=()
    version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
    for package in "$packages"/*.crate; do
        tar xzf "$package" -C "$scratch"
        folder=$(basename "$package" .crate)
        name=${folder%-"$version"}
        # The crate that is built is no patch of itself. Patches that it does not need are warnings.
        [[ $name == rulegen-rule ]] || patches+=(--config "patch.crates-io.$name.path = '../$folder'")
    done
    (
        cd "$scratch/rulegen-rule-$version"
        CARGO_TARGET_DIR=$scratch/target cargo run --quiet --example written_by_hand "${patches[@]}" >"$scratch/printed"
    ) && grep -q '^row 0 is yes' "$scratch/printed"
}

owned() {
    ! grep -nE '^repository = "https://example\.org|^authors = \["The rulegen founders"\]' Cargo.toml >&2
}

# Compares the public interface with the last version on crates.io. The first version passes.
compatible() {
    local said
    if said=$(cargo info --quiet --registry crates-io rulegen 2>&1); then
        cargo semver-checks --workspace --exclude rulegen-bench --exclude rulegen-fuzz --exclude rulegen-python
    elif grep -q 'could not find `rulegen`' <<<"$said"; then
        echo "       no version is on crates.io yet: there is nothing to compare with"
    else
        echo "$said" >&2
        return 1
    fi
}

check "cargo publish --dry-run, each crate after those that it needs" published
check "the crates are packaged" packaged
check "what is in each package" python3 -B scripts/packages/contents.py "$packages"
[[ $mode == --build ]] && check "rulegen-rule builds from its package, and its example runs" alone
[[ $mode == --release ]] && check "the version allows what has changed since the last one (cargo-semver-checks)" compatible
[[ $mode == --release ]] && check "the owner has set authors and repository (docs/releasing.md)" owned
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
