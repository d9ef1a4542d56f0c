"""The command line's measures of rankings and probabilities, against scikit-learn's."""

import io
import json

import numpy as np
import pandas as pd
import pytest
from conftest import ROOT
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

LOGISTIC = ["--method", "rules", "--loss", "logistic"]


def expected_calibration_error(probability: np.ndarray, came_true: np.ndarray) -> float:
    frame = pd.DataFrame({"gap": probability - came_true, "bin": np.minimum((10 * probability).astype(int), 9)})
    return frame.groupby("bin")["gap"].sum().abs().sum() / len(frame)


@pytest.mark.parametrize(
    ("name", "target", "flags"),
    [
        ("wdbc", "diagnosis", [*LOGISTIC, "--penalty", "3"]),
        ("tictactoe", "class", [*LOGISTIC, "--penalty", "5", "--max-depth", "2"]),
        ("wine", "cultivar", [*LOGISTIC, "--penalty", "4", "--max-depth", "1"]),
        ("iris", "species", [*LOGISTIC, "--penalty", "10", "--max-depth", "1"]),
        ("tictactoe", "class", ["--method", "rug", "--penalty", "20", "--max-depth", "2"]),
        ("iris", "species", ["--method", "rug", "--penalty", "10", "--max-depth", "1"]),
        ("wine", "cultivar", ["--method", "rules", "--loss", "hinge", "--penalty", "4", "--max-depth", "1"]),
        ("tictactoe", "class", ["--method", "boolean", "--complexity", "8", "--pricers", "greedy", "--enumerate", "0"]),
    ],
)
def test_measures_are_those_of_scikit_learn(cli, tmp_path, name, target, flags):
    data, model = ROOT / "fixtures" / f"{name}.csv", tmp_path / "model.json"
    rows = tmp_path / "rows"
    rows.write_text("".join(f"{row}\n" for row in range(0, len(pd.read_csv(data)), 3)))
    fitted = json.loads(cli("fit", data, "--target", target, "--holdout", rows, "-o", model, "--json", "-q", *flags))
    table = pd.read_csv(io.StringIO(cli("predict", model, data, "--probabilities", "-q")))
    classes = [column.split(" ", 1)[1] for column in table.columns[1:]]
    truth = np.array([classes.index(label) for label in pd.read_csv(data)[target].astype(str)])
    held_out = np.arange(len(truth)) % 3 == 0
    for measured, keep in [(fitted["holdout"], held_out), (fitted["train"], ~held_out)]:
        p, y = table.iloc[:, 1:].to_numpy()[keep], truth[keep]
        two = len(classes) == 2
        auc = roc_auc_score(y, p[:, 1]) if two else roc_auc_score(y, p, multi_class="ovr", average="weighted")
        assert measured["auc"] == pytest.approx(auc, abs=1e-12)
        if "logistic" not in flags:
            assert measured["log_loss"] is measured["brier"] is measured["ece"] is None
            continue
        assert measured["log_loss"] == pytest.approx(log_loss(y, p, labels=range(len(classes))), abs=1e-12)
        brier = brier_score_loss(y, p[:, 1]) if two else brier_score_loss(y, p, labels=range(len(classes)))
        assert measured["brier"] == pytest.approx(brier, abs=1e-12)
        top = np.full(len(y), 1) if two else p.argmax(axis=1)
        error = expected_calibration_error(p[np.arange(len(y)), top], top == y)
        assert measured["ece"] == pytest.approx(error, abs=1e-12)
        for measure, interval in measured["intervals"].items():
            low, high = interval or (0, np.inf)
            assert low <= measured[measure] <= high
