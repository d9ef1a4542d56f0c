//! The parameters of the RUG classifier.

use super::choices::{CostScaling, FallbackKind};
use super::weighted::*;
use crate::method::Method;
use rulegen_pricing::GreedySettings;

weighted_parameters! {
    /// The parameters of [`RugClassifier`](crate::RugClassifier).
    RugParameters, Method::Rug, {
        /// The weight of rule costs against errors; where the size is chosen, in units of the mean weight of a row [default: 1].
        penalty: f64 = 1.0, {
            name: "penalty", noun: "the penalty", unit: "LAMBDA",
            ranges: &[Range::POSITIVE, Range { words: "at most 1e100", accepts: |x| x <= 1e100 }],
            recorded: Some("penalty"),
        };
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

    /// The pricers where none are named: the proxy.
    fn usual_pricers(&self) -> &'static [PricerName] {
        const TREE: &[PricerName] = &[PricerName::TREE];
        TREE
    }

    fn usual_bins(&self) -> Bins {
        Bins::Values
    }

    /// Quantiles of all rows alike, as in the paper.
    fn has_rare_cuts(&self) -> bool {
        false
    }

    /// Whether the restricted master is a linear program.
    fn has_programs(&self) -> bool {
        true
    }

    fn beam(&self) -> NonZeroUsize {
        GreedySettings::default().beam
    }

    fn resolved(&self) -> Self {
        self.clone()
    }
}
