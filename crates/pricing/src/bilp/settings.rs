//! What a user may choose.

use super::solver::MipSolver;
use crate::PricingError;
use std::time::Duration;

/// The integer programming solver under a [`Bilp`](crate::Bilp) pricer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BilpSolver {
    /// COIN-OR CBC; feature `cbc`.
    Cbc,
    /// HiGHS; feature `highs`.
    Highs,
}

impl BilpSolver {
    /// The pricer's name: `bilp-cbc` or `bilp-highs`.
    pub fn pricer_name(self) -> &'static str {
        match self {
            BilpSolver::Cbc => "bilp-cbc",
            BilpSolver::Highs => "bilp-highs",
        }
    }

    /// Whether the solver is built in.
    ///
    /// # Errors
    /// [`PricingError::NotBuilt`] if it is not.
    pub fn check_built(self) -> Result<(), PricingError> {
        self.built().map(|_| ())
    }

    /// The solver, if it is built in.
    pub(super) fn built(self) -> Result<&'static dyn MipSolver, PricingError> {
        match self {
            #[cfg(feature = "cbc")]
            BilpSolver::Cbc => Ok(&super::cbc::Cbc),
            #[cfg(feature = "highs")]
            BilpSolver::Highs => Ok(&super::highs::Highs),
            #[cfg(not(feature = "cbc"))]
            BilpSolver::Cbc => Err(PricingError::NotBuilt { pricer: self.pricer_name(), feature: "cbc" }),
            #[cfg(not(feature = "highs"))]
            BilpSolver::Highs => Err(PricingError::NotBuilt { pricer: self.pricer_name(), feature: "highs" }),
        }
    }
}

/// Settings of [`Bilp`](crate::Bilp).
///
/// | name | default | purpose | range |
/// |---|---|---|---|
/// | `time_limit` | 300 s, as in the RUG paper | the most time for one call, all problems together; the solver gets 5% less, at most a second | |
/// | `gap` | 0 | relative gap at which the solver may stop; the bound allows for it | from 0 up to 1, 1 not included |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BilpSettings {
    /// The most time for one call, all problems together; none leaves it to the limits of the call.
    pub time_limit: Option<Duration>,
    /// The relative gap at which the solver may stop.
    pub gap: f64,
}

impl Default for BilpSettings {
    fn default() -> Self {
        BilpSettings { time_limit: Some(Duration::from_secs(300)), gap: 0.0 }
    }
}
