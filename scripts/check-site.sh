#!/usr/bin/env bash
# Builds the site (docs/site) into target/site, runs every tutorial against a fresh installation of
# the Python package, and checks the links between the pages. A warning is a failure. The crates'
# pages are those that `cargo doc` has left in target/doc; without them the site says how to make
# them.
#
# Needs Rust and python3 (3.11 or later) with venv; the rest comes from pip, at pinned versions.
# RULEGEN=path takes a built binary, WHEEL=path a built wheel.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
site=$target/site
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# Jupyter and Python write beside what they run otherwise.
export IPYTHONDIR=$scratch/ipython JUPYTER_RUNTIME_DIR=$scratch/jupyter MPLCONFIGDIR=$scratch/matplotlib PYTHONDONTWRITEBYTECODE=1

python3 -m venv "$scratch/venv"
pip() { "$scratch/venv/bin/pip" --quiet --disable-pip-version-check "$@"; }
if [[ -z ${WHEEL:-} ]]; then
    pip install maturin==1.16.0
    "$scratch/venv/bin/maturin" build --quiet --profile dev --manifest-path crates/python/Cargo.toml --out "$scratch/wheels"
    WHEEL=$(echo "$scratch"/wheels/rulegen-*-abi3-*.whl)
fi
if [[ -z ${RULEGEN:-} ]]; then
    cargo build --quiet -p rulegen-cli
    RULEGEN=$target/debug/rulegen
fi
pip install --constraint crates/python/requirements-test.txt --requirement docs/site/requirements.txt "$WHEEL[dask,plots]"

tags=()
if [[ -f $target/doc/rulegen/index.html ]]; then
    tags=(--tag rustdoc)
else
    echo "skipped: the crates' pages, which cargo doc has not made" >&2
fi
rm -rf "$site"
PATH=$(dirname "$(realpath "$RULEGEN")"):$scratch/venv/bin:$PATH
# Kernels say that they began, and that they talk without encryption: to this machine alone.
sphinx-build --quiet --fail-on-warning --keep-going ${tags[@]+"${tags[@]}"} -c docs/site -d "$scratch/doctrees" . "$site" 2> >(grep -vE 'IPKernelApp|traitlets|^$' >&2)
if [[ ${#tags[@]} -gt 0 ]]; then
    cp -r "$target/doc" "$site/rustdoc"
fi
python docs/site/check_links.py "$site"
echo "the site is in $site/index.html"
