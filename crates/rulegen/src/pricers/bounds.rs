//! Bounds on the gains of all rules.

use crate::FitError;
use rulegen_driver::{Pricer, PricingProblem};
use rulegen_limits::Limits;

/// Sets the most conditions of the rules of pricing problems.
pub(crate) fn set_length(problems: &mut [PricingProblem], max_length: Option<usize>) {
    problems.iter_mut().for_each(|problem| problem.max_length = max_length);
}

/// Returns the smallest bound that a pricer proves on the gains of each problem, or infinity.
///
/// # Errors
/// A failing pricer.
pub(crate) fn gain_bounds(
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
