# Runs checks section by section, with a line of figures for each. .ci/run and check-all.sh source
# it. Names and times go to stderr, so that the output of the checks stays as it is.

figures=$(mktemp -d)
touch "$figures/lines"
# Ends what still runs in the background, and prints the lines also after a failure.
trap 'kill $(jobs -p) 2>/dev/null || true; cat "$figures/lines" >&2; rm -rf "$figures"' EXIT

# Sets `cpu` to the CPU seconds of all commands that have ended so far. In a subshell it would be 0.
measure_cpu() {
    # Sections may run in the background too.
    local times=$figures/times.$BASHPID
    times >"$times"
    cpu=$(tail -n 1 "$times" | awk '{ split($1 $2, t, /[ms]/); printf "%d", 60 * (t[1] + t[3]) + t[2] + t[4] }')
}

# section NAME COMMAND ...: runs the command in a subshell that ends at the first error. A failure
# ends the script unless `keep_going` is set. Do not use it in a condition (`section ... || ...`):
# bash would then pass over errors inside the command.
section() {
    local name=$1 began=$SECONDS cpu before outcome=ok status
    measure_cpu
    before=$cpu
    shift
    echo "== $name" >&2
    set +e
    (
        set -e
        "$@"
    )
    status=$?
    set -e
    [[ $status -eq 0 ]] || outcome=FAILED
    measure_cpu
    printf '%-6s %6d s %6d CPU s  %s\n' "$outcome" $((SECONDS - began)) $((cpu - before)) "$name" >>"$figures/lines"
    echo "== $name: $outcome, $((SECONDS - began)) s" >&2
    [[ -n ${keep_going:-} ]] || return $status
}

# Prints the sum of all sections, below their lines. Returns 1 if any failed.
summary() {
    local failed
    failed=$(grep -c '^FAILED' "$figures/lines" || true)
    echo "== $(($(wc -l <"$figures/lines") - failed)) sections ok, $failed failed, after $SECONDS s" >&2
    [[ $failed -eq 0 ]]
}

# Prints the folder that cargo builds in.
target() { realpath -m "${CARGO_TARGET_DIR:-target}"; }

# Runs a check that brings its own Python packages.
needs_venv() {
    local tried
    # Sections of two lanes may try at once.
    tried=$(mktemp -d "$figures/venv.XXXXXX")
    if ! python3 -m venv "$tried" >"$tried.log" 2>&1; then
        echo "skipped: no python3 that can make a virtual environment" >&2
        return
    fi
    rm -rf "$tried"
    "$@"
}

clippy() {
    cargo clippy --quiet "$@" -- -D warnings
}
