//! microlp: a simplex in Rust, warm after added rows, without duals.

use std::time::Instant;

use microlp::{ComparisonOp, OptimizationDirection, Problem, Solution, SolveOutcome, Variable};

use crate::one_sided::{Comparison, Constraint, constraints};
use crate::supervisor::{Engine, Supervised};
use crate::vertex::complete;
use crate::warm::Covered;
use crate::worker::run_until;
use crate::{LpError, LpProblem, LpSolution, LpStatus, SolveOptions};

/// microlp refuses a feasibility tolerance below this.
const SMALLEST_TOLERANCE: f64 = 1e-10;

pub(crate) fn solver() -> Supervised<Microlp> {
    Supervised::new(Microlp::default())
}

#[derive(Debug, Default)]
pub(crate) struct Microlp {
    last: Option<Covered<Solution, Variable>>,
}

impl From<Comparison> for ComparisonOp {
    fn from(comparison: Comparison) -> Self {
        match comparison {
            Comparison::AtLeast => Self::Ge,
            Comparison::AtMost => Self::Le,
            Comparison::Equal => Self::Eq,
        }
    }
}

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

type Outcome = Option<Result<SolveOutcome, microlp::Error>>;

fn solve_from_scratch(model: Problem, options: &SolveOptions) -> Result<Outcome, LpError> {
    let mut settings = microlp::SolveOptions::default();
    settings.tolerances.feasibility = options.tolerance.max(SMALLEST_TOLERANCE);
    settings.time_limit = options.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
    run_until(Microlp::NAME, options.deadline, move || model.solve_with(settings))
}

/// Adds the rows that are new. The time limit of the first solve still binds each of them, so a thread
/// left behind ends.
fn extend(
    last: Covered<Solution, Variable>,
    problem: &LpProblem,
    deadline: Option<Instant>,
) -> Result<Outcome, LpError> {
    let new: Vec<_> = last.new_rows(problem).flat_map(|row| rows_of(problem, row, &last.variables)).collect();
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
        for (terms, comparison, side) in rows_of(problem, row, &variables) {
            model.add_constraint(terms, comparison, side);
        }
    }
    (model, variables)
}

fn rows_of(problem: &LpProblem, row: usize, variables: &[Variable]) -> Vec<Constraint<Variable, ComparisonOp>> {
    constraints(problem, row, |variable, coefficient| [(variables[variable.index()], coefficient)])
}
