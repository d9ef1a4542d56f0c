#!/usr/bin/env python3
"""Writes scikit-learn's digits (1,797 images of 8 x 8 pixels, 10 classes) to digits.csv beside this
script.
"""

from pathlib import Path

from sklearn.datasets import load_digits

frame = load_digits(as_frame=True).frame.rename(columns={"target": "digit"})
frame.astype(int).to_csv(Path(__file__).parent / "digits.csv", index=False)
