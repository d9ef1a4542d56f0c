"""Fixtures of all tests: data, and the command line's binary where it is built."""

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def fixture_frame():
    def read(name: str, target: str) -> tuple[pd.DataFrame, pd.Series]:
        frame = pd.read_csv(ROOT / "fixtures" / f"{name}.csv")
        return frame.drop(columns=target), frame[target]

    return read


@pytest.fixture(scope="session")
def adult():
    path = ROOT.parent / "shared" / "data" / "adult.csv"
    if not path.exists():
        pytest.skip(f"{path} is not here")
    return path


@pytest.fixture(scope="session")
def cli():
    """Run the command line: arguments in, standard output out."""
    binary = os.environ.get("RULEGEN_CLI") or shutil.which("rulegen-cli")
    if not binary:
        pytest.skip("RULEGEN_CLI does not name the command line's binary")

    def run(*arguments: object) -> str:
        done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.fixture
def mixed():
    """Return 600 rows of columns of all kinds with missing cells, and a label."""
    draw = np.random.default_rng(7)
    n = 600
    age = draw.integers(18, 80, n).astype(float)
    colour = draw.choice(["red", "green", "blue"], n).astype(object)
    size = pd.Categorical(draw.choice(["S", "M", "L"], n), categories=["S", "M", "L"])
    flag = draw.random(n) < 0.5
    y = np.where((age > 50) & (colour == "red") | flag & (size == "L"), "yes", "no")
    age[draw.random(n) < 0.05] = np.nan
    colour[draw.random(n) < 0.05] = None
    frame = pd.DataFrame({"age": age, "colour": colour, "size": size, "flag": flag, "noise": draw.random(n)})
    return frame, y
