//! Hand-picked programs: textbook examples, degenerate and infeasible ones, growth.

use super::Outcome;
use super::check::{INF, assert_close, assert_optimal, dense, program, solve};
use crate::{LpError, LpFactory, LpModel, LpProblem, LpSolution, LpStatus, SolveOptions};

fn check(factory: &dyn LpFactory, problem: &LpProblem, objective: f64) -> Result<LpSolution, LpError> {
    let solution = solve(factory, problem)?;
    assert_optimal(problem, &solution, objective);
    Ok(solution)
}

fn check_status(factory: &dyn LpFactory, problem: &LpProblem, status: LpStatus) -> Outcome {
    let solution = solve(factory, problem)?;
    assert_eq!(solution.status, status);
    assert!(solution.values.is_empty() && solution.row_duals.is_empty());
    match status {
        LpStatus::Infeasible => assert_eq!(solution.objective, INF),
        LpStatus::Unbounded => assert_eq!(solution.objective, -INF),
        _ => assert!(solution.objective.is_nan()),
    }
    Ok(())
}

/// Dantzig's furniture: maximise 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18. Optimum 36 at (2,
/// 6), duals 0, 3/2, 1.
pub(super) fn textbook(factory: &dyn LpFactory) -> Outcome {
    let problem = program(
        &[(-3.0, 0.0, INF), (-5.0, 0.0, INF)],
        &[(-INF, &[1.0, 0.0], 4.0), (-INF, &[0.0, 2.0], 12.0), (-INF, &[3.0, 2.0], 18.0)],
    );
    let solution = check(factory, &problem, -36.0)?;
    for (value, expected) in solution.values.iter().zip([2.0, 6.0]) {
        assert_close(*value, expected);
    }
    for (dual, expected) in solution.row_duals.iter().zip([0.0, -1.5, -1.0]) {
        assert_close(*dual, expected);
    }
    Ok(())
}

/// Beale (1955): the textbook simplex cycles.
pub(super) fn beale_cycling(factory: &dyn LpFactory) -> Outcome {
    let variables = [-0.75, 150.0, -0.02, 6.0].map(|cost| (cost, 0.0, INF));
    let problem = program(
        &variables,
        &[
            (-INF, &[0.25, -60.0, -0.04, 9.0], 0.0),
            (-INF, &[0.5, -90.0, -0.02, 3.0], 0.0),
            (-INF, &[0.0, 0.0, 1.0, 0.0], 1.0),
        ],
    );
    check(factory, &problem, -0.05)?;
    Ok(())
}

/// Kuhn's example of cycling, with a third row that makes it bounded.
pub(super) fn kuhn_cycling(factory: &dyn LpFactory) -> Outcome {
    let variables = [-2.0, -3.0, 1.0, 12.0].map(|cost| (cost, 0.0, INF));
    let problem = program(
        &variables,
        &[
            (-INF, &[-2.0, -9.0, 1.0, 9.0], 0.0),
            (-INF, &[1.0 / 3.0, 1.0, -1.0 / 3.0, -2.0], 0.0),
            (-INF, &[2.0, 3.0, -1.0, -12.0], 2.0),
        ],
    );
    check(factory, &problem, -2.0)?;
    Ok(())
}

/// Marshall and Suurballe (1969).
pub(super) fn marshall_suurballe_cycling(factory: &dyn LpFactory) -> Outcome {
    let variables = [-10.0, 57.0, 9.0, 24.0].map(|cost| (cost, 0.0, INF));
    let problem = program(
        &variables,
        &[
            (-INF, &[0.5, -5.5, -2.5, 9.0], 0.0),
            (-INF, &[0.5, -1.5, -0.5, 1.0], 0.0),
            (-INF, &[1.0, 0.0, 0.0, 0.0], 1.0),
        ],
    );
    check(factory, &problem, -1.0)?;
    Ok(())
}

pub(super) fn duplicate_rows_and_columns(factory: &dyn LpFactory) -> Outcome {
    let problem = program(
        &[-1.0, -1.0, -2.0, -2.0].map(|cost| (cost, 0.0, 1.0)),
        &[
            (-INF, &[1.0, 1.0, 1.0, 1.0], 2.5),
            (-INF, &[1.0, 1.0, 1.0, 1.0], 2.5),
            (-INF, &[2.0, 2.0, 2.0, 2.0], 5.0),
            (1.0, &[1.0, 1.0, 1.0, 1.0], INF),
        ],
    );
    check(factory, &problem, -4.5)?;
    Ok(())
}

pub(super) fn infeasible(factory: &dyn LpFactory) -> Outcome {
    let problem = program(&[(1.0, 0.0, INF), (1.0, 0.0, INF)], &[(-INF, &[1.0, 1.0], 1.0), (2.0, &[1.0, 1.0], INF)]);
    check_status(factory, &problem, LpStatus::Infeasible)?;
    Ok(())
}

/// A lower bound above its upper bound, in a variable and in a row.
pub(super) fn infeasible_by_bounds(factory: &dyn LpFactory) -> Outcome {
    let variable = program(&[(1.0, 2.0, 1.0)], &[(-INF, &[1.0], 5.0)]);
    check_status(factory, &variable, LpStatus::Infeasible)?;
    let row = program(&[(1.0, 0.0, 1.0)], &[(2.0, &[1.0], 1.0)]);
    check_status(factory, &row, LpStatus::Infeasible)?;
    Ok(())
}

pub(super) fn unbounded(factory: &dyn LpFactory) -> Outcome {
    let problem =
        program(&[(-1.0, 0.0, INF), (0.5, 0.0, INF)], &[(-INF, &[1.0, -1.0], 1.0), (-INF, &[1.0, -2.0], 1.0)]);
    check_status(factory, &problem, LpStatus::Unbounded)?;
    Ok(())
}

/// An infeasible program with an infeasible dual: the only right status is infeasible.
pub(super) fn infeasible_and_unbounded_dual(factory: &dyn LpFactory) -> Outcome {
    let problem =
        program(&[(-1.0, 0.0, INF), (-1.0, 0.0, INF)], &[(-INF, &[1.0, -1.0], -1.0), (-INF, &[-1.0, 1.0], -1.0)]);
    check_status(factory, &problem, LpStatus::Infeasible)?;
    Ok(())
}

pub(super) fn no_rows(factory: &dyn LpFactory) -> Outcome {
    let problem = program(&[(1.0, -1.0, 2.0), (-1.0, -1.0, 2.0), (0.0, -INF, INF), (0.0, 3.0, INF)], &[]);
    check(factory, &problem, -3.0)?;
    Ok(())
}

pub(super) fn no_rows_unbounded(factory: &dyn LpFactory) -> Outcome {
    check_status(factory, &program(&[(1.0, -INF, 2.0)], &[]), LpStatus::Unbounded)?;
    Ok(())
}

pub(super) fn no_variables(factory: &dyn LpFactory) -> Outcome {
    check(factory, &LpProblem::new(), 0.0)?;
    check(factory, &program(&[], &[(-1.0, &[], 1.0)]), 0.0)?;
    check_status(factory, &program(&[], &[(1.0, &[], 1.0)]), LpStatus::Infeasible)?;
    Ok(())
}

pub(super) fn fixed_variables(factory: &dyn LpFactory) -> Outcome {
    let problem = program(&[(5.0, 2.0, 2.0), (1.0, 0.0, INF), (-3.0, 0.0, 0.0)], &[(6.0, &[1.0, 2.0, 1.0], INF)]);
    check(factory, &problem, 12.0)?;
    Ok(())
}

pub(super) fn free_variables(factory: &dyn LpFactory) -> Outcome {
    // |x - 3| + |y + 1| with x + y = 1: distance 1.
    let problem = program(
        &[(0.0, -INF, INF), (0.0, -INF, INF), (1.0, -INF, INF), (1.0, -INF, INF)],
        &[
            (-3.0, &[-1.0, 0.0, 1.0, 0.0], INF),
            (3.0, &[1.0, 0.0, 1.0, 0.0], INF),
            (1.0, &[0.0, -1.0, 0.0, 1.0], INF),
            (-1.0, &[0.0, 1.0, 0.0, 1.0], INF),
            (1.0, &[1.0, 1.0, 0.0, 0.0], 1.0),
        ],
    );
    check(factory, &problem, 1.0)?;
    Ok(())
}

pub(super) fn range_and_equality_rows(factory: &dyn LpFactory) -> Outcome {
    let rows: [(f64, &[f64], f64); 3] =
        [(1.0, &[1.0, 1.0, 0.0], 3.0), (2.0, &[0.0, 1.0, 1.0], 2.0), (-1.0, &[1.0, 0.0, -1.0], 1.0)];
    let up = program(&[(1.0, 0.0, 5.0), (2.0, 0.0, 5.0), (1.0, 0.0, 5.0)], &rows);
    check(factory, &up, 3.0)?;
    let down = program(&[(-1.0, 0.0, 5.0), (-2.0, 0.0, 5.0), (-1.0, 0.0, 5.0)], &rows);
    check(factory, &down, -5.0)?;
    Ok(())
}

pub(super) fn free_and_empty_rows(factory: &dyn LpFactory) -> Outcome {
    let problem = program(
        &[(-1.0, 0.0, INF), (-1.0, 0.0, 3.0)],
        &[(-INF, &[1.0, 1.0], INF), (-INF, &[], 1.0), (-INF, &[1.0, 2.0], 4.0), (0.0, &[], 0.0)],
    );
    check(factory, &problem, -4.0)?;
    let problem = program(&[(1.0, 0.0, 1.0)], &[(1.0, &[], 2.0)]);
    check_status(factory, &problem, LpStatus::Infeasible)?;
    Ok(())
}

/// Repeated variables are summed, here to zero.
pub(super) fn row_of_zero_coefficients(factory: &dyn LpFactory) -> Outcome {
    let mut solver = LpModel::new(factory)?;
    let x = solver.add_variable(-1.0, 0.0, 2.0);
    let y = solver.add_variable(-1.0, 0.0, 2.0);
    solver.add_row(-INF, &[(x, 1.0), (y, 0.0), (x, -1.0)], 0.0);
    solver.add_row(-INF, &[(y, 1.0), (x, 0.5), (y, 1.0), (x, 0.5)], 3.0);
    let solution = solver.solve(&SolveOptions::default())?;
    assert_close(solution.objective, -2.5);
    Ok(())
}

/// After each step the warm answer passes [`verify`] and equals that of a cold solve.
pub(super) fn growing_by_rows_and_variables(factory: &dyn LpFactory) -> Outcome {
    let mut problem = LpProblem::new();
    let mut solver = LpModel::new(factory)?;
    let mut step = |lower: f64, upper: f64, coefficients: &[f64], cost: Option<f64>| {
        if let Some(cost) = cost {
            problem.add_variable(cost, 0.0, 10.0).unwrap();
            solver.add_variable(cost, 0.0, 10.0);
        }
        problem.add_row(lower, &dense(coefficients), upper).unwrap();
        solver.add_row(lower, &dense(coefficients), upper);
        let warm = solver.solve(&SolveOptions::default())?;
        let cold = solve(factory, &problem)?;
        assert_optimal(&problem, &warm, cold.objective);
        Ok::<f64, LpError>(warm.objective)
    };
    assert_close(step(-INF, 4.0, &[1.0], Some(-1.0))?, -4.0);
    assert_close(step(-INF, 6.0, &[1.0, 1.0], Some(-2.0))?, -12.0);
    assert_close(step(1.0, 2.0, &[0.0, 1.0], None)?, -8.0);
    assert_close(step(5.0, 5.0, &[1.0, 1.0], None)?, -7.0);
    assert_close(step(-INF, 7.0, &[1.0, 1.0, 2.0], Some(-0.5))?, -7.5);
    assert_close(step(-INF, INF, &[1.0, -1.0, 1.0], None)?, -7.5);
    assert_close(step(-1.0, 20.0, &[-1.0, 1.0, 1.0], None)?, -7.5);
    Ok(())
}

pub(super) fn growing_into_infeasibility(factory: &dyn LpFactory) -> Outcome {
    let mut solver = LpModel::new(factory)?;
    let x = solver.add_variable(1.0, 0.0, 1.0);
    let y = solver.add_variable(1.0, 0.0, 1.0);
    solver.add_row(1.0, &[(x, 1.0), (y, 1.0)], INF);
    let options = SolveOptions::default();
    assert_close(solver.solve(&options)?.objective, 1.0);
    solver.add_row(3.0, &[(x, 1.0), (y, 1.0)], INF);
    for _ in 0..2 {
        assert_eq!(solver.solve(&options)?.status, LpStatus::Infeasible);
    }
    Ok(())
}
