#!/usr/bin/env bash
# Fuzzes readers of every kind of file, learning, and solvers against enumeration (crates/fuzz).
# Each target replays its corpus and then tries random inputs.
#
#   scripts/fuzz.sh [--hours H] [--jobs N] [--engine NAME] [--features LIST] [SECONDS] [TARGET ...]
#
# SECONDS          for each target [default: 60]
# --hours H        repeats all targets, SECONDS each, until H hours are over
# --jobs N         targets at the same time [default: 1]
# --engine NAME    guided by coverage: libfuzzer. Needs a C++ compiler and `cargo install
#                  cargo-bolero`. Inputs that reach new code stay in target/fuzz/found, and the next
#                  run goes on from them
# --features LIST  solvers to build in, such as rulegen/highs; --workspace --all-features builds as
#                  scripts/test.sh does. HiGHS and CBC are fuzzed only if RULEGEN_FUZZ_NATIVE is set
# TARGET           only targets whose names contain one of these words
#
# A process may use 4 GB. An input that fails is left in target/fuzz; put into crates/fuzz/corpus,
# it is tried in every later run. A failure names a seed: BOLERO_RANDOM_SEED=N scripts/fuzz.sh 1
# TARGET repeats it. Prints the inputs and CPU seconds of each target, at the end the CPU time and
# 'N passed, N failed'; exits 1 if any failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

seconds=60
hours=0
jobs=1
export engine=
build=()
names=()
while [[ $# -gt 0 ]]; do
    case $1 in
        --hours) hours=$2; shift ;;
        --jobs) jobs=$2; shift ;;
        --engine) engine=$2; shift ;;
        --features) build+=(--features "$2"); shift ;;
        --workspace | --all-features) build+=("$1") ;;
        [0-9]*) seconds=$1 ;;
        *) names+=("$1") ;;
    esac
    shift
done
[[ " ${build[*]} " == *" --workspace "* ]] || build+=(-p rulegen-fuzz)

# Cargo says where the program is: Executable tests/fuzz/main.rs (target/debug/deps/fuzz-...).
program=$(cargo test "${build[@]}" --test fuzz --no-run 2>&1 | tee -a /dev/stderr | sed -n 's/.*Executable.*(\(.*\))$/\1/p')
program=$(realpath "$program")
mapfile -t targets < <("$program" --list --format terse | sed -n 's/: test$//p')
if [[ ${#names[@]} -gt 0 ]]; then
    mapfile -t targets < <(printf '%s\n' "${targets[@]}" | grep -F "$(printf '%s\n' "${names[@]}")")
fi

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export BOLERO_RANDOM_TEST_TIME_MS=$((seconds * 1000)) program seconds logs

# Ends a target that hangs, five minutes after its time is over.
random() { timeout $((seconds + 300)) "$program" --exact "$1" --nocapture --test-threads 1; }

# libFuzzer looks after the time itself.
guided() {
    local found=target/fuzz/found/$1 corpus=crates/fuzz/corpus/${1##*::} args=(-len_control=0 -print_final_stats=1)
    [[ ! -d $corpus ]] || args+=("$corpus")
    mkdir -p "$found"
    cargo bolero test "$1" -p rulegen-fuzz --engine "$engine" --sanitizer NONE "${@:2}" --timeout 200s \
        --corpus-dir "$found" --crashes-dir target/fuzz/crashes --engine-args="${args[*]}"
}

one() {
    local log=$logs/$1 what=ok run=(random "$1") TIMEFORMAT='%U %S'
    [[ -z $engine ]] || run=(guided "$1" -T "${seconds}s")
    { time { (ulimit -v $((4 * 1024 * 1024)) && "${run[@]}") >"$log" 2>&1; }; } 2>"$log.cpu" || what=FAILED
    [[ $what == ok ]] || cat "$log"
    echo "$what $1: $(sed -n 's/.*rng inputs: \([0-9]*\).*/\1/p; s/^stat::number_of_executed_units: *//p' "$log" | tail -1) inputs, $(awk '{ print $1 + $2 }' "$log.cpu") CPU s" | tee -a "$logs/outcomes"
}
export -f one random guided
# The first run builds, without these limits.
[[ -z $engine ]] || guided "${targets[0]}" --runs 1 >&2

deadline=$(awk -v now="$(date +%s)" -v hours="$hours" 'BEGIN { printf "%d", now + 3600 * hours }')
while :; do
    printf '%s\n' "${targets[@]}" | xargs -P "$jobs" -I{} bash -c 'one {}'
    [[ $(date +%s) -lt $deadline ]] || break
done
times >"$logs/times"
tail -1 "$logs/times" | awk '{ print "CPU time: " $1 " in programs, " $2 " in the system" }'
failed=$(grep -c ^FAILED "$logs/outcomes" || true)
echo "$(grep -c ^ok "$logs/outcomes" || true) passed, $failed failed"
[[ $failed -eq 0 ]]
