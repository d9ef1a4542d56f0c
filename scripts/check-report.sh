#!/usr/bin/env bash
# Opens reports of `rulegen report` in headless Chromium and uses them as a reader does
# (scripts/report). Installs Chromium and its driver from Debian if they are missing, and selenium
# from PyPI in its own environment. Uses fixtures/, and adult and heart if ../shared/data is there.
# Closing line: N passed, N failed.
#
#   scripts/check-report.sh [--screenshots FOLDER]
#
# RULEGEN=PATH      checks that binary instead of building one
# RULEGEN_TIMES=1   also fails where an answer takes a tenth of a second: on a quiet machine; and
#                   changes more rows
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver >/dev/null
fi
venv=scripts/report/.venv
if ! "$venv/bin/python" -c 'import selenium' 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/report/requirements.txt
fi
if [[ -z ${RULEGEN:-} ]]; then
    cargo build --quiet -p rulegen-cli
    RULEGEN=${CARGO_TARGET_DIR:-target}/debug/rulegen
fi
RULEGEN=$(realpath "$RULEGEN")
"$venv/bin/python" -B scripts/report/sizes.py "$RULEGEN" "$@"
exec "$venv/bin/python" -B scripts/report/check.py "$RULEGEN" "$@"
