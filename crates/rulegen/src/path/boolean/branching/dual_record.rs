//! The dual points of a node, recorded for its proof.

use crate::proof::DualValues;
use rulegen_driver::{Master, ObservedPricer, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::BranchedMaster;
use std::sync::{Arc, Mutex, PoisonError};

/// The pricing problems of a call, and numbers that no gain exceeds.
type ProvedCall = (Vec<PricingProblem>, Vec<f64>);

/// The calls of a pricer that proved bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct DualRecord(Arc<Mutex<Vec<ProvedCall>>>);

impl DualRecord {
    /// Makes a pricer record its calls.
    pub(super) fn of(&self, pricer: Box<dyn Pricer>) -> Box<dyn Pricer> {
        let record = self.clone();
        let keep = move |problems: &[PricingProblem], outcome: &PricingOutcome, _: &Limits| {
            if let Some(bounds) = outcome.bounds.iter().copied().collect::<Option<Vec<f64>>>() {
                record.0.lock().unwrap_or_else(PoisonError::into_inner).push((problems.to_vec(), bounds));
            }
        };
        Box::new(ObservedPricer::new(pricer, keep))
    }

    /// Takes out all calls, and returns the dual point of the one that proves most at the node of
    /// the master, with its bound.
    pub(super) fn best(&self, master: &BranchedMaster) -> Option<(f64, DualValues)> {
        let calls = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let bound = |(problems, gains): &ProvedCall| master.lower_bound(problems, gains);
        let proved = calls.iter().filter_map(|call| Some((bound(call)?, call)));
        let (bound, (problems, _)) = proved.reduce(|best, other| if other.0 > best.0 { other } else { best })?;
        Some((bound, master.dual_values(&problems.first()?.gains).into()))
    }
}

/// Returns the point of the higher bound.
pub(super) fn better_point(a: Option<(f64, DualValues)>, b: Option<(f64, DualValues)>) -> Option<(f64, DualValues)> {
    a.into_iter().chain(b).reduce(|best, other| if other.0 > best.0 { other } else { best })
}
