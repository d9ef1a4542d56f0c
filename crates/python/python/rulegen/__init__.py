"""Short sets of if-then rules learned from data by column generation, with proofs of their quality.

Begin with ``RuleClassifier``: a few weighted rules for any number of classes, their number by cross-validation, with
probabilities. ``RugClassifier`` learns weighted rules by the method RUG, ``BooleanRuleClassifier`` rule sets that say
yes or no. All are scikit-learn estimators.

For research: pricers of your own (``Pricer``), side by side (``compare``), rounds one by one (``solve``), and the parts
alone (``restricted_lp``, ``branch_and_bound``).
"""

from ._base import RulegenWarning
from ._boolean import BooleanRuleClassifier
from ._certificate import Certificate
from ._compare import compare
from ._ensemble import RuleSet, rules_from_ensemble
from ._parts import BestRules, RestrictedLp, branch_and_bound, restricted_lp
from ._plots import plot_convergence, plot_front, plot_pareto, plot_rules
from ._pricer import Pricer, PricingOutcome
from ._rug import RugClassifier
from ._rulegen import PricingProblem, Rule, __version__
from ._rules import RuleClassifier
from ._solve import Round, Solving, solve

__all__ = [
    "BestRules",
    "BooleanRuleClassifier",
    "Certificate",
    "Pricer",
    "PricingOutcome",
    "PricingProblem",
    "RestrictedLp",
    "Round",
    "RugClassifier",
    "Rule",
    "RuleClassifier",
    "RuleSet",
    "RulegenWarning",
    "Solving",
    "__version__",
    "branch_and_bound",
    "compare",
    "plot_convergence",
    "plot_front",
    "plot_pareto",
    "plot_rules",
    "restricted_lp",
    "rules_from_ensemble",
    "solve",
]
