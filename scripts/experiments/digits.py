#!/usr/bin/env python3
"""Writes scikit-learn's digits (1,797 images of 8 x 8 pixels, 10 classes) to scripts/experiments/data/digits.csv."""

from pathlib import Path

from sklearn.datasets import load_digits

folder = Path(__file__).parent / "data"
folder.mkdir(exist_ok=True)
frame = load_digits(as_frame=True).frame.rename(columns={"target": "digit"})
frame.astype(int).to_csv(folder / "digits.csv", index=False)
