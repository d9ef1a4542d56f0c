#!/usr/bin/env bash
# Installs the Python wheel into a fresh virtual environment, with no Rust on the path, and uses it:
# a fit from Python, and the executable `rulegen` (output, pipes, exit codes, Ctrl-C).
#
#   scripts/check-wheel.sh [PROFILE]       builds the wheel first, with this profile of cargo
#                                          [default: dev]
#   scripts/check-wheel.sh FILE.whl        takes this wheel
#
# Needs python3 (3.10 or later) with venv; to build, Rust. Prints a line for each check, at the end
# 'N passed, N failed'.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

wheel=${1:-dev}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python=python3
command -v $python >/dev/null || python=python
$python -m venv "$scratch/venv"
bin=$scratch/venv/bin
[[ -d $bin ]] || bin=$scratch/venv/Scripts
pip() { "$bin/python" -m pip --quiet --disable-pip-version-check "$@"; }

if [[ $wheel != *.whl ]]; then
    pip install maturin==1.16.0
    "$bin/maturin" build --quiet --locked --profile "$wheel" --manifest-path crates/python/Cargo.toml --out "$scratch/wheels"
    wheel=$(echo "$scratch"/wheels/rulegen-*-abi3-*.whl)
fi
echo "$(basename "$wheel"): $(wc -c <"$wheel") bytes"
# No Rust, and nothing that pip would have to build.
unset RUSTUP_HOME CARGO_HOME
PATH=$bin:/usr/bin:/bin
pip install --only-binary :all: "$wheel"
checks=$(realpath scripts/wheel/check.py)
fixtures=$(realpath fixtures)
# From another folder, so that the package found is the installed one.
cd "$scratch"
python -B "$checks" "$fixtures"
