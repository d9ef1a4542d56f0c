//! The interior point's way, and from there to a vertex.

use super::solver::{Restricted, Solved, Solver, is_final, until};
use super::warm_start::{WarmStart, spread};
use rulegen_boxed::{
    BoxedProgram, BoxedSolution, InteriorOptions, InteriorPoint, InteriorStatus, interior_point, interior_point_from,
    sift,
};
use rulegen_driver::Limits;
use rulegen_lp::{LpError, LpFactory, LpStatus, SolveOptions, Until};
use std::sync::Arc;

/// How finely the interior point solves before a vertex is made of it.
const BEFORE_VERTEX: f64 = 1e-6;

/// How finely it solves where no vertex can be had.
const IN_PLACE_OF_VERTEX: f64 = 1e-8;

/// A vertex of so many columns is looked for over all of them at once. Inactive ones come back in turns
/// otherwise, which takes longer where there are few (default: 18 s instead of 3) and saves time where there are
/// many (phoneme: 4 s instead of 20).
const MOST_AT_ONCE: usize = 1000;

/// Solves by interior point over merged samples; a vertex by sifting from there.
#[derive(Debug)]
pub(super) struct InteriorSolver {
    backend: Arc<dyn LpFactory>,
    /// Where the next interior point may start; none where every solve starts in the middle. The few LPs of the proxy differ too
    /// much for warm starts to save time.
    warm_start: Option<WarmStart>,
}

impl InteriorSolver {
    /// Every solve starts in the middle.
    pub(super) fn new(backend: Arc<dyn LpFactory>) -> Self {
        InteriorSolver { backend, warm_start: None }
    }

    /// Every solve starts from the points of the one before.
    pub(super) fn with_warm_starts(backend: Arc<dyn LpFactory>) -> Self {
        InteriorSolver { backend, warm_start: Some(WarmStart::default()) }
    }

    /// An interior solution over `members`.
    fn solve_inside(
        &mut self,
        lp: Restricted<'_>,
        members: &[usize],
        program: &BoxedProgram,
        tolerance: f64,
        until: &Until,
    ) -> Result<Inside, LpError> {
        let points = self.warm_start.as_ref().map(|warm_start| warm_start.on(lp, members, program));
        let (inside, points) = solve_inside(program, tolerance, points.as_deref(), until)?;
        if self.warm_start.is_some() {
            self.warm_start = Some(WarmStart::of(points, lp, members));
        }
        Ok(inside)
    }
}

impl Solver for InteriorSolver {
    fn solve(
        &mut self,
        lp: Restricted<'_>,
        members: &[usize],
        tolerance: f64,
        limits: &Limits,
    ) -> Result<Option<Solved>, LpError> {
        let columns = lp.columns.len();
        let mut members = members.to_vec();
        let mut program = lp.loss.program(lp.columns, &members, lp.partition);
        let first = if tolerance > 0.0 { tolerance } else { BEFORE_VERTEX };
        let mut inside = self.solve_inside(lp, &members, &program, first, &until(limits))?;
        if tolerance == 0.0 && limits.reached().is_none() {
            if columns <= MOST_AT_ONCE {
                let separate = inside.solution.multipliers.split_off(members.len());
                inside.solution.multipliers = spread(&inside.solution.multipliers, &members, columns);
                inside.solution.multipliers.extend(separate);
                members = (0..columns).collect();
                program = lp.loss.program(lp.columns, &members, lp.partition);
            }
            inside = solve_vertex(&program, inside.solution, &*self.backend, &until(limits))?;
        } else if tolerance == 0.0 {
            // There was no time for the vertex that was asked for.
            inside.converged = false;
        }
        Ok(Some(Solved {
            duals: lp.loss.duals(&program, &inside.solution, lp.columns, lp.partition),
            weights: spread(&inside.solution.multipliers, &members, columns),
            objective: None,
            tolerance,
            converged: inside.converged,
        }))
    }
}

/// A solution, and whether it is as fine as was asked for.
struct Inside {
    converged: bool,
    solution: BoxedSolution,
}

/// Solves `program` by interior point to a relative gap of `tolerance`, from one of `points` if one serves; the points passed on the
/// way come back only where some were given.
fn solve_inside(
    program: &BoxedProgram,
    tolerance: f64,
    points: Option<&[InteriorPoint]>,
    until: &Until,
) -> Result<(Inside, Vec<InteriorPoint>), LpError> {
    let options = InteriorOptions { tolerance, until: until.clone(), ..Default::default() };
    let found = match points {
        Some(points) => interior_point_from(program, points, &options)?,
        None => interior_point(program, &options)?,
    };
    log::debug!(
        "interior point: {} rows, {} variables, {} terms, {} steps, {:?}",
        program.num_rows(),
        program.num_variables(),
        program.rows.len(),
        found.iterations,
        found.status
    );
    let converged = found.status == InteriorStatus::Converged;
    Ok((Inside { converged, solution: found.solution }, found.warm_starts))
}

/// An optimal vertex of `program` near `guess`.
///
/// A simplex code may lose its way in a degenerate program. The interior point does not, it only
/// leaves more rules with small weights: then its solution is taken, with a warning.
fn solve_vertex(
    program: &BoxedProgram,
    guess: BoxedSolution,
    backend: &dyn LpFactory,
    until: &Until,
) -> Result<Inside, LpError> {
    match sift(program, &guess, backend, &SolveOptions { until: until.clone(), ..SolveOptions::default() }) {
        Ok((LpStatus::Optimal, solution)) => Ok(Inside { converged: true, solution }),
        Ok((LpStatus::TimeLimit, _)) => Ok(Inside { converged: false, solution: guess }),
        Err(error) if is_final(&error, backend) => Err(error),
        failed => {
            let why = failed.map_or_else(|error| error.to_string(), |(status, _)| status.to_string());
            log::warn!("{} found no vertex ({why}): taking an interior solution", backend.name());
            Ok(solve_inside(program, IN_PLACE_OF_VERTEX, None, until)?.0)
        }
    }
}
