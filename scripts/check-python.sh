#!/usr/bin/env bash
# Builds the Python package's wheel, installs it in a fresh virtual environment and runs its tests
# there, against the installed wheel. Python does not see the sources. Needs Rust and python3 (3.11
# or later) with venv; the rest comes from pip, at pinned versions. The profile is that of all
# tests; --release builds as pip does.
#
#   scripts/check-python.sh [--release] [ARGUMENTS OF pytest ...]
#
# RULEGEN   the command line that the package is compared with; built with this profile by default
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

profile=dev
if [[ ${1:-} == --release ]]; then
    profile=release
    shift
fi
target=${CARGO_TARGET_DIR:-target}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python3 -m venv "$scratch/venv"
# Modules are compiled when they are first imported: most never are. Tests start many processes, so
# they must find what others have compiled, also where the environment forbids to keep it.
install() { "$scratch/venv/bin/pip" install --quiet --disable-pip-version-check --no-compile "$@"; }
export PYTHONPYCACHEPREFIX=$scratch/bytecode
unset PYTHONDONTWRITEBYTECODE
# XGBoost asks for a gigabyte of libraries for other machines; its package does without them.
install maturin==1.16.0
grep -v '^xgboost' crates/python/requirements-test.txt >"$scratch/requirements.txt"
install -r "$scratch/requirements.txt"
install --no-deps "$(grep '^xgboost' crates/python/requirements-test.txt)"

"$scratch/venv/bin/ruff" check --quiet --no-cache crates/python
if [[ -z ${RULEGEN:-} ]]; then
    cargo build --quiet --profile "$profile" -p rulegen-cli
    folder=debug
    [[ $profile == release ]] && folder=release
    RULEGEN=$target/$folder/rulegen
fi
"$scratch/venv/bin/maturin" build --quiet --profile "$profile" --manifest-path crates/python/Cargo.toml --out "$scratch/wheels"
install --no-deps "$scratch"/wheels/rulegen-*-abi3-*.whl
"$scratch/venv/bin/python" -B scripts/python-parameters.py --check
"$scratch/venv/bin/mypy" --config-file crates/python/pyproject.toml --no-incremental --cache-dir=/dev/null -p rulegen

export RULEGEN_CLI
RULEGEN_CLI=$(realpath "$RULEGEN")
# From another folder, so that the package found is the installed one.
tests=$(realpath crates/python)
cd "$scratch"
MPLBACKEND=Agg "$scratch/venv/bin/python" -m pytest -p no:cacheprovider -c "$tests/pyproject.toml" \
    --rootdir "$tests" --numprocesses auto --dist loadfile "$tests/tests" "$@"
