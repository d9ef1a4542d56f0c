use rulegen_lp::{Backend, LpProblem, LpSolution, LpSolver, LpStatus, SolveOptions, VariableId, verify};

pub(crate) const INF: f64 = f64::INFINITY;

/// What the suite asks of every answer.
pub(crate) const TOLERANCE: f64 = 1e-6;

/// A program from dense rows: (cost, lower, upper) per variable, (lower, coefficients, upper) per row.
pub(crate) fn program(variables: &[(f64, f64, f64)], rows: &[(f64, &[f64], f64)]) -> LpProblem {
    let mut problem = LpProblem::new();
    for &(cost, lower, upper) in variables {
        problem.add_variable(cost, lower, upper).unwrap();
    }
    for &(lower, coefficients, upper) in rows {
        problem.add_row(lower, &dense(coefficients), upper).unwrap();
    }
    problem
}

pub(crate) fn dense(coefficients: &[f64]) -> Vec<(VariableId, f64)> {
    coefficients.iter().enumerate().map(|(column, &coefficient)| (VariableId::new(column), coefficient)).collect()
}

pub(crate) fn loaded(backend: Backend, problem: &LpProblem) -> Box<dyn LpSolver> {
    let mut solver = backend.create().unwrap();
    problem.load_into(solver.as_mut());
    solver
}

pub(crate) fn solve(backend: Backend, problem: &LpProblem) -> LpSolution {
    loaded(backend, problem).solve(&SolveOptions::default()).unwrap()
}

pub(crate) fn assert_close(a: f64, b: f64) {
    assert!((a - b).abs() <= TOLERANCE * (1.0 + b.abs()), "{a} is not {b}");
}

pub(crate) fn assert_optimal(problem: &LpProblem, solution: &LpSolution, objective: f64) {
    assert_eq!(solution.status, LpStatus::Optimal);
    verify(problem, solution, TOLERANCE).unwrap();
    assert_close(solution.objective, objective);
}

fn check(backend: Backend, problem: &LpProblem, objective: f64) -> LpSolution {
    let solution = solve(backend, problem);
    assert_optimal(problem, &solution, objective);
    solution
}

fn check_status(backend: Backend, problem: &LpProblem, status: LpStatus) {
    let solution = solve(backend, problem);
    assert_eq!(solution.status, status);
    assert!(solution.values.is_empty() && solution.row_duals.is_empty());
    match status {
        LpStatus::Infeasible => assert_eq!(solution.objective, INF),
        LpStatus::Unbounded => assert_eq!(solution.objective, -INF),
        _ => assert!(solution.objective.is_nan()),
    }
}

/// Dantzig's furniture: maximise 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18. Optimum 36 at (2, 6),
/// duals 0, 3/2, 1.
pub(crate) fn textbook(backend: Backend) {
    let problem = program(
        &[(-3.0, 0.0, INF), (-5.0, 0.0, INF)],
        &[(-INF, &[1.0, 0.0], 4.0), (-INF, &[0.0, 2.0], 12.0), (-INF, &[3.0, 2.0], 18.0)],
    );
    let solution = check(backend, &problem, -36.0);
    for (value, expected) in solution.values.iter().zip([2.0, 6.0]) {
        assert_close(*value, expected);
    }
    for (dual, expected) in solution.row_duals.iter().zip([0.0, -1.5, -1.0]) {
        assert_close(*dual, expected);
    }
}

/// Beale (1955): the textbook simplex cycles.
pub(crate) fn beale_cycling(backend: Backend) {
    let variables = [-0.75, 150.0, -0.02, 6.0].map(|cost| (cost, 0.0, INF));
    let problem = program(
        &variables,
        &[
            (-INF, &[0.25, -60.0, -0.04, 9.0], 0.0),
            (-INF, &[0.5, -90.0, -0.02, 3.0], 0.0),
            (-INF, &[0.0, 0.0, 1.0, 0.0], 1.0),
        ],
    );
    check(backend, &problem, -0.05);
}

/// Kuhn's example of cycling, with a third row that makes it bounded.
pub(crate) fn kuhn_cycling(backend: Backend) {
    let variables = [-2.0, -3.0, 1.0, 12.0].map(|cost| (cost, 0.0, INF));
    let problem = program(
        &variables,
        &[
            (-INF, &[-2.0, -9.0, 1.0, 9.0], 0.0),
            (-INF, &[1.0 / 3.0, 1.0, -1.0 / 3.0, -2.0], 0.0),
            (-INF, &[2.0, 3.0, -1.0, -12.0], 2.0),
        ],
    );
    check(backend, &problem, -2.0);
}

/// Marshall and Suurballe (1969).
pub(crate) fn marshall_suurballe_cycling(backend: Backend) {
    let variables = [-10.0, 57.0, 9.0, 24.0].map(|cost| (cost, 0.0, INF));
    let problem = program(
        &variables,
        &[
            (-INF, &[0.5, -5.5, -2.5, 9.0], 0.0),
            (-INF, &[0.5, -1.5, -0.5, 1.0], 0.0),
            (-INF, &[1.0, 0.0, 0.0, 0.0], 1.0),
        ],
    );
    check(backend, &problem, -1.0);
}

pub(crate) fn duplicate_rows_and_columns(backend: Backend) {
    let problem = program(
        &[-1.0, -1.0, -2.0, -2.0].map(|cost| (cost, 0.0, 1.0)),
        &[
            (-INF, &[1.0, 1.0, 1.0, 1.0], 2.5),
            (-INF, &[1.0, 1.0, 1.0, 1.0], 2.5),
            (-INF, &[2.0, 2.0, 2.0, 2.0], 5.0),
            (1.0, &[1.0, 1.0, 1.0, 1.0], INF),
        ],
    );
    check(backend, &problem, -4.5);
}

pub(crate) fn infeasible(backend: Backend) {
    let problem = program(&[(1.0, 0.0, INF), (1.0, 0.0, INF)], &[(-INF, &[1.0, 1.0], 1.0), (2.0, &[1.0, 1.0], INF)]);
    check_status(backend, &problem, LpStatus::Infeasible);
}

/// A lower bound above its upper bound, in a variable and in a row.
pub(crate) fn infeasible_by_bounds(backend: Backend) {
    let variable = program(&[(1.0, 2.0, 1.0)], &[(-INF, &[1.0], 5.0)]);
    check_status(backend, &variable, LpStatus::Infeasible);
    let row = program(&[(1.0, 0.0, 1.0)], &[(2.0, &[1.0], 1.0)]);
    check_status(backend, &row, LpStatus::Infeasible);
}

pub(crate) fn unbounded(backend: Backend) {
    let problem =
        program(&[(-1.0, 0.0, INF), (0.5, 0.0, INF)], &[(-INF, &[1.0, -1.0], 1.0), (-INF, &[1.0, -2.0], 1.0)]);
    check_status(backend, &problem, LpStatus::Unbounded);
}

/// Infeasible, with an infeasible dual as well: the one right status is infeasible.
pub(crate) fn infeasible_and_unbounded_dual(backend: Backend) {
    let problem =
        program(&[(-1.0, 0.0, INF), (-1.0, 0.0, INF)], &[(-INF, &[1.0, -1.0], -1.0), (-INF, &[-1.0, 1.0], -1.0)]);
    check_status(backend, &problem, LpStatus::Infeasible);
}

pub(crate) fn no_rows(backend: Backend) {
    let problem = program(&[(1.0, -1.0, 2.0), (-1.0, -1.0, 2.0), (0.0, -INF, INF), (0.0, 3.0, INF)], &[]);
    check(backend, &problem, -3.0);
}

pub(crate) fn no_rows_unbounded(backend: Backend) {
    check_status(backend, &program(&[(1.0, -INF, 2.0)], &[]), LpStatus::Unbounded);
}

pub(crate) fn no_variables(backend: Backend) {
    check(backend, &LpProblem::new(), 0.0);
    check(backend, &program(&[], &[(-1.0, &[], 1.0)]), 0.0);
    check_status(backend, &program(&[], &[(1.0, &[], 1.0)]), LpStatus::Infeasible);
}

pub(crate) fn fixed_variables(backend: Backend) {
    let problem = program(&[(5.0, 2.0, 2.0), (1.0, 0.0, INF), (-3.0, 0.0, 0.0)], &[(6.0, &[1.0, 2.0, 1.0], INF)]);
    check(backend, &problem, 12.0);
}

pub(crate) fn free_variables(backend: Backend) {
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
    check(backend, &problem, 1.0);
}

pub(crate) fn range_and_equality_rows(backend: Backend) {
    let rows: [(f64, &[f64], f64); 3] =
        [(1.0, &[1.0, 1.0, 0.0], 3.0), (2.0, &[0.0, 1.0, 1.0], 2.0), (-1.0, &[1.0, 0.0, -1.0], 1.0)];
    let up = program(&[(1.0, 0.0, 5.0), (2.0, 0.0, 5.0), (1.0, 0.0, 5.0)], &rows);
    check(backend, &up, 3.0);
    let down = program(&[(-1.0, 0.0, 5.0), (-2.0, 0.0, 5.0), (-1.0, 0.0, 5.0)], &rows);
    check(backend, &down, -5.0);
}

pub(crate) fn free_and_empty_rows(backend: Backend) {
    let problem = program(
        &[(-1.0, 0.0, INF), (-1.0, 0.0, 3.0)],
        &[(-INF, &[1.0, 1.0], INF), (-INF, &[], 1.0), (-INF, &[1.0, 2.0], 4.0), (0.0, &[], 0.0)],
    );
    check(backend, &problem, -4.0);
    let problem = program(&[(1.0, 0.0, 1.0)], &[(1.0, &[], 2.0)]);
    check_status(backend, &problem, LpStatus::Infeasible);
}

/// Repeated variables are summed, here to nothing.
pub(crate) fn row_of_zero_coefficients(backend: Backend) {
    let mut solver = backend.create().unwrap();
    let x = solver.add_variable(-1.0, 0.0, 2.0);
    let y = solver.add_variable(-1.0, 0.0, 2.0);
    solver.add_row(-INF, &[(x, 1.0), (y, 0.0), (x, -1.0)], 0.0);
    solver.add_row(-INF, &[(y, 1.0), (x, 0.5), (y, 1.0), (x, 0.5)], 3.0);
    let solution = solver.solve(&SolveOptions::default()).unwrap();
    assert_close(solution.objective, -2.5);
}

/// After each step the warm answer passes [`verify`] and equals that of a cold solve.
pub(crate) fn growing_by_rows_and_variables(backend: Backend) {
    let mut problem = LpProblem::new();
    let mut solver = backend.create().unwrap();
    let mut step = |lower: f64, upper: f64, coefficients: &[f64], cost: Option<f64>| {
        if let Some(cost) = cost {
            problem.add_variable(cost, 0.0, 10.0).unwrap();
            solver.add_variable(cost, 0.0, 10.0);
        }
        problem.add_row(lower, &dense(coefficients), upper).unwrap();
        solver.add_row(lower, &dense(coefficients), upper);
        let warm = solver.solve(&SolveOptions::default()).unwrap();
        let cold = solve(backend, &problem);
        assert_optimal(&problem, &warm, cold.objective);
        warm.objective
    };
    assert_close(step(-INF, 4.0, &[1.0], Some(-1.0)), -4.0);
    assert_close(step(-INF, 6.0, &[1.0, 1.0], Some(-2.0)), -12.0);
    assert_close(step(1.0, 2.0, &[0.0, 1.0], None), -8.0);
    assert_close(step(5.0, 5.0, &[1.0, 1.0], None), -7.0);
    assert_close(step(-INF, 7.0, &[1.0, 1.0, 2.0], Some(-0.5)), -7.5);
    assert_close(step(-INF, INF, &[1.0, -1.0, 1.0], None), -7.5);
    assert_close(step(-1.0, 20.0, &[-1.0, 1.0, 1.0], None), -7.5);
}

pub(crate) fn growing_into_infeasibility(backend: Backend) {
    let mut solver = backend.create().unwrap();
    let x = solver.add_variable(1.0, 0.0, 1.0);
    let y = solver.add_variable(1.0, 0.0, 1.0);
    solver.add_row(1.0, &[(x, 1.0), (y, 1.0)], INF);
    let options = SolveOptions::default();
    assert_close(solver.solve(&options).unwrap().objective, 1.0);
    solver.add_row(3.0, &[(x, 1.0), (y, 1.0)], INF);
    for _ in 0..2 {
        assert_eq!(solver.solve(&options).unwrap().status, LpStatus::Infeasible);
    }
}
