//! The dual points of a run of column generation, recorded for its proof.

use rulegen_driver::{ObservedPricer, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The calls that are kept. Those of the last rounds prove most.
const KEPT: usize = 60;

/// The pricing problems of a call, and numbers that no gain exceeds.
type ProvedCall = (Vec<PricingProblem>, Vec<f64>);

/// The last calls of pricers that proved bounds.
#[derive(Clone, Debug, Default)]
pub(super) struct DualRecord(Arc<Mutex<VecDeque<ProvedCall>>>);

impl DualRecord {
    /// Makes a pricer record its calls.
    pub(super) fn of(&self, pricer: Box<dyn Pricer>) -> Box<dyn Pricer> {
        let record = self.clone();
        let keep = move |problems: &[PricingProblem], outcome: &PricingOutcome, _: &Limits| {
            if let Some(bounds) = outcome.bounds.iter().copied().collect::<Option<Vec<f64>>>() {
                let mut calls = record.0.lock().unwrap_or_else(PoisonError::into_inner);
                calls.push_back((problems.to_vec(), bounds));
                if calls.len() > KEPT {
                    calls.pop_front();
                }
            }
        };
        Box::new(ObservedPricer::new(pricer, keep))
    }

    /// Takes out all calls, and returns the problems of the one whose `bound` is the highest, with
    /// that bound.
    pub(super) fn best(
        &self,
        bound: impl Fn(&[PricingProblem], &[f64]) -> Option<f64>,
    ) -> Option<(f64, Vec<PricingProblem>)> {
        let calls = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let proved = calls.into_iter().filter_map(|(problems, gains)| Some((bound(&problems, &gains)?, problems)));
        proved.reduce(|best, other| if other.0 > best.0 { other } else { best })
    }
}
