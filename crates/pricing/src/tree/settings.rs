//! Settings of trees.

use crate::PricingError;

/// The measure of a node's impurity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Criterion {
    /// `W - sum_k w_k^2 / W`, with `w_k` the weight of class k in the node and `W` their sum.
    #[default]
    Gini,
    /// `sum_k w_k ln(W / w_k)`.
    Entropy,
}

/// Settings of trees.
///
/// | field | default | range |
/// |---|---|---|
/// | `criterion` | Gini | |
/// | `max_depth` | 5 | at least 1 |
/// | `min_leaf` | 1 | samples in a child, at least 1 |
/// | `min_gain` | 0 | decrease of impurity, in units of weight, finite and not negative |
/// | `all_nodes` | false | |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TreeSettings {
    /// The measure of impurity.
    pub criterion: Criterion,
    /// The most splits above a leaf.
    pub max_depth: usize,
    /// The fewest samples of a child.
    pub min_leaf: usize,
    /// A split must decrease the impurity by at least this.
    pub min_gain: f64,
    /// True if inner nodes are candidates too, which gives shorter rules at no cost.
    pub all_nodes: bool,
}

impl Default for TreeSettings {
    fn default() -> Self {
        TreeSettings { criterion: Criterion::Gini, max_depth: 5, min_leaf: 1, min_gain: 0.0, all_nodes: false }
    }
}

impl TreeSettings {
    /// Checks every row of the table above. Phrased as acceptance, so that NaN fails.
    pub(super) fn check(&self) -> Result<(), PricingError> {
        let accept = |good: bool, name, range, value| match good {
            true => Ok(()),
            false => Err(PricingError::InvalidTree { name, range, value }),
        };
        accept(self.max_depth >= 1, "the depth", "at least 1", self.max_depth as f64)?;
        accept(self.min_leaf >= 1, "the smallest leaf", "at least 1", self.min_leaf as f64)?;
        let gain = self.min_gain >= 0.0 && self.min_gain.is_finite();
        accept(gain, "the least gain", "finite and not negative", self.min_gain)
    }
}
