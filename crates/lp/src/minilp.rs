//! minilp: the simplex that microlp grew from, warm after added rows, without duals and without a time
//! limit.
//!
//! A solve that overruns its deadline is left behind on its thread: the thread ends when the library
//! does, which no one can hasten. Its tolerance is a constant of the library (1e-8).

use minilp::{ComparisonOp, Error, OptimizationDirection, Problem, Solution, Variable};

use crate::one_sided::{Comparison, Constraint, constraints};
use crate::supervisor::{Engine, Supervised};
use crate::vertex::complete;
use crate::warm::Covered;
use crate::worker::run_until;
use crate::{LpError, LpProblem, LpSolution, LpStatus, SolveOptions};

pub(crate) fn solver() -> Supervised<Minilp> {
    Supervised::new(Minilp::default())
}

#[derive(Debug, Default)]
pub(crate) struct Minilp {
    last: Option<Covered<Solution, Parts>>,
}

/// A variable as minilp has it. It takes a free variable outside the basis for one that improves the objective,
/// whatever its reduced cost, so a free variable becomes the difference of two.
#[derive(Clone, Copy, Debug)]
struct Parts {
    positive: Variable,
    negative: Option<Variable>,
}

impl Parts {
    fn value(self, solution: &Solution) -> f64 {
        let negative = self.negative.map_or(0.0, |variable| *solution.var_value(variable));
        *solution.var_value(self.positive) - negative
    }

    fn terms(self, coefficient: f64) -> impl Iterator<Item = (Variable, f64)> {
        let negative = self.negative.map(|variable| (variable, -coefficient));
        [Some((self.positive, coefficient)), negative].into_iter().flatten()
    }
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

impl Engine for Minilp {
    const NAME: &'static str = "minilp";

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let (result, variables) = match self.last.take() {
            Some(last) if last.is_near(problem) => {
                let variables = last.variables.clone();
                let new: Vec<_> = last.new_rows(problem).flat_map(|row| rows_of(problem, row, &variables)).collect();
                let result = run_until(Self::NAME, options.deadline, move || {
                    new.into_iter().try_fold(last.solution, |solution, (terms, comparison, side)| {
                        solution.add_constraint(terms, comparison, side)
                    })
                });
                (result?, variables)
            }
            _ => {
                let (model, variables) = build(problem);
                let result = run_until(Self::NAME, options.deadline, move || model.solve());
                (result?, variables)
            }
        };
        let Some(result) = result else {
            return Ok(LpSolution::without_point(LpStatus::TimeLimit));
        };
        let solution = match result {
            Ok(solution) => solution,
            Err(Error::Infeasible) => return Ok(LpSolution::without_point(LpStatus::Infeasible)),
            Err(Error::Unbounded) => return Ok(LpSolution::without_point(LpStatus::Unbounded)),
        };
        let values: Vec<f64> = variables.iter().map(|parts| parts.value(&solution)).collect();
        // Its ratio test takes an infinite step where nothing stops the entering variable, and the
        // solve goes on to call infinities and NaN optimal.
        if !values.iter().all(|value| value.is_finite()) {
            return Ok(LpSolution::without_point(LpStatus::Unbounded));
        }
        self.last = Some(Covered { solution, variables, rows: problem.num_rows() });
        complete(Self::NAME, problem, options.deadline, &values, None)
    }

    fn is_warm(&self) -> bool {
        self.last.is_some()
    }

    fn reset(&mut self) {
        self.last = None;
    }
}

fn build(problem: &LpProblem) -> (Problem, Vec<Parts>) {
    let mut model = Problem::new(OptimizationDirection::Minimize);
    let variables: Vec<Parts> = (0..problem.num_variables())
        .map(|column| {
            let cost = problem.costs()[column];
            let (lower, upper) = (problem.lower()[column], problem.upper()[column]);
            if lower.is_infinite() && upper.is_infinite() {
                let mut part = |cost| model.add_var(cost, (0.0, f64::INFINITY));
                Parts { positive: part(cost), negative: Some(part(-cost)) }
            } else {
                Parts { positive: model.add_var(cost, (lower, upper)), negative: None }
            }
        })
        .collect();
    for row in 0..problem.num_rows() {
        for (terms, comparison, side) in rows_of(problem, row, &variables) {
            model.add_constraint(terms, comparison, side);
        }
    }
    (model, variables)
}

fn rows_of(problem: &LpProblem, row: usize, variables: &[Parts]) -> Vec<Constraint<Variable, ComparisonOp>> {
    constraints(problem, row, |variable, coefficient| variables[variable.index()].terms(coefficient))
}
