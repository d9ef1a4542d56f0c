//! microlp: a simplex in Rust, warm after added rows, without duals.

use std::time::Instant;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOutcome, Variable};

use crate::one_sided::{Comparison, comparisons};
use crate::supervisor::{Engine, Supervised};
use crate::vertex::complete;
use crate::worker::run_until;
use crate::{LpError, LpProblem, LpSolution, LpStatus, RowId, SolveOptions};

/// microlp refuses a feasibility tolerance below this.
const SMALLEST_TOLERANCE: f64 = 1e-10;

/// Each row that is added to a solution copies the whole matrix, factorizes anew and is pivoted in by itself: at 300 rows
/// and 15,000 columns one row takes 20 to 200 ms and a solve from scratch 4 s. Past this share of new rows a solve from
/// scratch is cheaper.
const WARM_SHARE: f64 = 0.05;

pub(crate) fn solver() -> Supervised<Microlp> {
    Supervised::new(Microlp::default())
}

/// The last solution, and how much of the program it covers.
///
/// A solution takes rows; a new variable means a solve from scratch.
#[derive(Debug, Default)]
pub(crate) struct Microlp {
    last: Option<Covered>,
}

#[derive(Debug)]
struct Covered {
    solution: Solution,
    variables: Vec<Variable>,
    rows: usize,
}

/// A row as microlp has it.
type Constraint = (Vec<(Variable, f64)>, ComparisonOp, f64);

impl Engine for Microlp {
    const NAME: &'static str = "microlp";

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let (outcome, variables, iterations_before) = match self.last.take() {
            Some(last) if last.is_near(problem) => {
                let before = last.solution.stats().lp_iterations;
                let variables = last.variables.clone();
                (extend(last, problem, options.deadline)?, variables, before)
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
                return Err(LpError::Backend { name: Self::NAME, message: error.to_string() });
            }
        };
        let values: Vec<f64> = variables.iter().map(|&v| solution.var_value(v)).collect();
        let iterations = solution.stats().lp_iterations - iterations_before;
        self.last = Some(Covered { solution, variables, rows: problem.num_rows() });
        let iterations = Some(iterations);
        if options.row_duals {
            return complete(Self::NAME, problem, options.deadline, &values, iterations);
        }
        Ok(LpSolution {
            status: LpStatus::Optimal,
            objective: problem.objective(&values),
            values,
            row_duals: Vec::new(),
            iterations,
        })
    }

    fn is_warm(&self) -> bool {
        self.last.is_some()
    }

    fn reset(&mut self) {
        self.last = None;
    }
}

impl Covered {
    fn is_near(&self, problem: &LpProblem) -> bool {
        let new_rows = problem.num_rows() - self.rows;
        self.variables.len() == problem.num_variables()
            && new_rows as f64 <= (WARM_SHARE * problem.num_rows() as f64).max(1.0)
    }
}

type Outcome = Option<Result<SolveOutcome, microlp::Error>>;

fn solve_from_scratch(model: Problem, options: &SolveOptions) -> Result<Outcome, LpError> {
    let mut settings = microlp::SolveOptions::default();
    settings.tolerances.feasibility = options.tolerance.max(SMALLEST_TOLERANCE);
    settings.time_limit = options.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    run_until(Microlp::NAME, options.deadline, move || model.solve_with(settings))
}

/// Adds the rows that are new. The time limit of the first solve still binds each of them, so a thread
/// left behind ends.
fn extend(last: Covered, problem: &LpProblem, deadline: Option<Instant>) -> Result<Outcome, LpError> {
    let new: Vec<Constraint> = (last.rows..problem.num_rows())
        .flat_map(|row| constraints(problem, RowId::new(row), &last.variables))
        .collect();
    run_until(Microlp::NAME, deadline, move || {
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
        for (terms, comparison, side) in constraints(problem, RowId::new(row), &variables) {
            model.add_constraint(terms, comparison, side);
        }
    }
    (model, variables)
}

fn constraints(problem: &LpProblem, row: RowId, variables: &[Variable]) -> Vec<Constraint> {
    comparisons(problem, row)
        .map(|(comparison, side)| {
            let terms =
                problem.row(row).map(|(variable, coefficient)| (variables[variable.index()], coefficient)).collect();
            let comparison = match comparison {
                Comparison::AtLeast => ComparisonOp::Ge,
                Comparison::AtMost => ComparisonOp::Le,
                Comparison::Equal => ComparisonOp::Eq,
            };
            (terms, comparison, side)
        })
        .collect()
}
