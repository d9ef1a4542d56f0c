//! Proofs about the rules that a small model leaves out.

use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::{PricerName, Stages};
use crate::training::Training;
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;

/// The result of exact pricing at the weights of a model.
pub(super) struct Further {
    /// An upper bound on the decrease of the training objective per unit of a further rule's
    /// weight.
    pub(super) gain: f64,
    /// A lower bound on the objective of any number of rules.
    pub(super) lower_bound: Option<f64>,
}

/// Prices all rules of at most `longest` conditions at the duals of `master` with the exact pricers
/// that the parameters name. `None` if no pricer is exact, or none proves a bound in time.
///
/// The objective is convex in the weight of a further rule, and its slope at 0 is minus the rule's
/// gain, so it lies above that line (docs/MATH.md 11).
pub(super) fn further(
    p: &Parameters,
    training: &Training<'_>,
    master: &dyn RuleMaster,
    longest: Option<usize>,
    limits: &Limits,
) -> Result<Option<Further>, FitError> {
    if limits.reached().is_some() {
        return Ok(None);
    }
    let exact: Vec<PricerName> =
        p.pricers().iter().filter(|name| p.registry.pricers.may_prove(name)).cloned().collect();
    let Stages { mut pricers, .. } = training.named(exact, p)?;
    let mut problems = master.pricing_problems();
    problems.iter_mut().for_each(|problem| problem.max_length = longest);
    let mut best = vec![f64::INFINITY; problems.len()];
    for pricer in &mut pricers {
        let outcome = pricer.price(&problems, limits)?;
        best.iter_mut().zip(outcome.bounds).for_each(|(best, bound)| *best = bound.unwrap_or(*best).min(*best));
    }
    // A negative bound means that no rule gains.
    let gain = best.iter().copied().fold(0.0, f64::max);
    let lower_bound = master.lower_bound(&problems, &best);
    Ok(gain.is_finite().then_some(Further { gain, lower_bound }))
}
