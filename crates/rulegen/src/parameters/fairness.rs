//! Fairness that is asked of a classifier: by how much mean errors in training may differ between the groups of the data.

use super::choices::NormalForm;
use super::kind::choices;
use super::method::Method;
use crate::parameter_error::{ParameterError, accept};
use rulegen_master::GroupFairness;
use serde_json::Value;

/// Which errors are to be alike in all groups.
///
/// Errors are those that a method counts. RUG counts those of its linear program, `max(0, 1 - votes)`, and the program may
/// raise errors of a group that fares better. Boolean rules are for one class: a row of it that no rule covers counts once,
/// a row of the other class once for every rule that covers it (Hamming); in an AND of ORs the rules are for the negative
/// class. Of rules that cover the same rows one takes part: a rule set with two of them, which counts their false positives
/// twice to make groups alike, is none that is searched, nor one that the bound speaks of. What becomes of predictions is
/// for measures to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FairnessCriterion {
    /// Disparate mistreatment: errors within each class (RUG).
    Dmc,
    /// Overall disparate mistreatment: errors of all classes together (RUG).
    Odm,
    /// Equal opportunity: errors within the positive class (RUG).
    Eop,
    /// The errors on the rows of the positive class: equal false negatives (Boolean rules; Lawless, Dash, Günlük, Wei 2023).
    EqualOpportunity,
    /// The errors on the rows of either class: equal false negatives, and equal false positives (Boolean rules).
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
    /// That the method knows the criterion, and that it comes with an epsilon.
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

    /// What checked parameters ask for.
    pub(crate) fn of(criterion: Option<FairnessCriterion>, epsilon: Option<f64>) -> Option<FairnessAsked> {
        Some(FairnessAsked { criterion: criterion?, epsilon: epsilon? })
    }

    /// As a model file records it.
    pub(crate) fn record(self) -> [(String, Value); 2] {
        [("fairness".into(), self.criterion.name().into()), ("epsilon".into(), self.epsilon.into())]
    }

    /// The same for a master of Boolean rules for the positive class, or for the negative one.
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
