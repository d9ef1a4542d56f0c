//! Rule costs.

use rulegen_binarize::Samples;
use rulegen_rule::{RowSet, Rule};
use std::fmt;
use std::sync::Arc;

/// The cost `c_k` of a rule in the objective, before the penalty and the scaling (docs/MATH.md 2).
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub enum RuleCost {
    /// 1 for every rule.
    Unit,
    /// The number of literals.
    #[default]
    Length,
    /// The number of columns that the rule tests, as in the published code.
    Merged,
    /// 1 plus the Gini impurity of the samples that the rule covers.
    Gini,
    /// 2 less the share of all samples that the rule covers: narrow rules cost up to twice as much.
    Coverage,
    /// A cost of the user's own.
    Custom(Arc<dyn CustomCost>),
}

/// A cost of the user's own.
pub trait CustomCost: fmt::Debug + Send + Sync {
    /// Returns the cost of a rule that covers `cover` of `samples`; positive and finite.
    fn cost(&self, rule: &Rule, cover: &RowSet, samples: &Samples) -> f64;

    /// Returns numbers `(fixed, per_literal)`, not both zero, such that every rule costs at least
    /// `fixed + per_literal * len`. Exact pricing works with this bound, and claims no more than it
    /// allows.
    fn lower_bound(&self) -> (f64, f64);
}

impl RuleCost {
    /// Returns the cost of a rule.
    pub fn of(&self, rule: &Rule, cover: &RowSet, samples: &Samples) -> f64 {
        match self {
            RuleCost::Unit => 1.0,
            RuleCost::Length => rule.len() as f64,
            RuleCost::Merged => rule.merged_len() as f64,
            RuleCost::Gini => 1.0 + gini(cover, samples),
            RuleCost::Coverage => 2.0 - cover.sum(&samples.weights) / samples.weights.iter().sum::<f64>(),
            RuleCost::Custom(custom) => custom.cost(rule, cover, samples),
        }
    }

    /// Returns `(fixed, per_literal)` with `fixed + per_literal * len` at most the cost of any rule
    /// of that length. It is equal to the cost for `Unit` and `Length`.
    pub fn lower_bound(&self) -> (f64, f64) {
        match self {
            RuleCost::Length => (0.0, 1.0),
            RuleCost::Unit | RuleCost::Merged | RuleCost::Gini | RuleCost::Coverage => (1.0, 0.0),
            RuleCost::Custom(custom) => custom.lower_bound(),
        }
    }
}

/// Returns `1 - sum_k p_k^2` over the class shares of the covered samples, by weight.
fn gini(cover: &RowSet, samples: &Samples) -> f64 {
    let mut weights = vec![0.0; samples.classes];
    cover.iter().for_each(|i| weights[samples.labels[i] as usize] += samples.weights[i]);
    let total: f64 = weights.iter().sum();
    if total > 0.0 { 1.0 - weights.iter().map(|w| (w / total).powi(2)).sum::<f64>() } else { 0.0 }
}
