#!/usr/bin/env bash
# The checks that take too long for every change (.ci/run has the others). They run every night, and
# before a release.
#
#   scripts/check-all.sh                     all sections
#   scripts/check-all.sh exports site        these sections
#   scripts/check-all.sh --list              names the sections
#   scripts/check-all.sh --seed N [...]      other random inputs [default: 1]
#
# RULEGEN=path takes a built binary where a section needs one.
#
# A section that fails does not stop the others. At the end there is a line with the outcome, the
# seconds and the CPU seconds of each section. Exits 1 if any failed.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

sections=(
    "supply    licences, sources, known vulnerabilities, minimum Rust version, unsafe code"
    "packages  all crates packaged as published, and one built alone from its package"
    "features  clippy of all targets with default features, of each crate with each feature alone, and without any"
    "fixtures  the data sets in fixtures/ are those that their makers write"
    "cases     all tests, with 500 random cases where they have some 60 to 256 otherwise"
    "exact     10,000 random problems: exact pricers equal to enumeration; 4,000 fits that are stopped: no false certificate"
    "fuzz      each fuzz target for a minute"
    "latex     the LaTeX of comparisons and experiments compiles"
    "outputs   every output in README.md and docs/ is what the command prints"
    "wheel     the Python wheel in an environment without Rust"
    "site      the site: its tutorials run, its links lead somewhere"
    "exports   exports of fixed, of 100 random and of ten real models predict the same in every language"
    "report    the report in a browser answers within a tenth of a second: on a quiet machine"
    "proofs    10,000 true and 10,000 false proofs by two checkers"
    "mutants   changes of an operator in the checker of proofs make a test fail: a quarter of them, by the seed"
    "soak      random settings on every data set, each answer checked by other code"
    "kills     kills at random moments, full disks, small memories"
)

seed=1
wanted=()
while [[ $# -gt 0 ]]; do
    case $1 in
    --list)
        printf '%s\n' "${sections[@]}"
        exit
        ;;
    --seed)
        seed=$2
        shift
        ;;
    *)
        printf '%s\n' "${sections[@]%% *}" | grep -qxF -- "$1" || {
            echo "no section $1; scripts/check-all.sh --list names them" >&2
            exit 2
        }
        wanted+=("$1")
        ;;
    esac
    shift
done

source scripts/sections.sh
keep_going=1
export CARGO_INCREMENTAL=0 BOLERO_RANDOM_SEED=$seed

# Builds the command line and the checker of proofs, unless RULEGEN names a binary beside a checker.
release() {
    [[ -z ${RULEGEN:-} ]] || return 0
    cargo build --quiet --release -p rulegen-cli -p rulegen-check
    RULEGEN=$(target)/release/rulegen
    export RULEGEN
}

supply() { needs_venv scripts/check-supply.sh; }

packages() { scripts/check-packages.sh --build; }

features() {
    local package features
    scripts/native-deps.sh
    clippy --workspace --all-targets
    while read -r package features; do
        echo "$package [${features:-none}]" >&2
        clippy -p "$package" --no-default-features --features "$features"
    done <<'END'
rulegen-data
rulegen-lp
rulegen-lp microlp
rulegen-lp minilp
rulegen-lp highs
rulegen-lp cbc
rulegen-lp conformance
rulegen-boxed
rulegen-binarize conformance
rulegen-master
rulegen-master conformance
rulegen-pricing
rulegen-pricing conformance
rulegen-pricing bilp
rulegen-pricing cbc
rulegen-pricing highs
rulegen
rulegen-eval
rulegen-report
rulegen-cli
rulegen-cli microlp
rulegen-cli minilp
rulegen-cli highs
END
}

fixtures() {
    python3 -m venv "$figures/fixtures"
    "$figures/fixtures/bin/pip" install --quiet --disable-pip-version-check --no-deps -r scripts/fixtures/requirements.txt
    "$figures/fixtures/bin/python" -B scripts/fixtures/make.py --check
}

# Both are read by the tests with random cases; each test has some 60 to 256 otherwise.
cases() { PROPTEST_CASES=500 RULEGEN_CASES=500 scripts/test.sh --no-fail-fast; }

exact() {
    RULEGEN_CASES=10000 cargo test --quiet --release -p rulegen-pricing --lib exactness
    # Six ways to learn, and two ways to stop.
    RULEGEN_CASES=334 cargo test --quiet --release -p rulegen --test learner stopped -- --nocapture
}

fuzz() { scripts/fuzz.sh --workspace --all-features --jobs 2 60; }

latex() {
    release
    scripts/check-latex.sh "$RULEGEN"
}

outputs() {
    # The README's first command as it stands.
    cargo run --quiet --release -- fit fixtures/tictactoe.csv --target class --positive positive --method boolean
    release
    scripts/doc-outputs.py --check
}

wheel() { needs_venv scripts/check-wheel.sh; }

# With the crates' pages, which the site links to.
site() {
    release
    cargo doc --quiet --workspace --lib --no-deps --all-features
    needs_venv scripts/check-site.sh
}

exports() {
    release
    needs_venv scripts/check-exports.sh
    needs_venv scripts/check-exports.sh --random 100 --seed "$seed"
    if [[ -d ../shared/data ]]; then
        needs_venv scripts/check-exports.sh --real ../shared/data
    else
        echo "no real sets: ../shared/data is absent" >&2
    fi
}

report() {
    release
    RULEGEN_TIMES=1 needs_venv scripts/check-report.sh
}

proofs() {
    release
    needs_venv scripts/check-proofs.sh 10000
}

# All of them take about an hour (29 November: 52 changes in three minutes). Another seed, as every
# night has, takes another quarter.
mutants() {
    command -v cargo-mutants >/dev/null || cargo install --quiet --locked cargo-mutants
    scripts/mutants.sh --shard "$((seed % 4))/4"
}

soak() {
    release
    scripts/soak.py "$RULEGEN" --minutes 5 --runs 50 --seed "$seed"
}

kills() {
    release
    scripts/check-crashes.sh 100
}

is_wanted() { [[ ${#wanted[@]} -eq 0 || " ${wanted[*]} " == *" $1 "* ]]; }

# Prints the lane of a section: those that need little more than the binary, most of them on one
# core, run beside those that compile, and one that measures times runs alone at the end.
lane_of() {
    case $1 in
    latex | outputs | wheel | site | exports | proofs | soak | kills) echo beside ;;
    report) echo alone ;;
    *) echo compiled ;;
    esac
}

# Runs the wanted sections of a lane.
lane() {
    local line name
    for line in "${sections[@]}"; do
        name=${line%% *}
        if is_wanted "$name" && [[ $(lane_of "$name") == "$1" ]]; then
            section "$name" "$name"
        fi
    done
}

# Their output comes after that of the others.
lane beside >"$figures/beside" 2>&1 &
programs=$!
lane compiled
wait "$programs"
cat "$figures/beside"
lane alone
summary
