//! Errors of making a pricer.

use thiserror::Error;

/// A pricer cannot be made, or a solver under it failed.
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
    /// The relative gap is outside its range.
    #[cfg(feature = "bilp")]
    #[error("the relative gap {0} is not at least 0 and below 1")]
    InvalidGap(f64),
    /// A setting of trees is outside its range.
    #[error("{name} of trees must be {range}, not {value}")]
    InvalidTree {
        /// The setting.
        name: &'static str,
        /// Its range.
        range: &'static str,
        /// Its value.
        value: f64,
    },
    /// A rule of a pool has a literal that the samples' schema does not know.
    #[error("rule {rule} of the pool has a literal that the samples' schema does not know")]
    ForeignRule {
        /// Its position in the list, from 0.
        rule: usize,
    },
    /// A rule of a pool has no literals.
    #[error("rule {rule} of the pool has no literal")]
    EmptyRule {
        /// Its position in the list, from 0.
        rule: usize,
    },
    /// The solver under a pricer failed.
    #[cfg(feature = "bilp")]
    #[error("{pricer} failed: {source}")]
    Solver {
        /// The pricer.
        pricer: &'static str,
        /// The solver's error.
        source: rulegen_lp::LpError,
    },
}
