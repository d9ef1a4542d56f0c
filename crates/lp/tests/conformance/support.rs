//! Helpers that build programs from dense rows and solve them.

use rulegen_lp::{LpFactory, LpModel, LpProblem, LpSolution, SolveOptions, VariableId};

pub(crate) const INF: f64 = f64::INFINITY;

/// The tolerance of the suite.
pub(crate) const TOLERANCE: f64 = 1e-6;

/// Builds a program from dense rows: (cost, lower, upper) per variable, (lower, coefficients,
/// upper) per row.
pub(crate) fn program(variables: &[(f64, f64, f64)], rows: &[(f64, &[f64], f64)]) -> LpProblem {
    let mut problem = LpProblem::new();
    for &(cost, lower, upper) in variables {
        problem.add_variable(cost, lower, upper).unwrap();
    }
    for &(lower, coefficients, upper) in rows {
        let terms: Vec<_> = coefficients.iter().enumerate().map(|(column, &a)| (VariableId::new(column), a)).collect();
        problem.add_row(lower, &terms, upper).unwrap();
    }
    problem
}

pub(crate) fn solve(factory: &dyn LpFactory, problem: &LpProblem) -> LpSolution {
    LpModel::of(factory, problem.clone()).unwrap().solve(&SolveOptions::default()).unwrap()
}

pub(crate) fn assert_close(a: f64, b: f64) {
    assert!((a - b).abs() <= TOLERANCE * (1.0 + b.abs()), "{a} is not {b}");
}
