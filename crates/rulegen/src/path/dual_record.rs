//! The dual points of a run of column generation, recorded for proofs.

use rulegen_driver::{ObservedPricer, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The calls that a record of the last ones keeps, which prove most.
const LAST: usize = 60;

/// The pricing problems of a call, and numbers that no gain exceeds.
type ProvedCall = (Vec<PricingProblem>, Vec<f64>);

/// The calls of pricers that proved bounds. After a run the driver knows only the best bound, but
/// proofs and integer programs need the duals that bounds hold for.
#[derive(Clone, Debug)]
pub(super) struct DualRecord {
    calls: Arc<Mutex<VecDeque<ProvedCall>>>,
    most: usize,
}

impl DualRecord {
    /// A record of all calls.
    pub(super) fn of_all() -> DualRecord {
        DualRecord { calls: Arc::default(), most: usize::MAX }
    }

    /// A record of the last calls.
    pub(super) fn of_last() -> DualRecord {
        DualRecord { most: LAST, ..DualRecord::of_all() }
    }

    /// Makes a pricer record its calls.
    pub(super) fn of(&self, pricer: Box<dyn Pricer>) -> Box<dyn Pricer> {
        let record = self.clone();
        let keep = move |problems: &[PricingProblem], outcome: &PricingOutcome, _: &Limits| {
            if let Some(bounds) = outcome.bounds.iter().copied().collect::<Option<Vec<f64>>>() {
                let mut calls = record.calls.lock().unwrap_or_else(PoisonError::into_inner);
                calls.push_back((problems.to_vec(), bounds));
                if calls.len() > record.most {
                    calls.pop_front();
                }
            }
        };
        Box::new(ObservedPricer::new(pricer, keep))
    }

    /// Takes out all calls.
    fn calls(&self) -> VecDeque<ProvedCall> {
        std::mem::take(&mut *self.calls.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes out all calls, and returns their problems with their bounds.
    pub(super) fn take(&self) -> impl Iterator<Item = (PricingProblem, f64)> {
        self.calls().into_iter().flat_map(|(problems, gains)| problems.into_iter().zip(gains))
    }

    /// Takes out all calls, and returns the one whose `bound` is the highest, with that bound.
    pub(super) fn best(&self, bound: impl Fn(&[PricingProblem], &[f64]) -> Option<f64>) -> Option<(f64, ProvedCall)> {
        let proved = self.calls().into_iter().filter_map(|call| Some((bound(&call.0, &call.1)?, call)));
        proved.reduce(|best, other| if other.0 > best.0 { other } else { best })
    }
}
