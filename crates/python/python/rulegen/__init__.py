"""Short sets of if-then rules learned from data by column generation, with proofs of their quality.

Begin with ``RuleClassifier``: a few weighted rules for any number of classes, their number by cross-validation, with
probabilities. ``RugClassifier`` learns weighted rules by the method RUG, ``BooleanRuleClassifier`` rule sets that say
yes or no. All are scikit-learn estimators.
"""

from ._base import RulegenWarning
from ._boolean import BooleanRuleClassifier
from ._certificate import Certificate
from ._ensemble import RuleSet, rules_from_ensemble
from ._plots import plot_convergence, plot_front, plot_pareto, plot_rules
from ._rug import RugClassifier
from ._rulegen import __version__
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
