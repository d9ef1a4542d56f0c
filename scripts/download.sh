#!/usr/bin/env bash
# Fetches the papers' public data sets from their homes, checks their sums, and turns them into CSV
# files described by a datasets.toml, as `rulegen experiment` reads them. What was fetched before is
# not fetched again. Exits 1 if a set could not be had; the others are there.
#
#   scripts/download.sh [--to DIR] [NAME ...]
#
# The addresses, with what is known of their checksums, are in scripts/download/sources.toml.
set -euo pipefail
exec python3 -B "$(dirname "${BASH_SOURCE[0]}")/download/fetch.py" "$@"
