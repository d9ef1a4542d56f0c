//! An exact pricer that records its proofs.

use rulegen_driver::{DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use std::sync::{Arc, Mutex, PoisonError};

/// Pricing problems, each with a number that no rule's gain exceeds.
#[derive(Clone, Debug, Default)]
pub(super) struct Proofs(Arc<Mutex<Vec<(PricingProblem, f64)>>>);

impl Proofs {
    /// Takes out all recorded proofs.
    pub(super) fn take(&self) -> Vec<(PricingProblem, f64)> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn keep(&self, problems: &[PricingProblem], bounds: &[Option<f64>]) {
        let proved = problems.iter().zip(bounds).filter_map(|(problem, bound)| Some((problem.clone(), (*bound)?)));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).extend(proved);
    }
}

/// A pricer that records its proofs. After the run the driver knows only the best bound, but an
/// integer program also needs the duals that the bound holds for.
pub(super) struct RecordedPricer {
    pub(super) pricer: Box<dyn Pricer>,
    pub(super) proofs: Proofs,
}

impl Pricer for RecordedPricer {
    fn name(&self) -> &str {
        self.pricer.name()
    }

    fn may_prove(&self) -> bool {
        self.pricer.may_prove()
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let outcome = self.pricer.price(problems, limits)?;
        self.proofs.keep(problems, &outcome.bounds);
        Ok(outcome)
    }
}
