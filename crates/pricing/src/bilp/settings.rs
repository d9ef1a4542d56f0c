//! Settings of pricing by integer programming.

use crate::PricingError;
use rulegen_lp::{MipBackend, MipSolver};
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
    /// Returns the pricer's name: `bilp-cbc` or `bilp-highs`.
    pub fn pricer_name(self) -> &'static str {
        match self {
            BilpSolver::Cbc => "bilp-cbc",
            BilpSolver::Highs => "bilp-highs",
        }
    }

    /// Checks that the solver is built in.
    ///
    /// # Errors
    /// [`PricingError::NotBuilt`] if it is not.
    pub fn check_built(self) -> Result<(), PricingError> {
        self.built().map(|_| ())
    }

    /// Returns the solver, if it is built in.
    pub(super) fn built(self) -> Result<Box<dyn MipSolver>, PricingError> {
        let backend = match self {
            BilpSolver::Cbc => MipBackend::Cbc,
            BilpSolver::Highs => MipBackend::Highs,
        };
        backend.create().map_err(|_| PricingError::NotBuilt { pricer: self.pricer_name(), feature: backend.name() })
    }
}

/// Settings of [`Bilp`](crate::Bilp).
///
/// | name | default | range |
/// |---|---|---|
/// | `time_limit` | 300 s, as in the RUG paper | |
/// | `node_limit` | none | |
/// | `gap` | 0 | from 0 up to 1, 1 not included |
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BilpSettings {
    /// The most time for one call, all problems together. The solver gets 5% less, at most a second
    /// less. `None` leaves the time to the limits of the call.
    pub time_limit: Option<Duration>,
    /// The most nodes of the solver's search for one problem. Solvers keep to it roughly.
    pub node_limit: Option<u64>,
    /// The relative gap at which the solver may stop. The bound allows for it.
    pub gap: f64,
}

impl Default for BilpSettings {
    fn default() -> Self {
        BilpSettings { time_limit: Some(Duration::from_secs(300)), node_limit: None, gap: 0.0 }
    }
}
