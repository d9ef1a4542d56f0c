//! minilp: the simplex from which microlp was forked, solved from scratch each time, without duals
//! and without a time limit.
//!
//! A solve that overruns its deadline is left behind on its thread, which ends when the library
//! does and cannot be ended sooner. The tolerance is a constant of the library (1e-8).

use std::time::Duration;

use minilp::{ComparisonOp, Error, OptimizationDirection, Problem, Solution, Variable};

use crate::vertex::complete;
use crate::worker::run_watched;
use crate::{LpError, LpProblem, LpSolution, LpSolver, LpStatus, RowId, SolveOptions};

const NAME: &str = "minilp";

/// The distances, relative to `max(1, |bound|)`, below which a value of minilp counts as being at
/// its bound, tried one after the other. Values drift up to 1e-6 off in a thousand pivots, and
/// further in more.
const AT_BOUND: [f64; 3] = [1e-6, 1e-5, 1e-4];

#[derive(Debug, Default)]
pub(crate) struct Minilp;

/// A variable in the form of minilp, which takes a non-basic free variable for one that improves
/// the objective, whatever its reduced cost. A free variable therefore becomes the difference of
/// two.
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

impl LpSolver for Minilp {
    fn name(&self) -> &str {
        NAME
    }

    fn solve(&mut self, problem: &LpProblem, options: &SolveOptions) -> Result<LpSolution, LpError> {
        let (model, variables) = build(problem);
        let Some(result) = run_watched(NAME, &options.limits, Duration::ZERO, move || model.solve())? else {
            return Ok(LpSolution::without_point(LpStatus::TimeLimit));
        };
        let solution = match result {
            Ok(solution) => solution,
            Err(Error::Infeasible) => return Ok(LpSolution::without_point(LpStatus::Infeasible)),
            Err(Error::Unbounded) => return Ok(LpSolution::without_point(LpStatus::Unbounded)),
        };
        let values: Vec<f64> = variables.iter().map(|parts| parts.value(&solution)).collect();
        // Its ratio test takes an infinite step if nothing blocks the entering variable, and the
        // solve then calls infinities and NaN optimal.
        if !values.iter().all(|value| value.is_finite()) {
            return Ok(LpSolution::without_point(LpStatus::Unbounded));
        }
        complete(NAME, problem, &values, &AT_BOUND, &options.limits)
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
        let (lower, upper) = (problem.row_lower()[row], problem.row_upper()[row]);
        let mut add = |comparison, side: f64| {
            let parts =
                problem.row(RowId::new(row)).flat_map(|(v, coefficient)| variables[v.index()].terms(coefficient));
            model.add_constraint(parts.collect::<Vec<_>>(), comparison, side);
        };
        if lower == upper {
            add(ComparisonOp::Eq, lower);
        } else {
            // A row with two finite sides becomes two rows, one without finite sides none.
            [(ComparisonOp::Ge, lower), (ComparisonOp::Le, upper)]
                .into_iter()
                .filter(|(_, side)| side.is_finite())
                .for_each(|(comparison, side)| add(comparison, side));
        }
    }
    (model, variables)
}
