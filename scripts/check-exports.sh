#!/usr/bin/env bash
# Checks that models exported to SQL, PMML, Python and Rust predict the same as `rulegen predict`,
# row by row: classes, probabilities, and the reasons that cost most points. With --real, the
# scorecard in words is added up too, and all rows have their reasons compared.
#
#   scripts/check-exports.sh [--random COUNT [--seed S] | --real DATA] [--keep FOLDER]
#
# RULEGEN   the binary to check [default: a release build of this folder]
# --random  COUNT random models with hostile names of columns and classes instead of the fixed ones;
#           every fourth is also checked in Rust
# --real    default models of ten real sets in this folder, exact and in whole points
# --keep    the folder for models that fail
#
# Makes a virtual environment beside itself. Installs a Java runtime for the evaluators of PMML if
# there is none (Debian and its derivatives, as root or with passwordless sudo). Prints a line for
# each model and language, at the end 'N passed, N failed'; exits 1 if any failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v java >/dev/null; then
    as_root=()
    [[ $EUID -eq 0 ]] || as_root=(sudo -n)
    # A new machine has no lists of packages yet.
    "${as_root[@]}" apt-get -qq update >&2 || true
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install --quiet --yes default-jre-headless >&2 || {
        echo "java is missing: apt-get install default-jre-headless" >&2
        exit 2
    }
fi

venv=scripts/exports/.venv
if ! cmp --silent scripts/exports/requirements.txt "$venv/installed"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/exports/requirements.txt
    cp scripts/exports/requirements.txt "$venv/installed"
fi

if [[ -z ${RULEGEN:-} ]]; then
    cargo build --quiet --release -p rulegen-cli
    RULEGEN=${CARGO_TARGET_DIR:-target}/release/rulegen
fi

exec "$venv/bin/python" -B scripts/exports/check.py "$RULEGEN" "$@"
