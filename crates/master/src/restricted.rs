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
const BEFORE_VERTEX: f64 = 1e-6;

/// How finely it solves where no vertex can be had.
const IN_PLACE_OF_VERTEX: f64 = 1e-8;

/// A solution of the restricted LP.
pub(crate) struct Solved {
    /// Whether the tolerance was reached.
    pub(crate) converged: bool,
    pub(crate) solution: BoxedSolution,
}

/// Solves `program` to a relative gap of `tolerance`; 0 asks for an optimal vertex.
pub(crate) fn solve_merged(
    program: &BoxedProgram,
    tolerance: f64,
    backend: Backend,
    deadline: Option<Instant>,
) -> Result<Solved, LpError> {
    let options = InteriorOptions {
        tolerance: if tolerance > 0.0 { tolerance } else { BEFORE_VERTEX },
        deadline,
        ..Default::default()
    };
    let point = interior_point(program, &options)?;
    let converged = point.status == InteriorStatus::Converged;
    log::debug!(
        "interior point: {} rows, {} variables, {} terms, {} steps, {:?}",
        program.num_rows(),
        program.num_variables(),
        program.rows.len(),
        point.iterations,
        point.status
    );
    if tolerance > 0.0 || deadline.is_some_and(|d| Instant::now() >= d) {
        return Ok(Solved { converged, solution: point.solution });
    }
    match sift(program, &point.solution, backend, &SolveOptions { deadline, ..SolveOptions::default() }) {
        Ok((LpStatus::Optimal, solution)) => Ok(Solved { converged: true, solution }),
        Ok((LpStatus::TimeLimit, _)) => Ok(Solved { converged: false, solution: point.solution }),
        failed => {
            // A simplex code may lose its way in a degenerate program; the interior point does not, it
            // only leaves more rules with small weights.
            let why = failed.map_or_else(|error| error.to_string(), |(status, _)| status.to_string());
            log::warn!("{backend} found no vertex ({why}): taking an interior solution");
            let point = interior_point(program, &InteriorOptions { tolerance: IN_PLACE_OF_VERTEX, ..options })?;
            Ok(Solved { converged: point.status == InteriorStatus::Converged, solution: point.solution })
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
