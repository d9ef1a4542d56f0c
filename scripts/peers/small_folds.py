"""The rows on which programs are compared at few rules, as folders that data.py and `rulegen
--holdout` both read.
"""

import json
import tomllib

import numpy as np
import pandas as pd
from sklearn.model_selection import RepeatedStratifiedKFold, StratifiedShuffleSplit

# The two tables of the greedy baseline: sets, repeats of five folds, depth of its trees, the most
# rows.
TABLES = [
    (["liver", "heart", "diabetes", "transfusion", "wdbc", "ionosphere", "ilpd", "phoneme"], 2, 3, None),
    (["adult", "bank_mkt", "magic", "mammography", "tictactoe", "banknote", "oilspill"], 1, 4, 6000),
]
SPLITS = 10


def folds(data, folder):
    """Writes the folds of both tables to `folder`, drawn as the greedy baseline draws them: those
    of the second table from a sample, in its order.
    """
    sets = {}
    for names, repeats, depth, most in TABLES:
        for name in names:
            entry, labels = described(data, name)
            if most:
                frame = pd.read_csv(entry["file"], dtype=str, keep_default_na=False)
                frame = frame.sample(min(most, len(labels)), random_state=0)
                labels = frame[entry["target"]].to_numpy()
                entry |= {"file": str(folder / "data" / f"{name}.csv"), "rows": len(frame)}
                (folder / "data").mkdir(parents=True, exist_ok=True)
                frame.to_csv(entry["file"], index=False)
            draw = RepeatedStratifiedKFold(n_splits=5, n_repeats=repeats, random_state=3)
            tests = [test for _, test in draw.split(labels, labels)]
            sets[name] = entry | {"splits": keep(folder, name, tests), "depth": depth}
    finish(folder, sets)


def splits(data, folder):
    """Writes ten splits of every set to `folder`, a fifth held out, stratified, of seeds 0 to 9."""
    sets = {}
    for name in catalogue(data):
        entry, labels = described(data, name)
        draws = [StratifiedShuffleSplit(1, test_size=0.2, random_state=seed) for seed in range(SPLITS)]
        tests = [np.sort(next(draw.split(labels, labels))[1]) for draw in draws]
        sets[name] = entry | {"splits": keep(folder, name, tests)}
    finish(folder, sets)


def catalogue(data):
    return tomllib.loads((data / "datasets.toml").read_text(encoding="utf-8"))


def described(data, name):
    """Returns the manifest's entry of a set, and its labels."""
    entry = catalogue(data)[name]
    file = data / entry["file"]
    labels = pd.read_csv(file, dtype=str, keep_default_na=False, usecols=[entry["target"]])[entry["target"]].to_numpy()
    return {"file": str(file), "target": entry["target"], "categorical": entry.get("categorical", []),
            "positive": entry.get("positive"), "classes": sorted(set(labels)), "group": None,
            "rows": len(labels)}, labels


def keep(folder, name, tests):
    """Writes the rows held out, a file for each split; how many."""
    (folder / "splits").mkdir(parents=True, exist_ok=True)
    for at, test in enumerate(tests):
        np.savetxt(folder / "splits" / f"{name}.{at}.test", test, fmt="%d")
    return len(tests)


def finish(folder, sets):
    (folder / "manifest.json").write_text(json.dumps({"seed": 0, "sets": sets}, indent=1), encoding="utf-8")
