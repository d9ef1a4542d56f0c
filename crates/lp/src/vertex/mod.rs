//! From a nearly optimal point to the vertex next to it, and to the row duals that prove it optimal: for libraries that
//! give no duals and no basis.
//!
//! At an optimal point `x` the duals have support on the tight rows `T` only, and every direction of the cone of the
//! bounds and rows that are tight at `x` has cost >= 0. So the program "minimise `c·z` over that cone" has optimum 0, at
//! `z = 0`, and its duals are the ones looked for. It has `|T|` rows and is solved by a primal simplex with a dense
//! inverse. All its right-hand sides are 0, so every step would be degenerate; therefore each basic variable at a bound
//! gets a random distance from it, which leaves the duals as they are and makes cycling (almost surely) impossible. The
//! random numbers are the same in every run.
//!
//! The last basis also says which bounds and rows meet in the vertex: solving for it gives the values anew.

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

/// Makes an answer of a nearly optimal point.
///
/// `at_bound` says how near, relative to `max(1, |bound|)`, a value counts as being at its bound; several are tried one
/// after the other. The values are computed anew from what is at its bound, so taking a value for nearer than it is costs
/// no accuracy; where it leads to another vertex, the check refuses it.
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
