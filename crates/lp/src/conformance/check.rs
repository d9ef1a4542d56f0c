//! Helpers that write programs and check answers.

use crate::{LpError, LpFactory, LpModel, LpProblem, LpSolution, LpStatus, SolveOptions, VariableId, verify};

pub(super) const INF: f64 = f64::INFINITY;

/// The tolerance of the suite.
pub(super) const TOLERANCE: f64 = 1e-6;

/// Builds a program from dense rows: (cost, lower, upper) per variable, (lower, coefficients,
/// upper) per row.
pub(super) fn program(variables: &[(f64, f64, f64)], rows: &[(f64, &[f64], f64)]) -> LpProblem {
    let mut problem = LpProblem::new();
    for &(cost, lower, upper) in variables {
        problem.add_variable(cost, lower, upper).unwrap();
    }
    for &(lower, coefficients, upper) in rows {
        problem.add_row(lower, &dense(coefficients), upper).unwrap();
    }
    problem
}

pub(super) fn dense(coefficients: &[f64]) -> Vec<(VariableId, f64)> {
    coefficients.iter().enumerate().map(|(column, &coefficient)| (VariableId::new(column), coefficient)).collect()
}

pub(super) fn solve(factory: &dyn LpFactory, problem: &LpProblem) -> Result<LpSolution, LpError> {
    LpModel::of(factory, problem.clone())?.solve(&SolveOptions::default())
}

pub(super) fn assert_close(a: f64, b: f64) {
    assert!((a - b).abs() <= TOLERANCE * (1.0 + b.abs()), "{a} is not {b}");
}

pub(super) fn assert_optimal(problem: &LpProblem, solution: &LpSolution, objective: f64) {
    assert_eq!(solution.status, LpStatus::Optimal);
    verify(problem, solution, TOLERANCE).unwrap();
    assert_close(solution.objective, objective);
}
