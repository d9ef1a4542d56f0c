//! The parameters of the rule classifier.

use super::choices::Loss;
use super::weighted::*;
use crate::method::Method;
use crate::rows::suitable_cover;
use rulegen_data::Dataset;

weighted_parameters! {
    /// The parameters of [`RuleClassifier`](crate::RuleClassifier).
    RuleParameters, Method::Rules, {
        /// What an error costs: hinge (the margin to the best other class), or logistic (for probabilities).
        loss: Loss = Loss::Logistic, {
            name: "loss", noun: "the loss", recorded: Some("loss"),
        };
        /// A condition that no rule may have: 'COL', 'COL <=', 'COL = VALUE', 'COL is missing'. May be given
        /// several times.
        forbidden: Vec<String> = Vec::new(), {
            name: "forbid", noun: "the forbidden conditions", unit: "CONDITION", recorded: Some("forbidden"),
        };
    }
}

impl RuleParameters {
    /// With the numbers of rows that suit the data, where they are not given.
    pub(crate) fn for_data(&self, data: &Dataset) -> Self {
        let min_cover = self.min_cover.or_else(|| Some(suitable_cover(data)));
        RuleParameters { min_cover, min_category: self.min_category.or(min_cover), ..self.clone() }
    }

    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        self.check_weighted()?;
        let fair = self.loss == Loss::Logistic && self.fairness.is_some();
        let range =
            "absent with the logistic loss: rules are fair with the loss hinge, or by the methods rug and boolean";
        accept(!fair, "the fairness constraint", range, "given")
    }
}
