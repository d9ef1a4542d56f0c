//! Programs that grow and are solved again, as rule generation does.

use super::Outcome;
use super::check::{INF, TOLERANCE, assert_close, assert_optimal, solve};
use super::generate::RugShape;
use crate::{Backend, LpFactory, LpModel, LpStatus, SolveOptions, verify};

fn shapes() -> Vec<RugShape> {
    let shape = |samples, rules, rules_per_sample, penalty, largest_weight, seed| RugShape {
        samples,
        rules,
        rules_per_sample,
        penalty,
        largest_weight,
        seed,
    };
    vec![
        shape(20, 10, 3.0, 1.0, 1, 1),
        shape(60, 25, 4.0, 1.0, 5, 2),
        shape(100, 40, 6.0, 0.25, 3, 3),
        shape(300, 60, 8.0, 2.0, 1, 4),
        shape(200, 80, 20.0, 10.0, 40, 5),
    ]
}

/// After each batch of rows the warm answer passes the verifier and equals that of a cold solve.
pub(super) fn rug_shaped_growth(factory: &dyn LpFactory) -> Outcome {
    for (shape, batch) in shapes().iter().zip([1, 1, 3, 7, 20]) {
        let (mut problem, rows) = shape.parts();
        let mut warm = LpModel::of(factory, problem.clone())?;
        for (at, (terms, side)) in rows.iter().enumerate() {
            problem.add_row(-INF, terms, *side).unwrap();
            warm.add_row(-INF, terms, *side);
            if at % batch == 0 {
                let solution = warm.solve(&SolveOptions::default())?;
                let cold = solve(factory, &problem)?;
                assert_eq!(cold.status, LpStatus::Optimal);
                assert_optimal(&problem, &solution, cold.objective);
            }
        }
    }
    Ok(())
}

pub(super) fn rug_shaped_agreement(factory: &dyn LpFactory) -> Outcome {
    for shape in shapes() {
        let problem = shape.problem();
        let solution = solve(factory, &problem)?;
        verify(&problem, &solution, TOLERANCE).unwrap();
        for other in Backend::built() {
            assert_close(solve(&other, &problem)?.objective, solution.objective);
        }
    }
    Ok(())
}

/// Solving an unchanged program again gives the same answer, to the bit.
pub(super) fn solving_again(factory: &dyn LpFactory) -> Outcome {
    let problem = shapes()[2].problem();
    let mut solver = LpModel::of(factory, problem.clone())?;
    let first = solver.solve(&SolveOptions::default())?;
    let second = solver.solve(&SolveOptions::default())?;
    assert_eq!(first.values, second.values);
    assert_eq!(first.row_duals, second.row_duals);
    let again = solve(factory, &problem)?;
    assert_eq!(first, again);
    Ok(())
}

pub(super) fn values_without_duals(factory: &dyn LpFactory) -> Outcome {
    let problem = shapes()[1].problem();
    let mut solver = LpModel::of(factory, problem.clone())?;
    let options = SolveOptions { row_duals: false, ..SolveOptions::default() };
    let solution = solver.solve(&options)?;
    assert!(solution.row_duals.is_empty());
    for (value, expected) in solution.values.iter().zip(solve(factory, &problem)?.values) {
        assert!((value - expected).abs() < 1e-12);
    }
    Ok(())
}
