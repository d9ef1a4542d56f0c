#!/usr/bin/env bash
# Has both checkers of proofs (docs/proof.md) check proofs of fits of every loss, and proofs made
# up, true ones and false ones.
#
#   scripts/check-proofs.sh [COUNT]
#
# COUNT          true proofs, and false ones, that are made up [default: 200]
# RULEGEN        the program that writes proofs [default: a release build of this folder]
# RULEGEN_CHECK  the checker beside scripts/check_proof.py [default: a release build of this folder]
#
# Makes a virtual environment beside the scripts. Prints a line for each fit and one for the proofs
# made up; exits 1 if a checker refuses a true proof or verifies a false one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
count=${1:-200}

venv=scripts/proofs/.venv
if ! cmp --silent scripts/proofs/requirements.txt "$venv/installed"; then
    python3 -m venv --clear "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r scripts/proofs/requirements.txt
    cp scripts/proofs/requirements.txt "$venv/installed"
fi
if [[ -z ${RULEGEN_CHECK:-} ]]; then
    cargo build --quiet --release -p rulegen-check
    RULEGEN_CHECK=${CARGO_TARGET_DIR:-target}/release/rulegen-check
fi
if [[ -z ${RULEGEN:-} ]]; then
    cargo build --quiet --release -p rulegen-cli
    RULEGEN=${CARGO_TARGET_DIR:-target}/release/rulegen
fi

proof=$(mktemp)
trap 'rm -f "$proof"' EXIT
passed=0
# fits DATA FLAG ...: both checkers verify the proof of this fit.
fits() {
    local data=fixtures/$1.csv
    shift
    "$RULEGEN" -q fit "$data" "$@" --holdout none --json --proof "$proof" >/dev/null
    local said
    said=$("$RULEGEN_CHECK" "$proof" "$data")
    grep --max-count 1 'no model of these rules' <<<"$said" | sed "s|^|$data $*: |"
    "$venv/bin/python" -B scripts/check_proof.py "$proof" "$data" >/dev/null
    passed=$((passed + 1))
}

fits wine --target cultivar --method rug --max-length 3 --bins 10 --pricers cube
fits wine --target cultivar --method rules --loss hinge --size given --penalty 5 --max-length 3 --bins 10
fits iris --target species --method rules --loss logistic --size given --penalty 5 --max-length 3
fits wdbc --target diagnosis --method rules
fits tictactoe --target class --method boolean --positive positive --complexity 15 --max-length 3
fits monks2 --target class --method boolean --positive positive --cnf --complexity 20 --max-length 3
fits wine --target cultivar --method rug --max-length 2 --bins 10 --pricers cube --group alcohol --group-cuts alcohol=13 --fairness dmc --epsilon 0.01
fits iris --target species --method rules --loss hinge --size given --penalty 5 --max-length 4 --bins 5 --pricers auto
echo "$passed proofs of fits verified by both checkers"
"$venv/bin/python" -B scripts/proofs/run.py --true "$count" --false "$count" --checker "$RULEGEN_CHECK"
