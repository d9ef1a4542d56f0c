#!/usr/bin/env python3
"""Programs that learn few rules, side by side on the same folds: accuracy and AUC of held-out rows
at k rules.

    python=$(scripts/peers/setup.sh)
    $python scripts/peers/small.py folds DIR                       rows of folds, and of ten splits
    $python scripts/peers/small.py peers DIR --results peers.csv   other programs, at most k rules
    $python scripts/peers/small.py ours DIR --results ours.csv     `rulegen fit --size k`
    $python scripts/peers/small.py auto DIR --results auto.csv     `fit --size auto` and best
    scripts/table_size.py peers.csv ours.csv auto.csv

`folds` writes DIR/folds and DIR/splits. Each of the others adds a row for a set, method, size and
fold as soon as it is known, and goes on where it was cut short; rows of a new binary go under a
name of their own (--label). One fit runs at a time, in a process of its own with one thread, small
sets first. Seconds are wall time: of peers to fit and to predict, of rulegen for the whole command.
Where a program goes along a path of settings for all sizes together, the first size has its
seconds.
"""

import argparse
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
COLUMNS = ["set", "method", "k", "fold", "accuracy", "auc", "rules", "conditions", "seconds", "note"]
KEY = ["set", "method", "k", "fold"]


def parser():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("part", choices=["folds", "peers", "ours", "auto"])
    flags.add_argument("folder", type=Path, help="where the folds are")
    flags.add_argument("--data", type=Path, default=ROOT.parent / "shared" / "data", help="folder of datasets.toml")
    flags.add_argument("--results", type=Path, help="CSV file to go on from")
    flags.add_argument("--sets", help="with commas between them [default: all]")
    flags.add_argument("--sizes", help="with commas between them [default: 3,5,10,20; auto: auto,best]")
    flags.add_argument("--folds", type=int, help="only so many folds of each set")
    flags.add_argument("--methods", help="peers, with commas between them [default: all]")
    flags.add_argument("--binary", type=Path, default=ROOT / "target" / "release" / "rulegen")
    flags.add_argument("--label", default="rulegen", help="the method's name in rows of ours")
    flags.add_argument("--flags", default="", help="further flags of `rulegen fit`")
    flags.add_argument("--time-limit", type=float, default=60, help="seconds for one row")
    return flags


def cells(sets, most):
    """Sets and folds, small ones first."""
    pairs = [(name, at) for name, entry in sets.items() for at in range(min(entry["splits"], most or entry["splits"]))]
    return sorted(pairs, key=lambda pair: sets[pair[0]]["rows"] * (pair[1] + 1))


def main():
    flags = parser()
    args = flags.parse_args()
    import data
    import small_folds
    import small_runs
    from store import Store

    if args.part == "folds":
        small_folds.folds(args.data.resolve(), args.folder / "folds")
        small_folds.splits(args.data.resolve(), args.folder / "splits")
        return 0
    if not args.results:
        flags.error("--results is needed")
    if args.part != "peers" and not args.binary.exists():
        flags.error(f"no such binary: {args.binary}")
    args.folder = args.folder / ("splits" if args.part == "auto" else "folds")
    sets = data.manifest(args.folder)["sets"]
    names = args.sets.split(",") if args.sets else list(sets)
    if unknown := [name for name in names if name not in sets]:
        flags.error(f"no folds of {', '.join(unknown)}")
    sets = {name: sets[name] for name in names}
    sizes = args.sizes.split(",") if args.sizes else ["auto", "best"] if args.part == "auto" else ["3", "5", "10", "20"]
    store = Store(args.results, COLUMNS, KEY)
    for name, at in cells(sets, args.folds):
        if args.part == "peers":
            small_runs.peers(args, store, name, sets[name], at, [int(k) for k in sizes])
        else:
            small_runs.ours(args, store, name, sets[name], at, sizes)
    return 0


if __name__ == "__main__":
    sys.exit(main())
