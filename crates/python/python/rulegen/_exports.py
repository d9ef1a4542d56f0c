"""Models in other languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ._fitted import Fitted
from ._onnx import onnx_model

if TYPE_CHECKING:
    import onnx


class Exports(Fitted):
    """Writes a fitted model in languages that predict without this package."""

    def to_sql(self, table: str = "data", *, probabilities: bool = False, reasons: int = 0) -> str:
        """Write the model as one SELECT that SQLite, DuckDB and PostgreSQL accept.

        It returns the rows of ``table`` with a column ``prediction``. Columns of numbers hold
        numbers there, others text (booleans ``true`` and ``false``); NULL is a missing cell.

        Parameters
        ----------
        table : str
            The table's name; a dot separates a schema from it.
        probabilities : bool
            Also add a column ``probability NAME`` for each class, for models with the logistic
            loss. The engine must support ``EXP``.
        reasons : int
            Also add columns ``reason_1``, ``reason_2`` and so on, as many as this, for models of
            two classes: what costs the row most points, in words, or NULL.
        """
        if reasons < 0:
            raise ValueError(f"reasons must be at least 0, not {reasons}")
        return self._fitted()._model.to_sql(table, probabilities, reasons)

    def to_markdown(self) -> str:
        """Write the rules as a Markdown table."""
        return self._fitted()._model.export("markdown")

    def to_pmml(self) -> str:
        """Write the model as a RuleSetModel of PMML 4.4, with log-odds also probabilities."""
        return self._fitted()._model.export("pmml")

    def to_pmml_scorecard(self) -> str:
        """Write a model of two classes as a Scorecard of PMML 4.4, with reason codes."""
        return self._fitted()._model.export("pmml-scorecard")

    def to_python(self) -> str:
        """Write the model as a Python function without dependencies."""
        return self._fitted()._model.export("python")

    def to_rust(self) -> str:
        """Write the model as a Rust function without dependencies."""
        return self._fitted()._model.export("rust")

    def to_onnx(self) -> onnx.ModelProto:
        """Write the model as an ONNX graph; needs the package ``onnx``.

        There is one input for each column that the model uses, of shape (rows, 1) and with the
        column's name: doubles, with NaN for a missing cell, or strings, with an empty string for
        it. Outputs are ``label``, of shape (rows,), and ``probabilities``, as ``predict_proba``
        gives them.

        Examples
        --------
        >>> import onnxruntime
        >>> from sklearn.datasets import load_iris
        >>> from rulegen import RuleClassifier
        >>> X, y = load_iris(return_X_y=True, as_frame=True)
        >>> X = (10 * X).astype(int)
        >>> model = RuleClassifier(size=3).fit(X, y)
        >>> session = onnxruntime.InferenceSession(model.to_onnx().SerializeToString())
        >>> types = {"tensor(double)": float, "tensor(string)": object}
        >>> inputs = session.get_inputs()
        >>> columns = {of.name: X[[of.name]].to_numpy(types[of.type]) for of in inputs}
        >>> label, probabilities = session.run(None, columns)
        >>> bool((label == model.predict(X)).all())
        True
        """
        self._fitted()
        order = self._order()
        labels = self._classes_of(np.arange(len(order)))
        return onnx_model(self._model.to_json(), labels, order, self._model.cut)
