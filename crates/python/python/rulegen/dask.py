"""Rules from rows that lie in the memory of many machines, over Dask.

``RuleClassifier`` here is the one of ``rulegen``, for Dask frames and arrays: ``pip install "rulegen[dask]"``, and
import ``rulegen.dask``. Workers need the package too.
"""

from __future__ import annotations

from typing import Any

from . import _rules
from ._cluster.estimator import OverDask, with_all_parameters

__all__ = ["RuleClassifier"]


@with_all_parameters
class RuleClassifier(OverDask, _rules.RuleClassifier):
    """Learns a few weighted rules for any number of classes from rows that are spread over a Dask cluster.

    Rows stay with the workers. They send counts, and the client chooses rules from these. The model is the same with
    any number of partitions, workers and threads, as long as a numeric column has no more different values than a
    summary holds. If a worker dies, Dask makes its rows again from what they came from, and the model is still the
    same.

    Without cross-validation the model is that of ``rulegen.RuleClassifier``. Its folds are drawn otherwise: equal rows
    are in the same fold.

    The size is always chosen or given as a number. Not available: ``penalty`` without ``size``, ``loss="hinge"``,
    ``path="penalty"``, ``class_weight="balanced"``, ``forbid``, ``monotone``, ``together``, ``cuts="trees"``, ``pool``,
    ``constraint``, and pricers other than greedy.

    Parameters
    ----------
    size : {"auto", "best"}, int or None, default=None
        How many rules, as in ``rulegen.RuleClassifier``.
    client : distributed.Client or None, default=None
        Who speaks to the cluster. None: the client that was made last. It is not copied by ``clone`` and not pickled.
    **parameters
        All others of ``rulegen.RuleClassifier``. ``n_jobs`` is how many folds the client works on at once.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, ascending.
    traffic_ : dict
        What the fit asked: ``requests``, ``bytes_out`` that each partition was sent, ``bytes_in`` of all answers.
    rules_, intercepts_, certificate_, trace_, path_, n_features_in_, feature_names_in_
        As in ``rulegen.RuleClassifier``.
    """

    def __init__(self, size: str | int | None = None, *, client: Any = None, **parameters: Any) -> None:
        super().__init__(size, **parameters)
        self.client = client
