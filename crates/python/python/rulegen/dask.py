"""Rules from rows that lie in the memory of many machines, over Dask.

``RuleClassifier`` and ``RugClassifier`` here are those of ``rulegen``, for Dask frames and arrays:
``pip install "rulegen[dask]"``, and import ``rulegen.dask``. Workers need the package too.
"""

from __future__ import annotations

from . import _rug, _rules

try:
    from ._cluster.estimator import OverDask, with_all_parameters
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"rulegen.dask needs {error.name}: pip install 'rulegen[dask]'") from error

__all__ = ["RugClassifier", "RuleClassifier"]


@with_all_parameters
class RuleClassifier(OverDask, _rules.RuleClassifier):
    """Learns a few weighted rules for any number of classes from rows on a Dask cluster.

    The model is that of ``rulegen.RuleClassifier``, with any number of partitions, workers and
    threads. If a worker dies, Dask makes its rows again from what they came from, and the model is
    still the same.

    Rows stay with the workers. They send counts, and the client chooses rules from these by greedy
    search, as ``pricers="greedy"`` does of rows in memory. Only
    ``rows_at_hand`` rows or fewer are fetched, as that takes less time than to ask for counts, and
    learned from at the client. With a ``penalty`` and no ``size``, merged rows are fetched instead,
    as ``RugClassifier`` does.

    Not available: ``constraint``, ``must_have``, and ``cuts="trees"`` unless rows are fetched. With
    more rows than ``rows_at_hand`` and no ``penalty`` these are not either: ``loss="hinge"``,
    ``path="penalty"``, ``class_weight="balanced"``, ``forbid``, ``monotone``, ``together``,
    ``pool``, and pricers other than greedy.

    Parameters
    ----------
    size : {"auto", "best"}, int or None, default=None
        The number of rules, as in ``rulegen.RuleClassifier``.
    client : distributed.Client or None, default=None
        Who speaks to the cluster. None: the client that was made last. It is not copied by
        ``clone`` and not pickled.
    rows_at_hand : int, default=1_000_000
        The most rows that are fetched; 1 for none. With more, folds are of merged rows, and have
        the cut points of all rows; ``rulegen.RuleClassifier`` does the same with more than
        1,000,000 rows. Merged rows are fetched if they are no more. With a ``penalty`` and no
        ``size`` it is as in ``RugClassifier``.
    **parameters
        All others of ``rulegen.RuleClassifier``. ``n_jobs`` is how many folds the client works on
        at once.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, ascending.
    traffic_ : dict
        The traffic of the fit: ``requests`` to shards, ``bytes_out`` sent to each, ``bytes_in`` of
        all answers, or of all rows if these are fetched.
    rules_, intercept_, certificate_, trace_, path_, n_features_in_, feature_names_in_
        As in ``rulegen.RuleClassifier``.
    """

    def _may_fetch_rows(self) -> bool:
        return self.penalty is None or self.size is not None


@with_all_parameters
class RugClassifier(OverDask, _rug.RugClassifier):
    """Learns weighted rules for any number of classes (RUG) from rows on a Dask cluster.

    Rows that are alike in all codes and in the class are merged where they lie, and the client
    fetches these merged rows. The model, and what is proved of it, are those of
    ``rulegen.RugClassifier``.

    With more than ``rows_at_hand`` merged rows, the client fetches a sample of them, learns rules,
    and then weighs them and searches further ones on all rows. Nothing is proved of that model, and
    it records ``sampled_rows``. The model is the same with any number of partitions, workers and
    threads.

    Not available: ``constraint`` and ``cuts="trees"``.

    Parameters
    ----------
    penalty : float, default=1.0
        The weight of rule costs against errors; positive.
    client : distributed.Client or None, default=None
        Who speaks to the cluster. None: the client that was made last. It is not copied by
        ``clone`` and not pickled.
    rows_at_hand : int, default=1_000_000
        The most merged rows that are fetched; the sample has about so many.
    **parameters
        All others of ``rulegen.RugClassifier``.

    Attributes
    ----------
    classes_ : array of shape (n_classes,)
        The labels, ascending.
    traffic_ : dict
        The traffic of the fit: ``requests``, ``bytes_out`` sent to each partition, ``bytes_in`` of
        all answers.
    rules_, certificate_, trace_, n_features_in_, feature_names_in_
        As in ``rulegen.RugClassifier``.
    """
