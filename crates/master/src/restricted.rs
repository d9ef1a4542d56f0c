//! Two ways to solve a restricted LP.

use rulegen_lp::{
    Backend, BoxedProgram, BoxedSolution, InteriorOptions, InteriorStatus, LpError, LpSolver, LpStatus, SolveOptions,
    VariableId, interior_point, sift,
};
use std::time::Instant;

/// How the restricted LP is solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LpStrategy {
    /// Interior point over merged samples, to a tolerance that the driver tightens; for a vertex, a simplex
    /// backend over what the interior point leaves open.
    #[default]
    Interior,
    /// A simplex backend over all samples, started again from the last basis as rows are added; every
    /// solution is an optimal vertex.
    HotStart,
}

/// How finely the interior point solves before a vertex is made of it.
pub(crate) const BEFORE_VERTEX: f64 = 1e-6;

/// How finely it solves where no vertex can be had.
const IN_PLACE_OF_VERTEX: f64 = 1e-8;

/// A solution of the restricted LP.
pub(crate) struct Solved {
    /// Whether the tolerance was reached.
    pub(crate) converged: bool,
    pub(crate) solution: BoxedSolution,
}

/// Solves `program` by interior point to a relative gap of `tolerance`.
pub(crate) fn solve_inside(
    program: &BoxedProgram,
    tolerance: f64,
    deadline: Option<Instant>,
) -> Result<Solved, LpError> {
    let point = interior_point(program, &InteriorOptions { tolerance, deadline, ..Default::default() })?;
    log::debug!(
        "interior point: {} rows, {} variables, {} terms, {} steps, {:?}",
        program.num_rows(),
        program.num_variables(),
        program.rows.len(),
        point.iterations,
        point.status
    );
    Ok(Solved { converged: point.status == InteriorStatus::Converged, solution: point.solution })
}

/// An optimal vertex of `program` near `guess`.
///
/// A simplex code may lose its way in a degenerate program. The interior point does not, it only
/// leaves more rules with small weights: then its solution is taken, with a warning.
pub(crate) fn solve_vertex(
    program: &BoxedProgram,
    guess: BoxedSolution,
    backend: Backend,
    deadline: Option<Instant>,
) -> Result<Solved, LpError> {
    match sift(program, &guess, backend, &SolveOptions { deadline, ..SolveOptions::default() }) {
        Ok((LpStatus::Optimal, solution)) => Ok(Solved { converged: true, solution }),
        Ok((LpStatus::TimeLimit, _)) => Ok(Solved { converged: false, solution: guess }),
        failed => {
            let why = failed.map_or_else(|error| error.to_string(), |(status, _)| status.to_string());
            log::warn!("{backend} found no vertex ({why}): taking an interior solution");
            solve_inside(program, IN_PLACE_OF_VERTEX, deadline)
        }
    }
}

/// A simplex solver that keeps its basis.
pub(crate) struct HotLp {
    solver: Box<dyn LpSolver>,
    variables: Vec<VariableId>,
}

impl std::fmt::Debug for HotLp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("HotLp").field("solver", &self.solver.name()).finish_non_exhaustive()
    }
}

impl HotLp {
    /// One variable `0 <= beta_i <= upper_i` of cost -1 per sample.
    pub(crate) fn new(backend: Backend, upper: &[f64]) -> Result<Self, LpError> {
        let mut solver = backend.create()?;
        let variables = upper.iter().map(|&u| solver.add_variable(-1.0, 0.0, u)).collect();
        Ok(HotLp { solver, variables })
    }

    /// Adds a rule as a row: `sum coefficient * beta <= rhs`.
    pub(crate) fn add_row(&mut self, terms: impl Iterator<Item = (usize, f64)>, rhs: f64) {
        let terms: Vec<(VariableId, f64)> = terms.map(|(i, a)| (self.variables[i], a)).collect();
        self.solver.add_row(f64::NEG_INFINITY, &terms, rhs);
    }

    /// An optimal vertex, or what was reached at the deadline: nothing.
    pub(crate) fn solve(&mut self, deadline: Option<Instant>) -> Result<Option<BoxedSolution>, LpError> {
        let solution = self.solver.solve(&SolveOptions { deadline, ..SolveOptions::default() })?;
        Ok((solution.status == LpStatus::Optimal).then(|| BoxedSolution {
            values: solution.values,
            multipliers: solution.row_duals.iter().map(|y| (-y).max(0.0)).collect(),
        }))
    }
}
