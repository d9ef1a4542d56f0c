//! What can go wrong in a master.

use thiserror::Error;

/// An error of this crate.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum MasterError {
    /// A setting must be positive and finite.
    #[error("the {name} must be positive and finite, not {value}")]
    NotPositive {
        /// The setting.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A custom cost whose lower bound is no good.
    #[error("the lower bound of a rule cost must be finite and not negative, not {value}")]
    CostBound {
        /// The fixed part or the part per literal.
        value: f64,
    },
    /// The LP backend failed, or is not built in.
    #[error(transparent)]
    Lp(#[from] rulegen_lp::LpError),
}
