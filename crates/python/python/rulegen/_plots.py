"""Plots, with matplotlib."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from sklearn.calibration import CalibrationDisplay
from sklearn.metrics import ConfusionMatrixDisplay

from ._fitted import fitted


def _axes(ax: Any, height: float = 4.0) -> Any:
    if ax is not None:
        return ax
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("plots need matplotlib: pip install 'rulegen[plots]'") from error
    return plt.subplots(figsize=(8.0, height), layout="constrained")[1]


def plot_rules(estimator: Any, ax: Any = None, top: int = 20) -> Any:
    """Draw the weights of rules as bars, coloured by class, with their precision as text.

    Parameters
    ----------
    estimator : fitted RugClassifier or BooleanRuleClassifier
    ax : matplotlib Axes, optional
        Where to draw; a new figure by default.
    top : int
        The most rules drawn, largest weight first.

    Returns
    -------
    matplotlib Axes
    """
    rules = {name: cells[:top] for name, cells in fitted(estimator)._rules().items()}
    number_of_rules = len(rules["weight"])
    ax = _axes(ax, 1.2 + 0.35 * number_of_rules)
    classes = list(estimator.classes_)
    places = np.arange(number_of_rules)
    for number, label in enumerate(classes):
        of_class = rules["class"] == label
        if of_class.any():
            ax.barh(places[of_class], rules["weight"][of_class], color=f"C{number}", label=str(label))
    ax.set_yticks(places, rules["conditions"])
    ax.invert_yaxis()
    for place, (weight, precision, coverage) in enumerate(
        zip(rules["weight"], rules["precision"], rules["coverage"], strict=True)
    ):
        ax.text(weight, place, f" {precision:.0%} of {coverage:g}", va="center", fontsize="small")
    ax.margins(x=0.15)
    ax.set_xlabel("weight (beside it: precision, and rows covered)")
    if number_of_rules:
        ax.legend(title=estimator._model.target)
    return ax


def plot_convergence(estimator: Any, ax: Any = None) -> Any:
    """Draw the objective of the linear program and the best proved bound by round.

    Parameters
    ----------
    estimator : fitted RugClassifier or BooleanRuleClassifier
        Fitted in this process: a model read from a file has no history.
    ax : matplotlib Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib Axes
    """
    trace = getattr(estimator, "trace_", None)
    if trace is None:
        raise ValueError("the estimator was not fitted here: it has no history of rounds")
    ax = _axes(ax)
    rounds = np.arange(1, len(trace) + 1)
    ax.step(rounds, trace["objective"], where="post", label="objective of the linear program")
    bounds = np.asarray(trace["lower_bound"], float)
    if np.isfinite(bounds).any():
        ax.step(rounds, bounds, where="post", label="proved lower bound")
    ax.set_xlabel("round")
    ax.set_ylabel("objective")
    ax.legend()
    return ax


def plot_confusion(estimator: Any, X: Any, y: Any, ax: Any = None, normalize: str | None = None) -> Any:
    """Draw how many rows of each class are predicted as which, with scikit-learn.

    Parameters
    ----------
    estimator : fitted estimator
    X, y
        Rows to predict, and their labels.
    ax : matplotlib Axes, optional
        Where to draw; a new figure by default.
    normalize : {"true", "pred", "all"}, optional
        Shares of the rows of a class, of a prediction, or of all, instead of numbers of rows.

    Returns
    -------
    matplotlib Axes
    """
    ax = _axes(ax)
    return ConfusionMatrixDisplay.from_estimator(estimator, X, y, ax=ax, normalize=normalize, cmap="Blues").ax_


def plot_calibration(estimator: Any, X: Any, y: Any, ax: Any = None, bins: int = 10) -> Any:
    """Draw the frequency of a class against its predicted probability, with scikit-learn.

    With two classes this is the second class; with more, the predicted one. Only the logistic loss
    gives probabilities; for other losses the shares of the votes are drawn.

    Parameters
    ----------
    estimator : fitted estimator
    X, y
        Rows to predict, and their labels; use held-out rows to learn something about new rows.
    ax : matplotlib Axes, optional
        Where to draw; a new figure by default.
    bins : int
        The most points; each stands for the same number of rows.

    Returns
    -------
    matplotlib Axes
    """
    shares, classes = estimator.predict_proba(X), estimator.classes_
    y = classes[np.argsort(estimator._order())[estimator._label_indices(y)]]
    ax = _axes(ax)
    if len(classes) == 2:
        came_true, said, of = y == classes[1], shares[:, 1], str(classes[1])
    else:
        came_true, said, of = y == estimator.predict(X), shares.max(axis=1), "the class predicted"
    said = np.clip(said, 0.0, 1.0)
    CalibrationDisplay.from_predictions(
        came_true.astype(int), said, n_bins=bins, strategy="quantile", pos_label=1, name=of, ax=ax
    )
    what = "probability" if estimator._model.has_probabilities else "share of the votes"
    ax.set_xlabel(f"{what} of {of}")
    ax.set_ylabel(f"share of rows that are of {of}")
    return ax


def complexity(estimator: Any) -> int:
    """Count the rules and all their conditions."""
    lengths = estimator._rules()["length"]
    return len(lengths) + int(lengths.sum())


def plot_pareto(estimators: Sequence[Any], X: Any, y: Any, ax: Any = None) -> Any:
    """Draw accuracy against complexity, with the front of undominated estimators.

    Parameters
    ----------
    estimators : sequence of fitted estimators
        Such as ``fit_path`` returns, or of any settings.
    X, y
        Rows to measure accuracy on; use held-out rows to learn something about new rows.
    ax : matplotlib Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib Axes
    """
    points = [(complexity(estimator), estimator.score(X, y)) for estimator in estimators]
    points.sort(key=lambda point: (point[0], -point[1]))
    ax = _axes(ax)
    sizes, scores = np.array(points, dtype=float).reshape(-1, 2).T
    best = np.maximum.accumulate(scores) if len(scores) else scores
    front = np.array([i == 0 or score > best[i - 1] for i, score in enumerate(scores)], dtype=bool)
    ax.plot(sizes[~front], scores[~front], "o", color="0.7", label="bettered in both")
    ax.step(sizes[front], scores[front], "o-", where="post", label="front")
    ax.set_xlabel("complexity: rules and conditions")
    ax.set_ylabel("accuracy")
    ax.legend()
    return ax


def plot_front(estimator: Any, ax: Any = None) -> Any:
    """Draw the cross-validated score of every size with its standard error.

    The chosen size is marked.

    Parameters
    ----------
    estimator : fitted RuleClassifier or BooleanRuleClassifier
        With a size that was chosen; its ``path_`` is drawn.
    ax : matplotlib Axes, optional
        Where to draw; a new figure by default.

    Returns
    -------
    matplotlib Axes
    """
    if not hasattr(type(fitted(estimator)), "path_"):
        raise TypeError(f"a {type(estimator).__name__} chooses no size: it has no path_")
    path = estimator.path_
    front = estimator._path()
    if not front["folds"]:
        raise ValueError("the sizes have no scores: the fit ended before they were cross-validated")
    ax = _axes(ax)
    measure = front["measures"][0]
    name = measure.replace("-", "_")
    errors = path[f"{name}_se"]
    ax.errorbar(path["rules"], path[name], errors, fmt="o-", capsize=3, label="mean and standard error")
    chosen = next(row for row in front["rows"] if row["chosen"])
    label = f"chosen: {chosen['rules']} rules, {chosen['conditions']} conditions"
    score = chosen["scores"][0]["mean"]
    ax.plot(chosen["rules"], score, "o", markersize=14, fillstyle="none", color="C3", label=label)
    ax.set_xlabel("rules")
    ax.set_ylabel(f"cross-validated {measure}")
    ax.legend()
    return ax
