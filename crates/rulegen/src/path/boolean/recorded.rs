//! An exact pricer that records its proofs.

use rulegen_driver::{ObservedPricer, Pricer, PricingOutcome, PricingProblem};
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

/// Makes a pricer record its proofs. After the run the driver knows only the best bound, but an
/// integer program also needs the duals that the bound holds for.
pub(super) fn recorded(pricer: Box<dyn Pricer>, proofs: &Proofs) -> Box<dyn Pricer> {
    let proofs = proofs.clone();
    let keep = move |problems: &[PricingProblem], outcome: &PricingOutcome, _: &Limits| {
        proofs.keep(problems, &outcome.bounds);
    };
    Box::new(ObservedPricer::new(pricer, keep))
}
