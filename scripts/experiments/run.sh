#!/usr/bin/env bash
# Runs the experiments of this folder, one after another, each within a time budget; what is done is
# kept, and the same command goes on.
#
#   scripts/experiments/run.sh [--budget SECONDS] [--out DIR] [NAME ...] [-- FLAG ...]
#
# --budget   seconds for each experiment; 0: no limit [default: 120, so that all take 20 minutes]
# FLAG       further flags of `rulegen experiment`
# --out      where results are kept, a folder for each experiment [default: results]
# NAME       experiments, as their files are called without .toml [default: all]
#
# RULEGEN names the program [default: a release build of this workspace].
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
budget=120
out=results
names=()
while (($#)); do
    case $1 in
        --budget) budget=${2:?--budget needs seconds}; shift 2 ;;
        --out) out=${2:?--out needs a folder}; shift 2 ;;
        --) shift; break ;;
        -*) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" >&2; exit 2 ;;
        *) names+=("$1"); shift ;;
    esac
done
if ((${#names[@]} == 0)); then
    for spec in "$here"/*.toml; do names+=("$(basename "$spec" .toml)"); done
fi
for name in "${names[@]}"; do
    [[ -f $here/$name.toml ]] || { echo "there is no experiment '$name' in $here" >&2; exit 2; }
done

program=${RULEGEN:-}
if [[ -z $program ]]; then
    cargo build --quiet --release --manifest-path "$root/Cargo.toml" -p rulegen-cli
    program=${CARGO_TARGET_DIR:-$root/target}/release/rulegen
fi
limit=()
[[ $budget == 0 ]] || limit=(--budget "$budget")
mkdir -p "$out"
for name in "${names[@]}"; do
    echo "== $name" >&2
    "$program" experiment "$here/$name.toml" -o "$out/$name" "${limit[@]}" "$@"
done
