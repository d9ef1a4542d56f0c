"""Short sets of if-then rules learned from data by column generation, with proofs of their quality.

Start with ``RuleClassifier``: a few weighted rules for any number of classes, their number chosen
by cross-validation, with probabilities. ``RugClassifier`` learns weighted rules by the method RUG,
``BooleanRuleClassifier`` rule sets that say yes or no. All are scikit-learn estimators.

For research: write your own pricers (``Pricer``), compare them (``compare``), go through the rounds
one by one (``solve``), and use the parts alone (``restricted_lp``, ``branch_and_bound``).
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._rulegen import PricingProblem, Rule, __version__

if TYPE_CHECKING:
    from ._boolean import BooleanRuleClassifier
    from ._certificate import Certificate
    from ._compare import compare
    from ._ensemble import RuleSet, rules_from_ensemble
    from ._features import RuleFeatures
    from ._notes import RulegenWarning
    from ._parts import BestRules, RestrictedLp, branch_and_bound, restricted_lp
    from ._plots import plot_calibration, plot_confusion, plot_convergence, plot_front, plot_pareto, plot_rules
    from ._pricer import Pricer, PricingOutcome
    from ._rug import RugClassifier
    from ._rules import RuleClassifier
    from ._solve import Round, Solving, solve
    from ._study import Diff, diff

__all__ = [
    "BestRules",
    "BooleanRuleClassifier",
    "Certificate",
    "Diff",
    "Pricer",
    "PricingOutcome",
    "PricingProblem",
    "RestrictedLp",
    "Round",
    "RugClassifier",
    "Rule",
    "RuleClassifier",
    "RuleFeatures",
    "RuleSet",
    "RulegenWarning",
    "Solving",
    "__version__",
    "branch_and_bound",
    "compare",
    "diff",
    "plot_calibration",
    "plot_confusion",
    "plot_convergence",
    "plot_front",
    "plot_pareto",
    "plot_rules",
    "restricted_lp",
    "rules_from_ensemble",
    "solve",
]

# Where each name is; imported when it is asked for, because the executable needs neither pandas nor
# scikit-learn.
_HOMES = {
    "BestRules": "_parts",
    "BooleanRuleClassifier": "_boolean",
    "Certificate": "_certificate",
    "Diff": "_study",
    "Pricer": "_pricer",
    "PricingOutcome": "_pricer",
    "RestrictedLp": "_parts",
    "Round": "_solve",
    "RugClassifier": "_rug",
    "RuleClassifier": "_rules",
    "RuleFeatures": "_features",
    "RuleSet": "_ensemble",
    "RulegenWarning": "_notes",
    "Solving": "_solve",
    "branch_and_bound": "_parts",
    "compare": "_compare",
    "diff": "_study",
    "plot_calibration": "_plots",
    "plot_confusion": "_plots",
    "plot_convergence": "_plots",
    "plot_front": "_plots",
    "plot_pareto": "_plots",
    "plot_rules": "_plots",
    "restricted_lp": "_parts",
    "rules_from_ensemble": "_ensemble",
    "solve": "_solve",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
