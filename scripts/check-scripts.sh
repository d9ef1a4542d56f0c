#!/usr/bin/env bash
# Checks of the scripts that need nothing but Python 3.11: the download against a server on this machine, and that every
# specification of an experiment is understood.
#
#   scripts/check-scripts.sh [RULEGEN]     RULEGEN: a built program, to check the specifications with
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

python3 -B download/test_fetch.py
python3 -B - peers/*.py experiments/*.py download/*.py <<'PY'
import ast, pathlib, sys
for name in sys.argv[1:]:
    ast.parse(pathlib.Path(name).read_text(encoding="utf-8"), name)
PY
if [[ $# -gt 0 && -d ../../shared/data ]]; then
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    for spec in experiments/*.toml; do
        "$1" experiment "$spec" -o "$scratch/$(basename "$spec" .toml)" --splits-only
    done
else
    echo "specifications not checked: no program named, or no ../shared/data" >&2
fi
