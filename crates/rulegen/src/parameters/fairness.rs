//! The fairness that is asked for: the bound on differences of mean errors between groups.

use super::choices::NormalForm;
use super::kind::choices;
use super::method::Method;
use crate::parameter_error::{ParameterError, accept};
use rulegen_master::GroupFairness;
use serde_json::Value;

/// A value of the parameter `fairness`: the errors that must be alike in all groups.
///
/// Masters of weighted rules know the first three, as
/// [`MistreatmentCriterion`](rulegen_master::MistreatmentCriterion); the others are for Boolean rules, as [`GroupFairness`].
///
/// The errors are those that a method counts, not those of predictions. RUG counts those of its
/// linear program, `max(0, 1 - votes)`, and the program may raise errors of a group that fares
/// better. Boolean rules are for one class. A row of it that no rule covers counts once, and a row
/// of the other class once for every rule that covers it (Hamming). In an AND of ORs the rules are
/// for the negative class. Only one of several rules that cover the same rows takes part: rule sets
/// with two of them, which count their false positives twice to make groups alike, are not
/// searched, and the bound does not cover them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FairnessCriterion {
    /// Disparate mistreatment: errors within each class (RUG).
    Dmc,
    /// Overall disparate mistreatment: errors of all classes together (RUG).
    Odm,
    /// Equal opportunity: errors within the positive class (RUG).
    Eop,
    /// The errors on the rows of the positive class: equal false negatives (Boolean rules; Lawless,
    /// Dash, Günlük, Wei 2023).
    EqualOpportunity,
    /// The errors on the rows of either class: equal false negatives, and equal false positives
    /// (Boolean rules).
    EqualizedOdds,
}

choices! { FairnessCriterion {
    Dmc = "dmc", "Disparate mistreatment within each class (rug, rules)";
    Odm = "odm", "Overall disparate mistreatment (rug, rules)";
    Eop = "eop", "Disparate mistreatment within the positive class (rug, rules)";
    EqualOpportunity = "equal-opportunity", "Equal false negatives (boolean)";
    EqualizedOdds = "equalized-odds", "Equal false negatives and equal false positives (boolean)";
} }

impl FairnessCriterion {
    /// All of them.
    pub const ALL: [FairnessCriterion; 5] = [
        FairnessCriterion::Dmc,
        FairnessCriterion::Odm,
        FairnessCriterion::Eop,
        FairnessCriterion::EqualOpportunity,
        FairnessCriterion::EqualizedOdds,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            FairnessCriterion::Dmc => "dmc",
            FairnessCriterion::Odm => "odm",
            FairnessCriterion::Eop => "eop",
            FairnessCriterion::EqualOpportunity => "equal-opportunity",
            FairnessCriterion::EqualizedOdds => "equalized-odds",
        }
    }

    /// The methods that can be fair in this way.
    pub fn methods(self) -> &'static [Method] {
        match self {
            FairnessCriterion::Dmc | FairnessCriterion::Odm | FairnessCriterion::Eop => &[Method::Rug, Method::Rules],
            FairnessCriterion::EqualOpportunity | FairnessCriterion::EqualizedOdds => &[Method::Boolean],
        }
    }
}

/// Fairness as the parameters of a method ask for it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct FairnessAsked {
    pub(crate) criterion: FairnessCriterion,
    pub(crate) epsilon: f64,
}

impl FairnessAsked {
    /// Checks that the method knows the criterion, and that it comes with an epsilon.
    pub(crate) fn check(
        method: Method,
        criterion: Option<FairnessCriterion>,
        epsilon: Option<f64>,
    ) -> Result<(), ParameterError> {
        let Some(criterion) = criterion else { return Ok(()) };
        let known: Vec<&str> = FairnessCriterion::ALL
            .into_iter()
            .filter(|known| known.methods().contains(&method))
            .map(|c| c.name())
            .collect();
        let range = format!("one of {}", known.join(", "));
        let name = format!("'{}'", criterion.name());
        accept(criterion.methods().contains(&method), "the fairness constraint", &range, name)?;
        accept(epsilon.is_some(), "the epsilon", "given where fairness is asked for", "absent")
    }

    /// Returns the fairness that checked parameters ask for.
    pub(crate) fn of(criterion: Option<FairnessCriterion>, epsilon: Option<f64>) -> Option<FairnessAsked> {
        Some(FairnessAsked { criterion: criterion?, epsilon: epsilon? })
    }

    /// Returns the entries of a model file.
    pub(crate) fn record(self) -> [(String, Value); 2] {
        [("fairness".into(), self.criterion.name().into()), ("epsilon".into(), self.epsilon.into())]
    }

    /// Returns the settings of a master of Boolean rules for the positive class, or of one for the
    /// negative class.
    pub(crate) fn of_form(self, form: NormalForm) -> GroupFairness {
        let both = self.criterion == FairnessCriterion::EqualizedOdds;
        let disjunctive = form == NormalForm::Disjunctive;
        GroupFairness {
            false_negatives: both || disjunctive,
            false_positives: both || !disjunctive,
            epsilon: self.epsilon,
        }
    }
}
