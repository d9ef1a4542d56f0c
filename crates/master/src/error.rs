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
    /// The LP backend failed, or is not built in.
    #[error(transparent)]
    Lp(#[from] rulegen_lp::LpError),
}
