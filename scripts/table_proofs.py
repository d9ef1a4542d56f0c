#!/usr/bin/env python3
"""Learns models of every loss on every data set of a folder with their proofs, has two checkers
check them, and prints a Markdown table of sizes and seconds.

Rules have at most three conditions, cut points are deciles, and the whole file is learned. The
penalty of a loss of weights is the first of a few, falling by the square root of two, that leaves
at least ten rules. Rule sets have a complexity of 15. The model of the default settings has its own
cut points, rules and size. The coded data are a byte for each row and column.

A row says what is proved over all rules of at most three conditions, and seconds: to fit, the more
that the proof takes, to check it by `rulegen-check`, and by `check_proof.py`.

    cargo build --release -p rulegen-cli -p rulegen-check
    scripts/table_proofs.py --python python3 --results /tmp/proofs.jsonl
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from table_core import ROOT, number, run
from tables import chosen_sets, fill, fit, parser

WEIGHTS = ["--method", "rules", "--size", "given", "--max-length", "3", "--bins", "10", "--pricers", "cube"]
KINDS = {
    "hinge": [*WEIGHTS[:2], "--loss", "hinge", *WEIGHTS[2:]],
    "mean hinge": ["--method", "rug", "--max-length", "3", "--bins", "10", "--pricers", "cube"],
    "logistic": [*WEIGHTS[:2], "--loss", "logistic", *WEIGHTS[2:]],
    "boolean": ["--method", "boolean", "--complexity", "15", "--max-length", "3", "--bins", "10"],
    "default": [],
}
COLUMNS = [
    "data set",
    "loss",
    "rules",
    "objective",
    "proved",
    "proof, kB",
    "coded data, kB",
    "fit, s",
    "proof, s",
    "check, s",
    "Python, s",
    "answer",
]

# Penalties in parts of the number of rows, the largest first.
PENALTIES = [0.2 / 2 ** (step / 2) for step in range(24)]
RULES = 10


def learn(args, entry, kind, more, proof):
    """Returns the end of a fit. The second model of the default settings is left out."""
    line = fit(args, entry) + [*KINDS[kind], *more, "--holdout", "none", "--json"]
    done = run(line + (["--proof", str(proof)] if proof else []), 2 * args.time_limit + 60)
    if done.problem:
        raise RuntimeError(f"{entry['file']}, {kind}: {done.problem}")
    return done


def checked(line, limit):
    """Returns seconds and the answer of a checker: yes, or the first word against."""
    began = time.perf_counter()
    try:
        done = subprocess.run(line, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return None, "no end"
    said = (done.stdout.strip().splitlines() or [done.stderr.strip()])[-1]
    return time.perf_counter() - began, "yes" if done.returncode == 0 else said[:120]


def solve(args, name, entry, kind):
    """Returns the figures of a proof and its checks."""
    more = []
    if kind not in ("boolean", "default"):
        for part in PENALTIES:
            more = ["--penalty", f"{part * entry['rows']:.3g}"]
            if learn(args, entry, kind, more, None).printed["n_rules"] >= RULES:
                break
    with tempfile.TemporaryDirectory() as scratch:
        proof = Path(scratch) / "proof"
        plain, whole = learn(args, entry, kind, more, None), learn(args, entry, kind, more, proof)
        claims = json.loads(proof.read_text(encoding="utf-8"))["claims"]
        data = str(args.data / entry["file"])
        check = checked([str(args.binary.parent / "rulegen-check"), str(proof), data], 600)
        second = checked([args.python, str(ROOT / "scripts" / "check_proof.py"), str(proof), data], args.python_limit)
        size = proof.stat().st_size
    return {
        "more": more,
        "rules": plain.printed["n_rules"],
        "claims": claims,
        "size": size,
        "coded": entry["rows"] * entry["features"],
        "fit": plain.seconds,
        "with_proof": whole.seconds,
        "check": check,
        "second": second,
    }


def cells(found):
    """One row of the table, in the order of COLUMNS."""
    claims, answers = found["claims"], {found["check"][1], found["second"][1]}
    return [
        *found["run"],
        str(found["rules"]),
        f"{claims['objective']:.7g}",
        f"{claims['bounds'][-1][1]:.7g}",
        number(found["size"] / 1000, 0),
        number(found["coded"] / 1000, 0),
        number(found["fit"], 2),
        number(max(0, found["with_proof"] - found["fit"]), 2),
        number(found["check"][0], 2),
        number(found["second"][0], 1),
        "; ".join(sorted(answers)),
    ]


def main():
    flags = parser(__doc__)
    flags.add_argument("--kinds", default=",".join(KINDS), help="losses, with commas between them")
    flags.add_argument("--python", default=sys.executable, help="a Python with NumPy")
    flags.add_argument("--python-limit", type=float, default=300, help="seconds for check_proof.py")
    args = flags.parse_args()
    sets = chosen_sets(args)
    runs = [[name, kind] for name in sets for kind in args.kinds.split(",")]
    return fill(args, COLUMNS, runs, lambda run: solve(args, run[0], sets[run[0]], run[1]), cells)


if __name__ == "__main__":
    sys.exit(main())
