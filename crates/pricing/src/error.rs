//! What can go wrong in making a pricer.

use thiserror::Error;

/// Why a pricer cannot be made, or a solver under it could not go on.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum PricingError {
    /// The pricer's solver was not compiled in.
    #[cfg(feature = "bilp")]
    #[error("pricer {pricer} is not built in: enable the feature `{feature}`")]
    NotBuilt {
        /// The pricer asked for.
        pricer: &'static str,
        /// The cargo feature that adds it.
        feature: &'static str,
    },
    /// A relative gap outside its range.
    #[cfg(feature = "bilp")]
    #[error("the relative gap {0} is not at least 0 and below 1")]
    InvalidGap(f64),
    /// A setting of trees outside its range.
    #[error("{name} of trees must be {range}, not {value}")]
    InvalidTree {
        /// The setting.
        name: &'static str,
        /// What it may be.
        range: &'static str,
        /// What it was.
        value: f64,
    },
    /// A rule of a pool that asks what the samples' schema does not know.
    #[error("rule {rule} of the pool has a literal that the samples' schema does not know")]
    ForeignRule {
        /// Its place in the list, from 0.
        rule: usize,
    },
    /// A rule of a pool without literals.
    #[error("rule {rule} of the pool has no literal")]
    EmptyRule {
        /// Its place in the list, from 0.
        rule: usize,
    },
    /// The solver under a pricer failed.
    #[cfg(feature = "bilp")]
    #[error("{pricer} failed: {source}")]
    Solver {
        /// The pricer.
        pricer: &'static str,
        /// What the solver said.
        source: rulegen_lp::LpError,
    },
}
