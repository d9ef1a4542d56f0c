#!/usr/bin/env python3
"""Tries checkers of proofs on those of fixtures/ and on proofs made up here, true and false ones,
and prints a line of figures. Exits with 1 if a true proof is refused, a false one verified, a
reason has none of the words that it should have, or a bound is above the optimum that SciPy finds.

    python3 scripts/proofs/run.py --true 1000 --false 1000
    python3 scripts/proofs/run.py --true 100 --false 100 --checker target/release/rulegen-check

check_proof.py runs in this process, and the program named by --checker on each proof beside it.
Needs NumPy and SciPy (requirements.txt).
"""

import argparse
import csv
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import check_proof
import instances
import mutate
import writing

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "proofs"


def in_process(proof, raw):
    """Returns what check_proof.py says: None if it verifies the proof, else its reason."""
    try:
        check_proof.check(proof, raw)
    except (check_proof.Refused, ValueError, csv.Error) as reason:
        return str(reason)
    return None


def by_program(program, folder):
    """Returns a checker that runs a program on files in a folder."""

    def checker(proof, raw):
        (folder / "proof").write_text(proof, encoding="utf-8")
        (folder / "data.csv").write_text(raw, encoding="utf-8")
        ran = subprocess.run(
            [program, folder / "proof", folder / "data.csv"], capture_output=True, text=True, check=False
        )
        if ran.returncode not in (0, 1, 2):
            raise RuntimeError(f"{program} ended with {ran.returncode}: {ran.stderr}")
        return ran.stdout + ran.stderr if ran.returncode else None

    return checker


class Trial:
    """Counts what checkers say, and reports what is not expected."""

    def __init__(self, checkers):
        self.checkers, self.counts, self.unexpected = checkers, Counter(), 0

    def run(self, proof, raw, false, words, label):
        """Runs all checkers on the texts of a proof and of its data."""
        self.counts["false" if false else "true"] += 1
        for name, checker in self.checkers.items():
            reason = checker(proof, raw)
            if (reason is not None) != false or (false and words and not any(word in reason for word in words)):
                self.complain(f"{name} on {label}: {'false' if false else 'true'}, and {reason or 'verified'}")
            self.counts[name, reason is None] += 1

    def complain(self, what):
        """Prints what is not expected."""
        self.unexpected += 1
        print(what.strip(), file=sys.stderr)


def try_instance(trial, seed, n_true, n_false):
    """Tries the true proof of a seed, and as many false ones made of it as there are to do."""
    proof, raw, optimum = instances.true_proof(np.random.default_rng(seed))
    label = f"seed {seed}, {proof['loss']['name']}"
    limit = proof["claims"]["objective"] if optimum is None else optimum
    if proof["claims"]["bounds"][-1][1] > limit + 1e-6 * (1 + abs(limit)):
        trial.complain(f"{label}: a bound above the optimum {limit}")
    if n_true > 0:
        trial.run(writing.written(proof), raw, False, [], label)
    draw = random.Random(seed).random
    names = sorted(mutate.MUTATIONS, key=lambda _: draw())
    for name in names:
        if n_false <= 0:
            break
        try:
            changed, text = mutate.mutated(name, proof, raw, draw)
        except mutate.NotApplicable:
            continue
        false = mutate.is_false(name, changed, text)
        if false is None:
            trial.counts["too close"] += 1
            continue
        trial.run(writing.written(changed), text, false, mutate.MUTATIONS[name][1] if false else [], f"{label}, {name}")
        n_false -= false


def try_fixtures(trial):
    """Tries the proofs of fixtures/proofs."""
    for proof in sorted(FIXTURES.glob("*.proof")):
        texts = [path.read_text(encoding="utf-8") for path in (proof, proof.with_suffix(".csv"))]
        trial.run(*texts, False, [], proof.name)
    for line in (FIXTURES / "REASONS.txt").read_text(encoding="utf-8").splitlines():
        proof, data, words = line.split("\t")
        texts = [(FIXTURES / name).read_text(encoding="utf-8") for name in (proof, data)]
        trial.run(*texts, True, words.split("|"), proof)


def main():
    """Tries proofs until there are as many as were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--true", type=int, default=1000, metavar="N", help="true proofs")
    parser.add_argument("--false", type=int, default=1000, metavar="N", help="false proofs")
    parser.add_argument("--seed", type=int, default=0, help="the first seed")
    parser.add_argument("--checker", metavar="CMD", help="a program to run on each proof too")
    arguments = parser.parse_args()

    began, seed = time.monotonic(), arguments.seed
    with tempfile.TemporaryDirectory() as folder:
        checkers = {"check_proof.py": in_process}
        if arguments.checker:
            checkers[Path(arguments.checker).name] = by_program(arguments.checker, Path(folder))
        trial, made = Trial(checkers), 0
        try_fixtures(trial)
        of_fixtures, trial.counts = trial.counts, Counter()
        while made < arguments.true or trial.counts["false"] < arguments.false:
            # False proofs are spread over the true ones, and come from further seeds at the end.
            left = max(1, arguments.true - made)
            share = -(-(arguments.false - trial.counts["false"]) // left)
            try_instance(trial, seed, arguments.true - made, min(share, 10))
            made, seed = made + 1, seed + 1
    said = "; ".join(
        f"{name}: {trial.counts[name, True]} verified, {trial.counts[name, False]} refused" for name in checkers
    )
    print(
        f"{of_fixtures['true']} true and {of_fixtures['false']} false proofs of fixtures; "
        f"{trial.counts['true']} true proofs ({trial.counts['true'] - min(made, arguments.true)} of them changed), "
        f"{trial.counts['false']} false ones, {trial.counts['too close']} left out as too close; {said}; "
        f"{trial.unexpected} unexpected; {time.monotonic() - began:.0f} s"
    )
    return 1 if trial.unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
