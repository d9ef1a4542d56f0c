"""Rules as columns for other estimators."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.frozen import FrozenEstimator
from sklearn.utils.validation import check_is_fitted

from ._base import Estimator
from ._rules import RuleClassifier

if TYPE_CHECKING:
    from typing_extensions import Self


class RuleFeatures(TransformerMixin, BaseEstimator):
    """Makes a column of each rule: 1 where a row meets the rule, otherwise 0.

    Parameters
    ----------
    classifier : estimator or None, default=None
        The estimator of this package that learns the rules. One that is fitted already keeps its
        rules inside ``sklearn.frozen.FrozenEstimator``. None: ``RuleClassifier()``.

    Attributes
    ----------
    classifier_ : estimator
        The fitted estimator; ``classifier_.rules_`` are the rules.
    n_features_in_ : int
    feature_names_in_ : array of shape (n_features,)
        Only for frames whose columns all have text names.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.pipeline import make_pipeline
    >>> from rulegen import RuleClassifier, RuleFeatures
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> features = RuleFeatures(RuleClassifier(size=3)).fit(X, y)
    >>> features.transform(X).shape
    (150, 3)
    >>> model = make_pipeline(RuleFeatures(), LogisticRegression()).fit(X, y)
    >>> model.score(X, y) > 0.9
    True
    """

    def __init__(self, classifier: Any = None) -> None:
        self.classifier = classifier

    def fit(
        self, X: Any, y: Any, sample_weight: Any = None, sensitive_features: Any = None, groups: Any = None
    ) -> Self:
        """Learn rules.

        Parameters
        ----------
        X, y, sample_weight, sensitive_features, groups
            As in ``fit`` of the classifier.

        Returns
        -------
        self
        """
        if not isinstance(self.classifier, Estimator | FrozenEstimator | None):
            raise TypeError(f"classifier must be an estimator of rulegen, or None, not {self.classifier!r}")
        self.classifier_ = clone(RuleClassifier() if self.classifier is None else self.classifier)
        self.classifier_.fit(X, y, sample_weight, sensitive_features, groups)
        self.n_features_in_ = self.classifier_.n_features_in_
        self.__dict__.pop("feature_names_in_", None)
        if hasattr(self.classifier_, "feature_names_in_"):
            self.feature_names_in_ = self.classifier_.feature_names_in_
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Return which rules each row meets.

        Parameters
        ----------
        X : as in ``fit``, of shape (n_samples, n_features)

        Returns
        -------
        array of shape (n_samples, n_rules)
            0 and 1, or a frame as ``set_output`` asks for, with a column for each line of
            ``classifier_.rules_``.
        """
        check_is_fitted(self)
        return self.classifier_.covers(X).astype(np.float64)

    def get_feature_names_out(self, input_features: Any = None) -> np.ndarray:
        """Return the conditions of the rules, as names of the columns.

        Parameters
        ----------
        input_features : None
            Ignored, for scikit-learn.

        Returns
        -------
        array of shape (n_rules,)
        """
        check_is_fitted(self)
        return self.classifier_._rules()["conditions"]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        classifier = RuleClassifier() if self.classifier is None else self.classifier
        tags.input_tags = classifier.__sklearn_tags__().input_tags
        tags.target_tags.required = True
        return tags
