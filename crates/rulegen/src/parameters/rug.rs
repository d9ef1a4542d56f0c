//! The parameters of the RUG classifier.

use super::choices::{CostScaling, FallbackKind};
use super::weighted::*;
use crate::method::Method;

weighted_parameters! {
    /// The parameters of [`RugClassifier`](crate::RugClassifier).
    RugParameters, Method::Rug, {
        /// Scaling of rule costs: published (1 over the largest cost of a rule of the first tree) or none.
        cost_scaling: CostScaling = CostScaling::Published, {
            name: "cost-scaling", noun: "the scaling of costs", recorded: Some("cost_scaling"),
        };
        /// The answer where no rule applies: a class, or what the first tree says.
        fallback: FallbackKind = FallbackKind::Class, {
            name: "fallback", noun: "the fallback", recorded: Some("fallback"),
        };
    }
}

impl RugParameters {
    pub(crate) fn check(&self) -> Result<(), ParameterError> {
        self.check_weighted()
    }
}
