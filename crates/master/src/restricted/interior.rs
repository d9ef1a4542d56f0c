//! Solving by interior point, and from there to a vertex: by crossover where boxes are plain, else
//! by sifting.

use super::constants::{BEFORE_VERTEX, MOST_AT_ONCE};
use super::solver::{RestrictedSolution, RestrictedView, Solver, is_built_in, is_final};
use super::warm_start::{WarmStart, spread};
use rulegen_boxed::{
    BoxedProgram, BoxedSolution, DualSimplexBackend, InteriorOptions, InteriorPoint, InteriorStatus, cross_over,
    interior_point, interior_point_from, sift,
};
use rulegen_limits::Limits;
use rulegen_lp::{Backend, LpError, LpFactory, LpStatus, SolveOptions};
use std::sync::Arc;

/// Solves by interior point over merged samples, and from there to a vertex.
#[derive(Debug)]
pub(super) struct InteriorSolver {
    backend: Arc<dyn LpFactory>,
    /// Points at which the next interior point method may start. `None` if every solve starts in
    /// the middle: the few LPs of the proxy differ too much for warm starts to save time.
    warm_start: Option<WarmStart>,
}

impl InteriorSolver {
    /// Makes a solver that always starts in the middle.
    pub(super) fn new(backend: Arc<dyn LpFactory>) -> Self {
        InteriorSolver { backend, warm_start: None }
    }

    /// Makes a solver that starts from the points of the solve before.
    pub(super) fn with_warm_starts(backend: Arc<dyn LpFactory>) -> Self {
        InteriorSolver { backend, warm_start: Some(WarmStart::default()) }
    }

    /// Solves over `members` to an interior solution.
    fn solve_inside(
        &mut self,
        lp: RestrictedView<'_>,
        members: &[usize],
        program: &BoxedProgram,
        tolerance: f64,
        limits: &Limits,
    ) -> Result<InteriorResult, LpError> {
        let points = self.warm_start.as_ref().map(|warm_start| warm_start.on(lp, members, program));
        let (inside, points) = solve_inside(program, tolerance, points.as_deref(), limits)?;
        if self.warm_start.is_some() {
            self.warm_start = Some(WarmStart::of(points, lp, members));
        }
        Ok(inside)
    }
}

impl Solver for InteriorSolver {
    fn solve(
        &mut self,
        lp: RestrictedView<'_>,
        members: &[usize],
        tolerance: f64,
        limits: &Limits,
    ) -> Result<Option<RestrictedSolution>, LpError> {
        let columns = lp.columns.len();
        let mut members = members.to_vec();
        let mut program = lp.loss.program(lp.columns, &members, lp.partition);
        let first = if tolerance > 0.0 { tolerance } else { BEFORE_VERTEX };
        let mut inside = self.solve_inside(lp, &members, &program, first, limits)?;
        // Without a built-in solver, the caller wants the answers of that solver.
        let crosses = tolerance == 0.0 && inside.converged && is_built_in(self.backend.name());
        if let Some(vertex) = crosses.then(|| cross_over(&program, &inside.solution, limits)).flatten() {
            inside.solution = vertex;
        } else if tolerance == 0.0 && limits.reached().is_none() {
            if columns <= MOST_AT_ONCE {
                let separate = inside.solution.multipliers.split_off(members.len());
                inside.solution.multipliers = spread(&inside.solution.multipliers, &members, columns);
                inside.solution.multipliers.extend(separate);
                members = (0..columns).collect();
                program = lp.loss.program(lp.columns, &members, lp.partition);
            }
            inside = solve_vertex(&program, inside.solution, &*self.backend, limits)?;
        } else if tolerance == 0.0 {
            // There was no time for the vertex that was asked for.
            inside.converged = false;
        }
        Ok(Some(RestrictedSolution {
            duals: lp.loss.duals(&program, &inside.solution, lp.columns, lp.partition),
            weights: spread(&inside.solution.multipliers, &members, columns),
            objective: None,
            tolerance,
            converged: inside.converged,
        }))
    }
}

/// A solution; converged if it is as fine as was asked for.
struct InteriorResult {
    converged: bool,
    solution: BoxedSolution,
}

/// Solves `program` by interior point to a relative gap of `tolerance`, from one of `points` if one
/// is suitable. Returns the points passed on the way, but only if some were given.
fn solve_inside(
    program: &BoxedProgram,
    tolerance: f64,
    points: Option<&[InteriorPoint]>,
    limits: &Limits,
) -> Result<(InteriorResult, Vec<InteriorPoint>), LpError> {
    let options = InteriorOptions { tolerance, limits: limits.clone() };
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
    Ok((InteriorResult { converged, solution: found.solution }, found.warm_starts))
}

/// Returns an optimal vertex of `program` near `guess`.
///
/// A simplex code may fail in a degenerate program, or where weights are many orders of magnitude
/// apart. Then the others are asked, with a warning. The interior point does not fail there, it
/// only leaves more rules with small weights, so its solution is the last resort.
fn solve_vertex(
    program: &BoxedProgram,
    guess: BoxedSolution,
    backend: &dyn LpFactory,
    limits: &Limits,
) -> Result<InteriorResult, LpError> {
    for factory in with_others(backend) {
        match sift(program, &guess, factory, &SolveOptions { limits: limits.clone(), ..SolveOptions::default() }) {
            Ok((LpStatus::Optimal, solution)) => return Ok(InteriorResult { converged: true, solution }),
            Ok((LpStatus::TimeLimit | LpStatus::Interrupted, _)) => {
                return Ok(InteriorResult { converged: false, solution: guess });
            }
            Err(error) if is_final(&error, factory) => return Err(error),
            failed => {
                let why = failed.map_or_else(|error| error.to_string(), |(status, _)| status.to_string());
                log::warn!("{} found no vertex ({why}): asking another solver", factory.name());
            }
        }
    }
    log::warn!("no solver found a vertex: taking an interior solution");
    Ok(InteriorResult { converged: true, solution: guess })
}

/// Returns a solver and, if it is built in, those to ask where it fails: our own simplex, then the
/// other built-in ones.
fn with_others(backend: &dyn LpFactory) -> Vec<&dyn LpFactory> {
    let mut all = vec![backend];
    if is_built_in(backend.name()) {
        let built_in = Backend::ALL.iter().map(|backend| backend as &dyn LpFactory);
        let others = std::iter::once(&DualSimplexBackend as &dyn LpFactory).chain(built_in);
        all.extend(others.filter(|other| other.name() != backend.name() && other.create().is_ok()));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_lp::{LpProblem, LpSolution, LpSolver};

    /// A built-in solver that always fails.
    #[derive(Debug)]
    struct FailingSolver;

    impl LpFactory for FailingSolver {
        fn name(&self) -> &str {
            "microlp"
        }

        fn create(&self) -> Result<Box<dyn LpSolver>, LpError> {
            Ok(Box::new(FailingSolver))
        }
    }

    impl LpSolver for FailingSolver {
        fn name(&self) -> &str {
            "microlp"
        }

        fn solve(&mut self, _: &LpProblem, _: &SolveOptions) -> Result<LpSolution, LpError> {
            Err(LpError::Backend { name: "microlp".into(), message: "it lost its way".into() })
        }
    }

    /// Maximise x + y with x + y <= 1: the interior point ends in the middle of all optima, at one
    /// half each.
    #[test]
    fn where_a_solver_fails_another_finds_the_vertex() {
        let mut program = BoxedProgram::with_rows(vec![1.0]);
        program.add_variable(-1.0, 1.0, [(0, 1.0)]);
        program.add_variable(-1.0, 1.0, [(0, 1.0)]);
        let guess = solve_inside(&program, BEFORE_VERTEX, None, &Limits::default()).unwrap().0.solution;
        assert!((guess.values[0] - 0.5).abs() < 1e-3, "{guess:?}");
        let found = solve_vertex(&program, guess, &FailingSolver, &Limits::default()).unwrap();
        assert!(found.converged);
        let mut values = found.solution.values;
        values.sort_by(f64::total_cmp);
        assert_eq!(values, [0.0, 1.0]);
    }
}
