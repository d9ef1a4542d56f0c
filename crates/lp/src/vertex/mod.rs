//! From a nearly optimal point to the adjacent vertex, and to the row duals that prove it optimal,
//! for libraries that return neither duals nor a basis.
//!
//! At an optimal point `x` only the tight rows `T` have duals other than 0, and every direction of
//! the cone of the bounds and rows that are tight at `x` has cost >= 0. So the program "minimise
//! `c·z` over that cone" has optimum 0, at `z = 0`, and its duals are those of the rows. It has
//! `|T|` rows and is solved by a primal simplex with a dense inverse. All its right-hand sides are
//! 0, so every step would be degenerate. Therefore each basic variable at a bound gets a random
//! distance from it, which leaves the duals as they are and makes cycling (almost surely)
//! impossible. The random numbers are the same in every run.
//!
//! The last basis also tells which bounds and rows meet in the vertex. One solve with it recomputes
//! the values.

mod active;
mod cone;
mod constants;
mod refine;
mod simplex;

use rulegen_limits::Limits;

use crate::model::CHECK_TOLERANCE;
use crate::{LpError, LpProblem, LpSolution, LpStatus, verify};
use cone::Cone;
use simplex::Stop;

/// Builds an answer from a nearly optimal point.
///
/// `at_bound` lists distances, relative to `max(1, |bound|)`, below which a value counts as being
/// at its bound. They are tried one after the other. The values are recomputed from the active
/// bounds, so a large distance costs no accuracy. If it leads to another vertex, the check refuses
/// it.
pub(crate) fn complete(
    name: &'static str,
    problem: &LpProblem,
    values: &[f64],
    at_bound: &[f64],
    limits: &Limits,
) -> Result<LpSolution, LpError> {
    let mut failure = String::new();
    for &at_bound in at_bound {
        let mut cone = Cone::at(problem, values, at_bound);
        cone.enter_interior();
        match cone.minimise(limits) {
            Ok(()) => {}
            Err(Stop::TimeLimit) => return Ok(LpSolution::without_point(LpStatus::TimeLimit)),
            Err(Stop::Failed(why)) => {
                failure = why.to_owned();
                continue;
            }
        }
        let (values, row_duals) = (cone.vertex(problem, values), cone.row_duals(problem));
        let objective = problem.objective(&values);
        let solution = LpSolution { status: LpStatus::Optimal, objective, values, row_duals, iterations: None };
        match verify(problem, &solution, CHECK_TOLERANCE) {
            Ok(()) => return Ok(solution),
            Err(violation) => failure = violation.to_string(),
        }
    }
    let message = format!("its answer is near no optimal vertex: {failure}");
    Err(LpError::Backend { name: name.to_owned(), message })
}
