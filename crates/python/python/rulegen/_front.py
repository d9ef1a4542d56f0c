"""Models of other sizes, if the size was chosen."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

from ._base import Estimator
from ._plots import plot_front
from ._table import table, typed

if TYPE_CHECKING:
    import pandas as pd
    from typing_extensions import Self


class SizedEstimator(Estimator):
    """The base of estimators that choose the number of their rules; not to be used itself."""

    @property
    def path_(self) -> pd.DataFrame:
        """The sizes that have a model, one line each, fewest rules first.

        Columns: ``rules``; ``conditions`` of all rules together; ``max_length``, the most
        conditions that a rule may have; ``penalty`` of a condition from which on no further rule
        enters (NaN: unknown), with ``path="penalty"`` the one whose optimum has these rules; for
        each measure of ``choose_by``, under its name the mean over the folds, and under the name
        with ``_se`` its standard error (not there if sizes were not cross-validated); ``close``,
        whether ``size="auto"`` finds a model of as many rules close enough to the best; ``chosen``,
        whether ``fit`` took this one. On paths of penalties, and of complexities for Boolean rules,
        ``certificate`` says what is proved of the problem that gave these rules.
        """
        front = self._path()
        rows = front["rows"]
        names = dict.fromkeys(name for row in rows for name in row if name not in ("scores", "close", "chosen"))
        columns: dict[str, Any] = {name: [row.get(name) for row in rows] for name in names}
        columns["penalty"] = typed(columns["penalty"], float)
        for at, measure in enumerate(front["measures"][: len(rows[0]["scores"])]):
            name = measure.replace("-", "_")
            columns[name] = [row["scores"][at]["mean"] for row in rows]
            columns[f"{name}_se"] = [row["scores"][at]["standard_error"] for row in rows]
        marks = {name: [row.get(name, False) for row in rows] for name in ("close", "chosen")}
        return table({**columns, **marks})

    def at(self, k: int) -> Self:
        """Return the largest model with at most ``k`` rules, without learning again.

        Parameters
        ----------
        k : int
            The most rules; at least 0.

        Returns
        -------
        estimator
            A fitted copy with that model and the parameter ``size=k``. It has no ``fairness_``:
            call ``fairness``.
        """
        front = self._path()
        rows = front["rows"]
        few = [at for at, row in enumerate(rows) if row["rules"] <= index(k)]
        if not few:
            least = min(row["rules"] for row in rows)
            raise ValueError(f"there is no model of at most {k} rules: the smallest has {least}")
        best = max(few, key=lambda at: (rows[at]["rules"], rows[at]["chosen"]))
        return self._with_model(front["models"][best], front).set_params(size=index(k))

    def plot_front(self, ax: Any = None) -> Any:
        """Draw the cross-validated score of every size, as ``rulegen.plot_front`` does.

        Parameters
        ----------
        ax : matplotlib Axes, optional
            Where to draw; a new figure by default.

        Returns
        -------
        matplotlib Axes
        """
        return plot_front(self, ax)

    def _path(self) -> dict[str, Any]:
        front = getattr(self._fitted(), "_front", None)
        if front is not None:
            return front
        if not hasattr(self, "_rounds"):
            raise AttributeError("this model was read from a file, which holds one size only: fit here to have others")
        raise AttributeError("there is no path of sizes where the size is given: fit with size='auto' or 'best'")
