#!/usr/bin/env bash
# Fuzzing: files of every kind, learning, and solvers against enumeration (crates/fuzz). Each target replays its corpus
# and then tries random inputs.
#
#   scripts/fuzz.sh [--hours H] [--features LIST] [SECONDS] [TARGET ...]
#
# SECONDS          for each target [default: 60]
# --hours H        goes round over all targets, SECONDS each, until H hours are over
# --features LIST  solvers to build in, such as rulegen/highs
# TARGET           only those whose names hold one of these words
#
# One process at a time, of at most 4 GB. An input that fails is left in target/fuzz; put into crates/fuzz/corpus it is
# tried for ever after. A failure names a seed: BOLERO_RANDOM_SEED=N scripts/fuzz.sh 1 TARGET repeats it. Prints a line for each target
# and the CPU time, at the end 'N passed, N failed'; exits 1 if any failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=60
hours=0
build=(-p rulegen-fuzz)
names=()
while [[ $# -gt 0 ]]; do
    case $1 in
        --hours) hours=$2; shift ;;
        --features) build+=(--features "$2"); shift ;;
        --workspace | --all-features) build+=("$1") ;;
        [0-9]*) seconds=$1 ;;
        *) names+=("$1") ;;
    esac
    shift
done

# The same selection of packages as `scripts/test.sh` has, where it is asked for, so that nothing is compiled twice.
program=$(cargo test "${build[@]}" --test fuzz --no-run 2>&1 | tee /dev/stderr | sed -n 's/.*Executable.*(\(.*\))$/\1/p')
[[ -x $program ]] || { echo "the targets were not built" >&2; exit 2; }
mapfile -t targets < <("$program" --list --format terse | sed -n 's/: test$//p')
if [[ ${#names[@]} -gt 0 ]]; then
    mapfile -t targets < <(printf '%s\n' "${targets[@]}" | grep -F "$(printf '%s\n' "${names[@]}")")
fi

ulimit -v $((4 * 1024 * 1024))
export BOLERO_RANDOM_TEST_TIME_MS=$((seconds * 1000))
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0
failed=0
deadline=$(awk -v now="$(date +%s)" -v hours="$hours" 'BEGIN { printf "%d", now + 3600 * hours }')
while :; do
    for target in "${targets[@]}"; do
        # A target that hangs is ended: it had ten minutes more than it was given.
        if timeout $((seconds + 600)) "$program" --exact "$target" --nocapture --test-threads 1 >"$log" 2>&1; then
            passed=$((passed + 1))
            what=ok
        else
            failed=$((failed + 1))
            what=FAILED
            cat "$log"
        fi
        inputs=$(sed -n 's/.*rng inputs: \([0-9]*\).*/\1/p' "$log" | tail -1)
        echo "$what $target: ${inputs:-0} inputs"
    done
    [[ $(date +%s) -lt $deadline ]] || break
done
times | tail -1 | awk '{ print "CPU time: " $1 " user, " $2 " system" }'
echo "$passed passed, $failed failed"
[[ $failed -eq 0 ]]
