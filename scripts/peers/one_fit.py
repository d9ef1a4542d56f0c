"""One fit of one method on one split, in a process of its own, so that its peak memory is its own.
Prints a JSON object.
"""

import json
import os
import sys
import time
import warnings

# One thread each, whatever library it is; this has to be said before they are loaded.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[variable] = "1"

import data  # noqa: E402
from methods import METHODS  # noqa: E402


def main(folder, name, at, method):
    import numpy as np
    from sklearn.metrics import accuracy_score, f1_score

    warnings.filterwarnings("ignore")
    manifest = data.manifest(folder)
    split = data.load(folder, manifest["sets"][name], name, at)
    seconds = []

    def fit(learn):
        # The first use of a library loads code, which is no part of the fit.
        start = time.perf_counter()
        model = learn()
        seconds.append(time.perf_counter() - start)
        return model

    predicted, sizes, more = METHODS[method](split, manifest["seed"] + at, fit)
    predicted = np.asarray(predicted).astype(int)
    weighted = f1_score(split.y_test, predicted, average="weighted", zero_division=0)
    yes_or_no = len(split.classes) == 2 and split.positive is not None
    f1 = f1_score(split.y_test, predicted, pos_label=split.positive, zero_division=0) if yes_or_no else weighted
    more |= ranking(split, more.pop("probabilities", None))
    quality = {"accuracy": accuracy_score(split.y_test, predicted), "f1": f1, "weighted_f1": weighted}
    counts = {"n_train": len(split.y_train), "n_test": len(split.y_test)}
    row = {"status": "done", **counts, **quality, **sizes, **more, "fit_seconds": seconds[0]}
    print(json.dumps({key: float(value) if not isinstance(value, (str, int)) else value for key, value in row.items()}))


def ranking(split, probabilities):
    """Area under the curve and log loss, where there are probabilities."""
    from sklearn.metrics import log_loss, roc_auc_score

    if probabilities is None or len(set(split.y_test)) < len(split.classes):
        return {}
    several = len(split.classes) > 2
    scores = probabilities if several else probabilities[:, 1]
    auc = roc_auc_score(split.y_test, scores, multi_class="ovr", average="weighted" if several else "macro")
    return {"auc": auc, "log_loss": log_loss(split.y_test, probabilities)}


if __name__ == "__main__":
    # Libraries talk; what they say is no result.
    kept = os.dup(1)
    os.dup2(2, 1)
    import io

    result = io.StringIO()
    stdout, sys.stdout = sys.stdout, result
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4])
    os.write(kept, result.getvalue().splitlines()[-1].encode() + b"\n")
