//! HiGHS: a dual simplex in C++, one thread, no presolve, warm after added rows and variables.

mod mip;
mod raw;

use std::time::Instant;

use highs_sys as c;

use crate::supervisor::{Engine, Supervised};
use crate::{Basis, BasisStatus, LpError, LpProblem, LpSolution, LpStatus, SolveOptions, VariableId};
use raw::{Instance, Int, NewRows, Refused};

pub(crate) use mip::HighsMip;

/// HiGHS refuses feasibility tolerances below this.
const SMALLEST_TOLERANCE: f64 = 1e-10;

/// Values of the option `simplex_strategy`.
const SERIAL_DUAL_SIMPLEX: Int = 1;
const PRIMAL_SIMPLEX: Int = 4;

pub(crate) fn solver() -> Supervised<Highs> {
    Supervised::new(Highs::default())
}

/// An instance that holds the program as far as it was loaded, and the basis of its last run.
#[derive(Debug, Default)]
pub(crate) struct Highs {
    instance: Option<Instance>,
    has_run: bool,
    /// The columns that may have other bounds in the instance.
    changed: Vec<usize>,
}

impl Engine for Highs {
    const NAME: &'static str = "highs";

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        self.run(problem, options).map_err(|refused| failure(format!("{} failed", refused.call)))?
    }

    fn is_warm(&self) -> bool {
        self.has_run
    }

    fn reset(&mut self) {
        self.instance = None;
        self.has_run = false;
        self.changed.clear();
    }

    /// The basis stays: it is dual feasible still, so the dual simplex goes on from it.
    fn bounds_changed(&mut self, variable: VariableId) {
        if self.instance.as_ref().is_some_and(|instance| variable.index() < instance.columns()) {
            self.changed.push(variable.index());
        }
    }

    fn basis(&self) -> Option<Basis> {
        let (columns, rows) = self.instance.as_ref().filter(|_| self.has_run)?.basis().ok()?;
        let statuses = |codes: Vec<Int>| codes.into_iter().map(basis_status).collect::<Option<Vec<_>>>();
        Some(Basis { variables: statuses(columns)?, rows: statuses(rows)? })
    }

    fn set_basis(&mut self, problem: &LpProblem, basis: &Basis) -> Result<(), LpError> {
        let codes = |statuses: &[BasisStatus]| -> Vec<Int> { statuses.iter().map(|&s| code(s)).collect() };
        let result = self.loaded(problem).and_then(|instance| {
            instance.map(|i| i.set_basis(&codes(&basis.variables), &codes(&basis.rows))).transpose()
        });
        self.has_run = true;
        match result {
            Ok(Some(())) => Ok(()),
            Ok(None) => Err(out_of_memory()),
            Err(_) => Err(LpError::InvalidBasis),
        }
    }
}

impl Highs {
    fn run(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<Result<LpSolution, LpError>, Refused> {
        let Some(instance) = self.loaded(problem)? else {
            return Ok(Err(out_of_memory()));
        };
        let tolerance = options.tolerance.max(SMALLEST_TOLERANCE);
        instance.set_double(c"primal_feasibility_tolerance", tolerance)?;
        instance.set_double(c"dual_feasibility_tolerance", tolerance)?;
        let left = options
            .deadline
            .map_or(f64::INFINITY, |deadline| deadline.saturating_duration_since(Instant::now()).as_secs_f64());
        instance.set_double(c"time_limit", left)?;
        let mut ran = instance.run();
        // On some programs without an optimum its dual simplex ends undecided or fails; presolve and the primal one,
        // started afresh, decide.
        if matches!(ran, Err(_) | Ok(c::MODEL_STATUS_UNKNOWN | c::MODEL_STATUS_UNBOUNDED_OR_INFEASIBLE)) {
            instance.clear_solver()?;
            instance.set_string(c"presolve", c"on")?;
            instance.set_int(c"simplex_strategy", PRIMAL_SIMPLEX)?;
            ran = instance.run();
            instance.set_string(c"presolve", c"off")?;
            instance.set_int(c"simplex_strategy", SERIAL_DUAL_SIMPLEX)?;
        }
        let model_status = ran?;
        let iterations = instance.iterations();
        let status = match status(model_status) {
            Ok(status) => status,
            Err(error) => return Ok(Err(error)),
        };
        if status != LpStatus::Optimal {
            self.has_run = true;
            return Ok(Ok(LpSolution { iterations, ..LpSolution::without_point(status) }));
        }
        let (values, row_duals) = instance.solution()?;
        self.has_run = true;
        Ok(Ok(LpSolution { status, objective: problem.objective(&values), values, row_duals, iterations }))
    }

    /// The instance with all of the program in it, or `None` if there is no memory for one.
    fn loaded(&mut self, problem: &LpProblem) -> Result<Option<&mut Instance>, Refused> {
        let instance = match &mut self.instance {
            Some(instance) => instance,
            empty => match Instance::new() {
                Some(mut new) => {
                    configure(&mut new)?;
                    empty.insert(new)
                }
                None => return Ok(None),
            },
        };
        load(instance, problem)?;
        for column in std::mem::take(&mut self.changed) {
            instance.set_bounds(column, problem.lower()[column], problem.upper()[column])?;
        }
        Ok(Some(instance))
    }
}

/// Adds what the program has and the instance has not.
fn load(instance: &mut Instance, problem: &LpProblem) -> Result<(), Refused> {
    let columns = instance.columns();
    instance.add_columns(&problem.costs()[columns..], &problem.lower()[columns..], &problem.upper()[columns..])?;
    let rows = instance.rows();
    let first = problem.row_starts()[rows];
    let starts: Vec<Int> =
        problem.row_starts()[rows..problem.num_rows()].iter().map(|start| (start - first) as Int).collect();
    let indices: Vec<Int> = problem.columns()[first..].iter().map(|variable| variable.index() as Int).collect();
    instance.add_rows(NewRows {
        lower: &problem.row_lower()[rows..],
        upper: &problem.row_upper()[rows..],
        starts: &starts,
        indices: &indices,
        values: &problem.coefficients()[first..],
    })
}

/// A parallel dual simplex ignores the basis it is given, and presolve forgets it.
fn configure(instance: &mut Instance) -> Result<(), Refused> {
    instance.set_bool(c"output_flag", false)?;
    instance.set_string(c"presolve", c"off")?;
    instance.set_string(c"parallel", c"off")?;
    instance.set_int(c"threads", 1)?;
    instance.set_string(c"solver", c"simplex")?;
    instance.set_int(c"simplex_strategy", SERIAL_DUAL_SIMPLEX)
}

/// Limits and verdicts are statuses, one to one; what HiGHS counts as its own failure is an error.
fn status(model_status: Int) -> Result<LpStatus, LpError> {
    let failed = |what: &str| Err(failure(format!("it reports {what}")));
    match model_status {
        c::MODEL_STATUS_OPTIMAL => Ok(LpStatus::Optimal),
        c::MODEL_STATUS_INFEASIBLE => Ok(LpStatus::Infeasible),
        c::MODEL_STATUS_UNBOUNDED => Ok(LpStatus::Unbounded),
        c::MODEL_STATUS_UNBOUNDED_OR_INFEASIBLE => Ok(LpStatus::UnboundedOrInfeasible),
        c::MODEL_STATUS_OBJECTIVE_BOUND => Ok(LpStatus::ObjectiveBound),
        c::MODEL_STATUS_OBJECTIVE_TARGET => Ok(LpStatus::ObjectiveTarget),
        c::MODEL_STATUS_REACHED_TIME_LIMIT => Ok(LpStatus::TimeLimit),
        c::MODEL_STATUS_REACHED_ITERATION_LIMIT => Ok(LpStatus::IterationLimit),
        c::MODEL_STATUS_REACHED_SOLUTION_LIMIT => Ok(LpStatus::SolutionLimit),
        c::MODEL_STATUS_REACHED_INTERRUPT => Ok(LpStatus::Interrupted),
        c::MODEL_STATUS_REACHED_MEMORY_LIMIT => Ok(LpStatus::MemoryLimit),
        c::MODEL_STATUS_UNKNOWN => Ok(LpStatus::Unknown),
        c::MODEL_STATUS_NOTSET => failed("no status"),
        c::MODEL_STATUS_LOAD_ERROR => failed("a load error"),
        c::MODEL_STATUS_MODEL_ERROR => failed("a model error"),
        c::MODEL_STATUS_PRESOLVE_ERROR => failed("a presolve error"),
        c::MODEL_STATUS_SOLVE_ERROR => failed("a solve error"),
        c::MODEL_STATUS_POSTSOLVE_ERROR => failed("a postsolve error"),
        c::MODEL_STATUS_MODEL_EMPTY => failed("an empty model"),
        other => failed(&format!("the unknown status {other}")),
    }
}

/// The constants `kHighsBasisStatus…`, which highs-sys does not name for patterns.
fn code(status: BasisStatus) -> Int {
    match status {
        BasisStatus::Lower => 0,
        BasisStatus::Basic => 1,
        BasisStatus::Upper => 2,
        BasisStatus::Free => 3,
    }
}

/// The status of such a constant; none for one that says no more than that it is not basic.
fn basis_status(code: Int) -> Option<BasisStatus> {
    match code {
        0 => Some(BasisStatus::Lower),
        1 => Some(BasisStatus::Basic),
        2 => Some(BasisStatus::Upper),
        3 => Some(BasisStatus::Free),
        _ => None,
    }
}

fn failure(message: String) -> LpError {
    LpError::Backend { name: Highs::NAME, message }
}

fn out_of_memory() -> LpError {
    failure("out of memory".to_owned())
}
