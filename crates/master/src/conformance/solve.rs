//! Solves that have to converge.

use rulegen_driver::{DriverError, Master, MasterSolution};
use rulegen_limits::Limits;

/// Solves to this tolerance, repeatedly if necessary: each solve may bring back inactive columns
/// ([`Master::solve`]), and there are only so many.
///
/// # Errors
/// The errors of the master.
pub fn solve(master: &mut dyn Master, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
    let mut solution = master.solve(tolerance, limits)?;
    let again = if tolerance > 0.0 { master.columns() } else { 0 };
    for _ in 0..again {
        if solution.converged {
            break;
        }
        solution = master.solve(tolerance, limits)?;
    }
    Ok(solution)
}
