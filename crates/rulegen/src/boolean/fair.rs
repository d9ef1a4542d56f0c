//! Fairness asked of Boolean rule sets.

use super::NormalForm;
use crate::ParameterError;
use crate::fairness::check_epsilon;
use rulegen_master::GroupFairness;

/// Which errors of a Boolean rule set are to be alike in all groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BooleanCriterion {
    /// The errors on the rows of the positive class: equal false negatives.
    EqualOpportunity,
    /// The errors on the rows of either class: equal false negatives, and equal false positives.
    EqualizedOdds,
}

impl BooleanCriterion {
    /// All of them.
    pub const ALL: [BooleanCriterion; 2] = [BooleanCriterion::EqualOpportunity, BooleanCriterion::EqualizedOdds];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            BooleanCriterion::EqualOpportunity => "equal-opportunity",
            BooleanCriterion::EqualizedOdds => "equalized-odds",
        }
    }
}

/// Fairness asked of [`BooleanRuleClassifier`](crate::BooleanRuleClassifier), of two classes: by how much mean
/// errors in training may differ between any two groups of the data (Lawless, Dash, Günlük, Wei 2023).
///
/// Errors are those that the objective counts, so they are those of predictions for the class that has rules: a
/// row that no rule covers is missed. A row of the other class counts once for every rule that covers it (Hamming).
/// In an AND of ORs the rules are for the negative class: there the errors on positive rows are counted by the rule,
/// and those on negative rows are those of predictions.
///
/// Of rules that cover the same rows one takes part: a rule set with two of them, which counts their false positives twice to
/// make groups alike, is none that is searched, nor one that the bound speaks of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BooleanFairness {
    /// Which errors are to be alike.
    pub criterion: BooleanCriterion,
    /// By how much means may differ; not negative, finite.
    pub epsilon: f64,
}

impl BooleanFairness {
    pub(super) fn check(&self) -> Result<(), ParameterError> {
        check_epsilon(self.epsilon)
    }

    /// The same for a master whose rules are for the positive class, or for the negative one.
    pub(super) fn of_form(&self, form: NormalForm) -> GroupFairness {
        let both = self.criterion == BooleanCriterion::EqualizedOdds;
        let disjunctive = form == NormalForm::Disjunctive;
        GroupFairness {
            false_negatives: both || disjunctive,
            false_positives: both || !disjunctive,
            epsilon: self.epsilon,
        }
    }
}
