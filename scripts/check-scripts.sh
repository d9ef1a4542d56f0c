#!/usr/bin/env bash
# Tests the download against a server on this machine, and checks that every specification of an
# experiment can be read. Needs only Python 3.11.
#
#   scripts/check-scripts.sh [RULEGEN]
#
# RULEGEN   a built binary, to read the specifications with
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
