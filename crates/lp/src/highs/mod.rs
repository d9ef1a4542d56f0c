//! HiGHS: a dual simplex in C++, on one thread, without presolve, with warm starts after added rows
//! and variables.

pub(crate) mod call;
pub(crate) mod raw;
pub(crate) mod status;

use std::time::Instant;

use highs::{HighsModelStatus, Model};

use crate::{Basis, BasisStatus, LpError, LpProblem, LpSolution, LpSolver, LpStatus, SolveOptions};
use call::{NAME, failure, refused, set, written_down};
use raw::{Int, NewRows, Owned};
use status::{basis_status, code, status};

/// HiGHS refuses feasibility tolerances below this.
const SMALLEST_TOLERANCE: f64 = 1e-10;

/// The values of the option `simplex_strategy`.
const SERIAL_DUAL_SIMPLEX: Int = 1;
const PRIMAL_SIMPLEX: Int = 4;

/// The solver: the model as far as it was loaded, and the basis of its last run.
#[derive(Debug, Default)]
pub(crate) struct Highs {
    model: Option<Owned>,
    has_run: bool,
}

/// The results of a run.
struct Run {
    status: HighsModelStatus,
    values: Vec<f64>,
    row_duals: Vec<f64>,
    iterations: Option<u64>,
}

impl LpSolver for Highs {
    fn name(&self) -> &str {
        NAME
    }

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        self.load(problem)?;
        let mut ran = self.run(options);
        // On some programs without an optimum the dual simplex of HiGHS ends undecided or fails.
        // Presolve and the primal simplex, from scratch, decide them.
        let undecided =
            |run: &Run| matches!(run.status, HighsModelStatus::Unknown | HighsModelStatus::UnboundedOrInfeasible);
        if ran.as_ref().map_or(true, undecided) {
            self.reset();
            self.load(problem)?;
            self.set(c"presolve", c"on")?;
            self.set(c"simplex_strategy", PRIMAL_SIMPLEX)?;
            ran = self.run(options);
            if ran.is_ok() {
                self.set(c"presolve", c"off")?;
                self.set(c"simplex_strategy", SERIAL_DUAL_SIMPLEX)?;
            }
        }
        let Run { status: said, values, row_duals, iterations } = ran?;
        let status = status(said)?;
        self.has_run = true;
        if status != LpStatus::Optimal {
            return Ok(LpSolution { iterations, ..LpSolution::without_point(status) });
        }
        Ok(LpSolution { status, objective: problem.objective(&values), values, row_duals, iterations })
    }

    fn is_warm(&self) -> bool {
        self.has_run
    }

    fn reset(&mut self) {
        *self = Self::default();
    }

    fn basis(&self) -> Option<Basis> {
        let (columns, rows) = raw::basis(&self.model.as_ref().filter(|_| self.has_run)?.0).ok()?;
        let statuses = |codes: Vec<Int>| codes.into_iter().map(basis_status).collect::<Option<Vec<_>>>();
        Some(Basis { variables: statuses(columns)?, rows: statuses(rows)? })
    }

    fn set_basis(&mut self, problem: &LpProblem, basis: &Basis) -> Result<(), LpError> {
        let codes = |statuses: &[BasisStatus]| -> Vec<Int> { statuses.iter().map(|&s| code(s)).collect() };
        self.load(problem)?;
        let set = raw::set_basis(self.model()?, &codes(&basis.variables), &codes(&basis.rows));
        self.has_run = true;
        set.map_err(|_| LpError::InvalidBasis)
    }
}

impl Highs {
    fn model(&mut self) -> Result<&mut Model, LpError> {
        self.model.as_mut().map(|model| &mut model.0).ok_or_else(|| failure("no model is loaded".to_owned()))
    }

    fn set<V: highs::HighsOptionValue>(&mut self, option: &'static std::ffi::CStr, value: V) -> Result<(), LpError> {
        set(self.model()?, option, value)
    }

    /// Solves the loaded model. A run that fails loses the model.
    fn run(&mut self, options: &SolveOptions) -> Result<Run, LpError> {
        let tolerance = options.tolerance.max(SMALLEST_TOLERANCE);
        self.set(c"primal_feasibility_tolerance", tolerance)?;
        self.set(c"dual_feasibility_tolerance", tolerance)?;
        let left = options
            .limits
            .deadline
            .map_or(f64::INFINITY, |deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
        self.set(c"time_limit", left)?;
        raw::zero_clocks(self.model()?);
        let Some(Owned(model)) = self.model.take() else { return Err(failure("no model is loaded".to_owned())) };
        let solved = model.try_solve().map_err(refused("Highs_run"))?;
        let (status, found) = (solved.status(), solved.get_solution());
        let iterations = solved.int_info_value(c"simplex_iteration_count").ok().and_then(|n| u64::try_from(n).ok());
        self.model = Some(Owned(Model::from(solved)));
        Ok(Run { status, values: found.columns().to_vec(), row_duals: found.dual_rows().to_vec(), iterations })
    }

    /// Brings the whole program into the model.
    fn load(&mut self, problem: &LpProblem) -> Result<(), LpError> {
        match &mut self.model {
            Some(Owned(model)) => grow(model, problem)?,
            empty => {
                let mut model = written_down(problem, |_| false)?;
                configure(&mut model)?;
                *empty = Some(Owned(model));
            }
        }
        Ok(())
    }
}

/// Adds the columns and rows that the model lacks.
fn grow(model: &mut Model, problem: &LpProblem) -> Result<(), LpError> {
    for j in model.num_cols()..problem.num_variables() {
        let bounds = problem.lower()[j]..=problem.upper()[j];
        model.try_add_column(problem.costs()[j], bounds, []).map_err(refused("Highs_addCol"))?;
    }
    let rows = model.num_rows();
    let first = problem.row_starts()[rows];
    let starts: Vec<Int> =
        problem.row_starts()[rows..problem.num_rows()].iter().map(|start| (start - first) as Int).collect();
    let indices: Vec<Int> = problem.columns()[first..].iter().map(|variable| variable.index() as Int).collect();
    let new = NewRows {
        lower: &problem.row_lower()[rows..],
        upper: &problem.row_upper()[rows..],
        starts: &starts,
        indices: &indices,
        values: &problem.coefficients()[first..],
    };
    raw::add_rows(model, new).map_err(refused("Highs_addRows"))
}

/// Switches off parallel simplex, which ignores a given basis, and presolve, which loses it.
fn configure(model: &mut Model) -> Result<(), LpError> {
    set(model, c"presolve", c"off")?;
    set(model, c"parallel", c"off")?;
    set(model, c"threads", 1)?;
    set(model, c"solver", c"simplex")?;
    set(model, c"simplex_strategy", SERIAL_DUAL_SIMPLEX)
}
