//! Checks of pricing problems.

use rulegen_driver::{DriverError, PricingProblem};

/// Checks every problem against the number of samples that a pricer was made for.
///
/// # Errors
/// The first problem that [`PricingProblem::check`] refuses.
pub(crate) fn check_problems(problems: &[PricingProblem], samples: usize) -> Result<(), DriverError> {
    problems.iter().try_for_each(|problem| problem.check(samples))
}
