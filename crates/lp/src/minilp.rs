//! minilp: the simplex that microlp grew from, warm after added rows, without duals and without a time
//! limit.
//!
//! A solve that overruns its deadline is left behind on its thread: the thread ends when the library
//! does, which no one can hasten. Its tolerance is a constant of the library (1e-8).

use minilp::{ComparisonOp, Error, OptimizationDirection, Problem, Solution, Variable};

use crate::one_sided::{Comparison, comparisons};
use crate::supervisor::{Engine, Supervised};
use crate::vertex::complete;
use crate::worker::run_until;
use crate::{LpError, LpProblem, LpSolution, LpStatus, RowId, SolveOptions};

/// As for microlp, which adds a row in the same way: past this share of new rows a solve from scratch is
/// cheaper.
const WARM_SHARE: f64 = 0.05;

pub(crate) fn solver() -> Supervised<Minilp> {
    Supervised::new(Minilp::default())
}

/// The last solution, and how much of the program it covers.
#[derive(Debug, Default)]
pub(crate) struct Minilp {
    last: Option<Covered>,
}

#[derive(Debug)]
struct Covered {
    solution: Solution,
    variables: Vec<Parts>,
    rows: usize,
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

/// A row as minilp has it.
type Constraint = (Vec<(Variable, f64)>, ComparisonOp, f64);

impl Engine for Minilp {
    const NAME: &'static str = "minilp";

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let (result, variables) = match self.last.take() {
            Some(last) if last.is_near(problem) => {
                let variables = last.variables.clone();
                let new: Vec<Constraint> = (last.rows..problem.num_rows())
                    .flat_map(|row| constraints(problem, RowId::new(row), &variables))
                    .collect();
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

impl Covered {
    fn is_near(&self, problem: &LpProblem) -> bool {
        let new_rows = problem.num_rows() - self.rows;
        self.variables.len() == problem.num_variables()
            && new_rows as f64 <= (WARM_SHARE * problem.num_rows() as f64).max(1.0)
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
        for (terms, comparison, side) in constraints(problem, RowId::new(row), &variables) {
            model.add_constraint(terms, comparison, side);
        }
    }
    (model, variables)
}

fn constraints(problem: &LpProblem, row: RowId, variables: &[Parts]) -> Vec<Constraint> {
    comparisons(problem, row)
        .map(|(comparison, side)| {
            let terms = problem
                .row(row)
                .flat_map(|(variable, coefficient)| variables[variable.index()].terms(coefficient))
                .collect();
            let comparison = match comparison {
                Comparison::AtLeast => ComparisonOp::Ge,
                Comparison::AtMost => ComparisonOp::Le,
                Comparison::Equal => ComparisonOp::Eq,
            };
            (terms, comparison, side)
        })
        .collect()
}
