"""Short sets of if-then rules learned from data by column generation, with proofs of their quality.

Begin with ``RuleClassifier``: a few weighted rules for any number of classes, their number by cross-validation, with
probabilities. ``RugClassifier`` learns weighted rules by the method RUG, ``BooleanRuleClassifier`` rule sets that say
yes or no. All are scikit-learn estimators.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._rulegen import __version__

if TYPE_CHECKING:
    from ._base import RulegenWarning
    from ._boolean import BooleanRuleClassifier
    from ._certificate import Certificate
    from ._ensemble import RuleSet, rules_from_ensemble
    from ._plots import plot_convergence, plot_front, plot_pareto, plot_rules
    from ._rug import RugClassifier
    from ._rules import RuleClassifier

__all__ = [
    "BooleanRuleClassifier",
    "Certificate",
    "RugClassifier",
    "RuleClassifier",
    "RuleSet",
    "RulegenWarning",
    "__version__",
    "plot_convergence",
    "plot_front",
    "plot_pareto",
    "plot_rules",
    "rules_from_ensemble",
]

# Where each name is; imported when it is asked for, because the executable needs neither pandas nor scikit-learn.
_HOMES = {
    "BooleanRuleClassifier": "_boolean",
    "Certificate": "_certificate",
    "RugClassifier": "_rug",
    "RuleClassifier": "_rules",
    "RuleSet": "_ensemble",
    "RulegenWarning": "_base",
    "plot_convergence": "_plots",
    "plot_front": "_plots",
    "plot_pareto": "_plots",
    "plot_rules": "_plots",
    "rules_from_ensemble": "_ensemble",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
