//! The interior point's way, and from there to a vertex.

use rulegen_lp::{
    Backend, BoxedProgram, BoxedSolution, InteriorOptions, InteriorPoint, InteriorStatus, LpError, LpStatus,
    SolveOptions, interior_point, interior_point_from, sift,
};
use std::time::Instant;

/// How finely the interior point solves before a vertex is made of it.
pub(super) const BEFORE_VERTEX: f64 = 1e-6;

/// How finely it solves where no vertex can be had.
const IN_PLACE_OF_VERTEX: f64 = 1e-8;

/// A solution of the restricted LP.
pub(super) struct Solved {
    /// Whether the tolerance was reached.
    pub(super) converged: bool,
    pub(super) solution: BoxedSolution,
    /// The interior points on the way to it, if there were any.
    pub(super) trail: Vec<InteriorPoint>,
}

/// Solves `program` by interior point to a relative gap of `tolerance`, from a point of `trail` if one serves; keeps
/// its own only where there is one.
pub(super) fn solve_inside(
    program: &BoxedProgram,
    tolerance: f64,
    trail: Option<&[InteriorPoint]>,
    deadline: Option<Instant>,
) -> Result<Solved, LpError> {
    let options = InteriorOptions { tolerance, deadline, ..Default::default() };
    let point = match trail {
        Some(trail) => interior_point_from(program, trail, &options)?,
        None => interior_point(program, &options)?,
    };
    log::debug!(
        "interior point: {} rows, {} variables, {} terms, {} steps, {:?}",
        program.num_rows(),
        program.num_variables(),
        program.rows.len(),
        point.iterations,
        point.status
    );
    let converged = point.status == InteriorStatus::Converged;
    Ok(Solved { converged, solution: point.solution, trail: point.trail })
}

/// An optimal vertex of `program` near `guess`.
///
/// A simplex code may lose its way in a degenerate program. The interior point does not, it only
/// leaves more rules with small weights: then its solution is taken, with a warning.
pub(super) fn solve_vertex(
    program: &BoxedProgram,
    guess: BoxedSolution,
    backend: Backend,
    deadline: Option<Instant>,
) -> Result<Solved, LpError> {
    match sift(program, &guess, backend, &SolveOptions { deadline, ..SolveOptions::default() }) {
        Ok((LpStatus::Optimal, solution)) => Ok(Solved { converged: true, solution, trail: Vec::new() }),
        Ok((LpStatus::TimeLimit, _)) => Ok(Solved { converged: false, solution: guess, trail: Vec::new() }),
        failed => {
            let why = failed.map_or_else(|error| error.to_string(), |(status, _)| status.to_string());
            log::warn!("{backend} found no vertex ({why}): taking an interior solution");
            solve_inside(program, IN_PLACE_OF_VERTEX, None, deadline)
        }
    }
}
