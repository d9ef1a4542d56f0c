//! What is proved of rules that a small model leaves out.

use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::{PricerName, Stages};
use crate::training::Training;
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;

/// What exact pricing at the weights of a model proves.
pub(super) struct Further {
    /// No rule lowers the training objective by more than this for a unit of its weight.
    pub(super) gain: f64,
    /// No rules at all, of whatever number, have a lower objective than this.
    pub(super) lower_bound: Option<f64>,
}

/// Prices all rules of at most `longest` conditions at the duals of `master` with the exact pricers that the parameters name; none if there is
/// none, or none that proves a bound in time.
///
/// The objective is convex in the weight of a further rule, and its slope at 0 is the rule's gain, negative: it lies above that line (docs/MATH.md 11).
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
    let exact: Vec<PricerName> = p.pricers().iter().filter(|name| p.registry.may_prove(name)).cloned().collect();
    let Stages { mut pricers, .. } = training.named(exact, p)?;
    let mut problems = master.pricing_problems();
    problems.iter_mut().for_each(|problem| problem.max_length = longest);
    let mut best = vec![f64::INFINITY; problems.len()];
    for pricer in &mut pricers {
        let outcome = pricer.price(&problems, limits)?;
        best.iter_mut().zip(outcome.bounds).for_each(|(best, bound)| *best = bound.unwrap_or(*best).min(*best));
    }
    // A bound below nothing is that no rule gains.
    let gain = best.iter().copied().fold(0.0, f64::max);
    let lower_bound = master.lower_bound(&problems, &best);
    Ok(gain.is_finite().then_some(Further { gain, lower_bound }))
}
