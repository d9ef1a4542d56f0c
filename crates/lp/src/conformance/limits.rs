//! Deadlines and bad input.

use std::time::{Duration, Instant};

use rulegen_limits::Limits;

use super::Outcome;
use super::check::{INF, assert_close, assert_optimal, program, solve};
use super::generate::RugShape;
use crate::{Basis, BasisStatus, LpError, LpFactory, LpModel, LpStatus, RowId, SolveOptions, VariableId};

fn within(time: Duration) -> SolveOptions {
    SolveOptions { limits: Limits::default().within(Some(time)), ..SolveOptions::default() }
}

pub(super) fn deadline_already_past(factory: &dyn LpFactory) -> Outcome {
    let problem =
        RugShape { samples: 50, rules: 20, rules_per_sample: 4.0, penalty: 1.0, largest_weight: 3, seed: 7 }.problem();
    let mut solver = LpModel::of(factory, problem.clone())?;
    for _ in 0..2 {
        let late = solver.solve(&within(Duration::ZERO))?;
        assert_eq!(late.status, LpStatus::TimeLimit);
        assert!(late.values.is_empty() && late.objective.is_nan());
        let solution = solver.solve(&SolveOptions::default())?;
        assert_optimal(&problem, &solution, solution.objective);
    }
    Ok(())
}

pub(super) fn deadline_far_away(factory: &dyn LpFactory) -> Outcome {
    let problem = program(&[(-1.0, 0.0, 5.0)], &[(-INF, &[1.0], 3.0)]);
    let mut solver = LpModel::of(factory, problem.clone())?;
    assert_close(solver.solve(&within(Duration::from_secs(3600)))?.objective, -3.0);
    solver.add_row(-INF, &[(VariableId::new(0), 1.0)], 2.0);
    assert_close(solver.solve(&within(Duration::from_secs(3600)))?.objective, -2.0);
    Ok(())
}

/// A program that takes seconds is stopped early, then extended by a row and stopped again.
pub(super) fn deadline_in_the_middle(factory: &dyn LpFactory) -> Outcome {
    let (mut problem, rows) =
        RugShape { samples: 6_000, rules: 500, rules_per_sample: 60.0, penalty: 5.0, largest_weight: 3, seed: 11 }
            .parts();
    for (terms, side) in &rows {
        problem.add_row(-INF, terms, *side).unwrap();
    }
    let mut solver = LpModel::of(factory, problem.clone())?;
    for _ in 0..2 {
        let start = Instant::now();
        let solution = solver.solve(&within(Duration::from_millis(50)))?;
        // The cores are shared with other processes.
        assert!(start.elapsed() < Duration::from_secs(2), "{:?}", start.elapsed());
        assert_eq!(solution.status, LpStatus::TimeLimit);
        solver.add_row(-INF, &rows[0].0, rows[0].1);
    }
    Ok(())
}

pub(super) fn bad_input(factory: &dyn LpFactory) -> Outcome {
    type Break = fn(&mut LpModel);
    let refused = |breaking: Break| -> Result<LpError, LpError> {
        let mut solver = LpModel::new(factory)?;
        let x = solver.add_variable(1.0, 0.0, 1.0);
        solver.add_row(0.0, &[(x, 1.0)], 1.0);
        solver.solve(&SolveOptions::default())?;
        breaking(&mut solver);
        // The error stays whatever comes after it.
        let y = solver.add_variable(1.0, 0.0, 1.0);
        solver.add_row(0.0, &[(x, 1.0), (y, 1.0)], 1.0);
        let error = solver.solve(&SolveOptions::default()).unwrap_err();
        assert_eq!(format!("{:?}", solver.solve(&SolveOptions::default()).unwrap_err()), format!("{error:?}"));
        Ok(error)
    };
    let x = VariableId::new(0);
    let next = VariableId::new(1);
    for breaking in [
        (|s| {
            s.add_variable(f64::NAN, 0.0, 1.0);
        }) as Break,
        |s| {
            s.add_variable(INF, 0.0, 1.0);
        },
    ] {
        assert!(matches!(refused(breaking)?, LpError::InvalidCost { variable, .. } if variable == next));
    }
    for breaking in [
        (|s| {
            s.add_variable(1.0, f64::NAN, 1.0);
        }) as Break,
        |s| {
            s.add_variable(1.0, 0.0, f64::NAN);
        },
        |s| {
            s.add_variable(1.0, INF, INF);
        },
        |s| {
            s.add_variable(1.0, -INF, -INF);
        },
    ] {
        assert!(matches!(refused(breaking)?, LpError::InvalidVariableBounds { variable, .. } if variable == next));
    }
    for breaking in [
        (|s| {
            s.add_row(f64::NAN, &[(VariableId::new(0), 1.0)], 1.0);
        }) as Break,
        |s| {
            s.add_row(0.0, &[(VariableId::new(0), 1.0)], f64::NAN);
        },
        |s| {
            s.add_row(INF, &[(VariableId::new(0), 1.0)], INF);
        },
    ] {
        assert!(matches!(refused(breaking)?, LpError::InvalidRowBounds { row, .. } if row == RowId::new(1)));
    }
    for breaking in [
        (|s| {
            s.add_row(0.0, &[(VariableId::new(0), f64::NAN)], 1.0);
        }) as Break,
        |s| {
            s.add_row(0.0, &[(VariableId::new(0), INF)], 1.0);
        },
        |s| {
            s.add_row(0.0, &[(VariableId::new(0), INF), (VariableId::new(0), -INF)], 1.0);
        },
        |s| {
            s.add_row(0.0, &[(VariableId::new(0), f64::MAX), (VariableId::new(0), f64::MAX)], 1.0);
        },
    ] {
        assert!(matches!(refused(breaking)?, LpError::InvalidCoefficient { variable, .. } if variable == x));
    }
    let error = refused(|s| {
        s.add_row(0.0, &[(VariableId::new(1), 1.0)], 1.0);
    })?;
    assert_eq!(error, LpError::UnknownVariable { row: RowId::new(1), variable: next, variables: 1 });
    Ok(())
}

pub(super) fn bad_tolerance(factory: &dyn LpFactory) -> Outcome {
    let mut solver = LpModel::new(factory)?;
    solver.add_variable(1.0, 0.0, 1.0);
    for tolerance in [0.0, -1e-9, 1.0, INF, f64::NAN] {
        let options = SolveOptions { tolerance, ..SolveOptions::default() };
        assert!(matches!(solver.solve(&options), Err(LpError::InvalidTolerance { .. })));
    }
    Ok(())
}

/// A solver that takes a basis needs no iteration from the optimal one. Any other returns the error
/// that says so.
pub(super) fn starting_basis(factory: &dyn LpFactory) -> Outcome {
    let problem = program(
        &[(-3.0, 0.0, INF), (-5.0, 0.0, INF)],
        &[(-INF, &[1.0, 0.0], 4.0), (-INF, &[0.0, 2.0], 12.0), (-INF, &[3.0, 2.0], 18.0)],
    );
    let mut solver = LpModel::of(factory, problem.clone())?;
    let optimal = Basis {
        variables: vec![BasisStatus::Basic; 2],
        rows: vec![BasisStatus::Basic, BasisStatus::Upper, BasisStatus::Upper],
    };
    let cold = solve(factory, &problem)?;
    match solver.set_basis(&optimal) {
        Err(LpError::NoStartingBasis { name }) => assert_eq!(name, factory.name()),
        result => {
            result.unwrap();
            let warm = solver.solve(&SolveOptions::default())?;
            assert_optimal(&problem, &warm, cold.objective);
            assert_eq!(warm.iterations, Some(0));
            let short = Basis { variables: Vec::new(), rows: Vec::new() };
            assert_eq!(solver.set_basis(&short), Err(LpError::InvalidBasis));
            let singular = Basis { variables: optimal.variables.clone(), rows: vec![BasisStatus::Upper; 3] };
            assert_eq!(solver.set_basis(&singular), Err(LpError::InvalidBasis));
            assert_optimal(&problem, &solver.solve(&SolveOptions::default())?, cold.objective);
        }
    }
    Ok(())
}
