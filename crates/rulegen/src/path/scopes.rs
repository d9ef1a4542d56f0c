//! Proofs over all rules of at most some length, at the duals of a solution.

use crate::FitError;
use crate::parameters::Parameters;
use crate::pricers::Stages;
use crate::training::{Training, lengths_beside};
use rulegen_driver::{Pricer, PricingProblem};
use rulegen_limits::Limits;
use rulegen_master::RuleMaster;
use rulegen_rule::Scope;

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
///
/// # Errors
/// A failing pricer.
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
    let p = Parameters { max_length: longest, ..p.clone() };
    let mut exact = training.names_of_stages(&p);
    exact.retain(|name| p.registry.pricers.may_prove(name));
    let Stages { mut pricers, .. } = training.named(exact, &p)?;
    let mut problems = master.pricing_problems();
    set_length(&mut problems, longest);
    let best = best_gains(&mut pricers, &problems, limits)?;
    // A negative bound means that no rule gains.
    let gain = best.iter().copied().fold(0.0, f64::max);
    let lower_bound = master.lower_bound(&problems, &best);
    Ok(gain.is_finite().then_some(Further { gain, lower_bound }))
}

/// Proves bounds over all rules of at most one condition, of two, and so on below `longest`, as far
/// as cubes take next to no time (docs/MATH.md 6).
///
/// # Errors
/// A failing pricer.
pub(super) fn short_scopes(
    p: &Parameters,
    training: &Training<'_>,
    master: &dyn RuleMaster,
    longest: Option<usize>,
    limits: &Limits,
) -> Result<Vec<Scope>, FitError> {
    let mut scopes = Vec::new();
    let lengths = lengths_beside(&training.samples, p, longest);
    if lengths.is_empty() {
        return Ok(scopes);
    }
    let mut pricers = [training.cubes(p)?];
    let mut problems = master.pricing_problems();
    for max_length in lengths {
        if limits.reached().is_some() {
            break;
        }
        set_length(&mut problems, Some(max_length));
        let best = best_gains(&mut pricers, &problems, limits)?;
        let bound = master.lower_bound(&problems, &best).filter(|bound| bound.is_finite());
        scopes.extend(bound.map(|lower_bound| Scope { max_length, lower_bound }));
    }
    Ok(scopes)
}

/// Sets the most conditions of the rules of pricing problems.
fn set_length(problems: &mut [PricingProblem], max_length: Option<usize>) {
    problems.iter_mut().for_each(|problem| problem.max_length = max_length);
}

/// Returns the smallest bound that a pricer proves on the gains of each problem, or infinity.
fn best_gains(
    pricers: &mut [Box<dyn Pricer>],
    problems: &[PricingProblem],
    limits: &Limits,
) -> Result<Vec<f64>, FitError> {
    let mut best = vec![f64::INFINITY; problems.len()];
    for pricer in pricers {
        let outcome = pricer.price(problems, limits)?;
        best.iter_mut().zip(outcome.bounds).for_each(|(best, bound)| *best = bound.unwrap_or(*best).min(*best));
    }
    Ok(best)
}
