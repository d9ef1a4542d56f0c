"""The data of an experiment's folder: what its manifest says, and the rows of each split."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd


@dataclass
class Split:
    """Rows to learn from and to test on: `frame` columns as in the file, arrays one-hot coded with
    numbers only.
    """

    frame_train: pd.DataFrame
    frame_test: pd.DataFrame
    train: np.ndarray
    test: np.ndarray
    columns: list
    y_train: np.ndarray
    y_test: np.ndarray
    classes: list
    positive: int | None


def manifest(folder):
    return json.loads((Path(folder) / "manifest.json").read_text(encoding="utf-8"))


def load(folder, entry, name, at):
    """The split `at` of a set. Categories become columns of 0 and 1, two categories one column; a
    missing number becomes the median of the training rows, with a column that says so. What is
    learned for this is learned on training rows.
    """
    wordy = [entry["target"], *entry["categorical"]]
    frame = pd.read_csv(entry["file"], dtype={column: str for column in wordy}, keep_default_na=False, na_values=[""])
    test = np.loadtxt(Path(folder) / "splits" / f"{name}.{at}.test", dtype=int, ndmin=1)
    held = np.zeros(len(frame), dtype=bool)
    held[test] = True
    y = frame.pop(entry["target"]).map({label: k for k, label in enumerate(entry["classes"])}).to_numpy()
    if entry["group"]:
        frame = frame.drop(columns=entry["group"])
    wordy = [column for column in frame if not pd.api.types.is_numeric_dtype(frame[column])]
    frame[wordy] = frame[wordy].fillna("missing").astype(str)
    train, rest = frame[~held], frame[held]
    parts = {}
    for column in frame:
        if column in wordy:
            values = sorted(train[column].unique())
            for value in values[1:] if len(values) == 2 else values:
                parts[f"{column}={value}"] = (frame[column] == value).to_numpy(dtype=float)
        else:
            missing = frame[column].isna()
            parts[column] = frame[column].fillna(train[column].median()).to_numpy(dtype=float)
            if missing.any():
                parts[f"{column} is missing"] = missing.to_numpy(dtype=float)
    coded = np.column_stack(list(parts.values()))
    positive = entry["classes"].index(entry["positive"]) if entry["positive"] else None
    return Split(train.reset_index(drop=True), rest.reset_index(drop=True), coded[~held], coded[held], list(parts),
                 y[~held], y[held], entry["classes"], positive)
