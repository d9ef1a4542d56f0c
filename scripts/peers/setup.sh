#!/usr/bin/env bash
# Makes the Python environment of the programs that are compared, and prints the path of its
# interpreter. Does nothing where it is there already with these versions.
#
#   scripts/peers/setup.sh [DIR]     DIR: where it is made [default: scripts/peers/.venv]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
env=${1:-$here/.venv}
made=$env/requirements.txt
if ! cmp --silent "$here/requirements.txt" "$made"; then
    python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 is needed" >&2; exit 2; }
    python3 -m venv "$env" >&2
    "$env/bin/pip" install --quiet --disable-pip-version-check -r "$here/requirements.txt" >&2
    # Only the rules of AIX360 are used, and they need none of the packages that it asks for.
    "$env/bin/pip" install --quiet --disable-pip-version-check --no-deps aix360==0.3.0 >&2
    cp "$here/requirements.txt" "$made"
fi
echo "$env/bin/python"
