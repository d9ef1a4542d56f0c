//! microlp: a simplex in Rust, with warm starts after added rows, without duals.

use std::ops::Range;
use std::time::{Duration, Instant};

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOutcome, Variable};
use rulegen_limits::Limits;

use crate::vertex::complete;
use crate::worker::run_watched;
use crate::{LpError, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions};

pub(crate) const NAME: &str = "microlp";

/// The least feasibility tolerance that microlp accepts.
const SMALLEST_TOLERANCE: f64 = 1e-10;

/// The share of new rows from which a solve from scratch is cheaper: each added row copies the
/// whole matrix, factorises it and is pivoted in by itself. At 300 rows and 15,000 columns one row
/// takes 20 to 200 ms, a solve from scratch 4 s.
const WARM_SHARE: f64 = 0.05;

/// The distance, relative to `max(1, |bound|)`, below which a value of microlp counts as being at
/// its bound. It is ten times the tolerance of the check, because values drift: those of the code
/// from which microlp was forked were 1e-6 off a row after two thousand pivots. The values are
/// recomputed from the active bounds, so a larger distance only leaves more ties to a simplex of
/// ours, and a smaller one misses bounds. From 1e-9 to 1e-3 nothing changes on 41 programs
/// (docs/measurements/lp.md).
const AT_BOUND: f64 = 1e-6;

#[derive(Debug, Default)]
pub(crate) struct Microlp {
    last: Option<LastSolve>,
}

/// The last solution, and the part of the program that it covers. A solution can take new rows; a
/// new variable means a solve from scratch.
#[derive(Debug)]
struct LastSolve {
    solution: Solution,
    variables: Vec<Variable>,
    rows: usize,
}

impl LastSolve {
    /// True if a warm start from this solution pays.
    fn is_near(&self, problem: &LpProblem) -> bool {
        let new_rows = self.new_rows(problem).len();
        self.variables.len() == problem.num_variables()
            && new_rows as f64 <= (WARM_SHARE * problem.num_rows() as f64).max(1.0)
    }

    /// Returns the rows that the solution does not cover.
    fn new_rows(&self, problem: &LpProblem) -> Range<usize> {
        self.rows..problem.num_rows()
    }
}

impl LpSolver for Microlp {
    fn name(&self) -> &str {
        NAME
    }

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let (outcome, variables, iterations_before) = match self.last.take() {
            Some(last) if last.is_near(problem) => {
                let before = last.solution.stats().lp_iterations;
                let variables = last.variables.clone();
                (extend(last, problem, &options.limits)?, variables, before)
            }
            _ => {
                let (model, variables) = build(problem);
                (solve_from_scratch(model, options)?, variables, 0)
            }
        };
        let Some(outcome) = outcome else {
            return Ok(LpSolution::without_point(LpStatus::TimeLimit));
        };
        let solution = match outcome {
            Ok(SolveOutcome::Solution(solution)) => solution,
            Ok(SolveOutcome::Interrupted(_)) => {
                return Ok(LpSolution::without_point(LpStatus::TimeLimit));
            }
            Err(microlp::Error::Infeasible) => {
                return Ok(LpSolution::without_point(LpStatus::Infeasible));
            }
            Err(microlp::Error::Unbounded) => {
                return Ok(LpSolution::without_point(LpStatus::Unbounded));
            }
            Err(error) => {
                return Err(LpError::Backend { name: NAME.to_owned(), message: error.to_string() });
            }
        };
        let values: Vec<f64> = variables.iter().map(|&v| solution.var_value(v)).collect();
        let iterations = Some(solution.stats().lp_iterations - iterations_before);
        self.last = Some(LastSolve { solution, variables, rows: problem.num_rows() });
        if options.row_duals {
            let found = complete(NAME, problem, &values, &[AT_BOUND], &options.limits)?;
            return Ok(LpSolution { iterations, ..found });
        }
        let objective = problem.objective(&values);
        Ok(LpSolution { status: LpStatus::Optimal, objective, values, row_duals: Vec::new(), iterations })
    }

    fn is_warm(&self) -> bool {
        self.last.is_some()
    }

    fn reset(&mut self) {
        self.last = None;
    }
}

type Outcome = Option<Result<SolveOutcome, microlp::Error>>;

fn solve_from_scratch(model: Problem, options: &SolveOptions) -> Result<Outcome, LpError> {
    let mut settings = microlp::SolveOptions::default();
    settings.tolerances.feasibility = options.tolerance.max(SMALLEST_TOLERANCE);
    settings.time_limit = options.limits.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    run_watched(NAME, &options.limits, Duration::ZERO, move || model.solve_with(settings))
}

/// Adds the new rows. The time limit of the first solve still binds each of them, so a thread left
/// behind ends.
fn extend(last: LastSolve, problem: &LpProblem, limits: &Limits) -> Result<Outcome, LpError> {
    let new: Vec<_> = last.new_rows(problem).flat_map(|row| rows_of(problem, row, &last.variables)).collect();
    run_watched(NAME, limits, Duration::ZERO, move || {
        let mut outcome = SolveOutcome::Solution(last.solution);
        for (terms, comparison, side) in new {
            outcome = match outcome {
                SolveOutcome::Solution(solution) => solution.add_constraint(terms, comparison, side)?,
                interrupted => return Ok(interrupted),
            };
        }
        Ok(outcome)
    })
}

fn build(problem: &LpProblem) -> (Problem, Vec<Variable>) {
    let mut model = Problem::new(OptimizationDirection::Minimize);
    let variables: Vec<Variable> = (0..problem.num_variables())
        .map(|column| {
            let bounds = (problem.lower()[column], problem.upper()[column]);
            model.add_var(problem.costs()[column], bounds)
        })
        .collect();
    for row in 0..problem.num_rows() {
        for (terms, comparison, side) in rows_of(problem, row, &variables) {
            model.add_constraint(terms, comparison, side);
        }
    }
    (model, variables)
}

pub(crate) type Constraint = (Vec<(Variable, f64)>, ComparisonOp, f64);

/// Returns a row in the form of microlp, which knows no row with two different sides: nothing if
/// the row is free, two constraints if its sides are finite and differ.
pub(crate) fn rows_of(problem: &LpProblem, row: usize, variables: &[Variable]) -> Vec<Constraint> {
    let (lower, upper) = (problem.row_lower()[row], problem.row_upper()[row]);
    let equal = lower == upper;
    let sides = [
        (ComparisonOp::Eq, lower, equal),
        (ComparisonOp::Ge, lower, !equal && lower.is_finite()),
        (ComparisonOp::Le, upper, !equal && upper.is_finite()),
    ];
    let terms = || problem.row(RowId::new(row)).map(|(v, coefficient)| (variables[v.index()], coefficient)).collect();
    sides.into_iter().filter(|side| side.2).map(|(comparison, side, _)| (terms(), comparison, side)).collect()
}
