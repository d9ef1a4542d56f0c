//! Random small programs: all backends agree on status and objective, and every answer passes the
//! verifier.

use proptest::prelude::*;
use rulegen_lp::{Backend, LpError, LpModel, LpProblem, LpSolution, LpStatus, SolveOptions, VariableId, verify};

use crate::support::{INF, TOLERANCE, assert_close, solve};

/// Whole numbers, halves and zeros make ties and degenerate vertices.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![3 => (-4i32..=4).prop_map(f64::from), 1 => Just(0.0), 1 => (-40i32..=40).prop_map(|n| f64::from(n) / 8.0)]
}

fn interval() -> impl Strategy<Value = (f64, f64)> {
    (number(), 0u32..12, 0u32..6).prop_map(|(at, width, kind)| match kind {
        0 => (at, at),
        1 => (at, INF),
        2 => (-INF, at),
        _ => (at, at + f64::from(width) / 2.0),
    })
}

fn bounded_interval() -> impl Strategy<Value = (f64, f64)> {
    (number(), 0u32..12).prop_map(|(at, width)| (at, at + f64::from(width) / 2.0))
}

fn any_bounds() -> impl Strategy<Value = (f64, f64)> {
    prop_oneof![8 => interval(), 1 => Just((-INF, INF))]
}

fn problem(bounds: BoxedStrategy<(f64, f64)>) -> impl Strategy<Value = LpProblem> {
    (1usize..9, 0usize..9)
        .prop_flat_map(move |(columns, rows)| {
            (
                prop::collection::vec((number(), bounds.clone()), columns),
                prop::collection::vec((interval(), prop::collection::vec((0..columns, number()), 0..=columns)), rows),
            )
        })
        .prop_map(|(variables, rows)| {
            let mut problem = LpProblem::new();
            for (cost, (lower, upper)) in variables {
                problem.add_variable(cost, lower, upper).unwrap();
            }
            for ((lower, upper), terms) in rows {
                let terms: Vec<_> = terms.into_iter().map(|(v, c)| (VariableId::new(v), c)).collect();
                problem.add_row(lower, &terms, upper).unwrap();
            }
            problem
        })
}

fn all_agree(problem: &LpProblem) {
    let answers: Vec<LpSolution> = Backend::built().map(|backend| solve(&backend, problem)).collect();
    for (backend, answer) in Backend::built().zip(&answers) {
        assert_eq!(answer.status, answers[0].status, "{backend}");
        match answer.status {
            LpStatus::Optimal => {
                verify(problem, answer, TOLERANCE).unwrap();
                assert_close(answer.objective, answers[0].objective);
            }
            LpStatus::Infeasible | LpStatus::Unbounded => {}
            other => panic!("{backend}: {other}"),
        }
    }
}

/// Rows are added one by one. Each time status and objective equal those of a cold solve.
fn grows(backend: Backend, problem: &LpProblem) -> Result<(), LpError> {
    let mut so_far = LpProblem::new();
    for column in 0..problem.num_variables() {
        so_far.add_variable(problem.costs()[column], problem.lower()[column], problem.upper()[column])?;
    }
    let mut warm = LpModel::of(&backend, so_far.clone())?;
    for row in 0..problem.num_rows() {
        let terms: Vec<_> = problem.row(rulegen_lp::RowId::new(row)).collect();
        so_far.add_row(problem.row_lower()[row], &terms, problem.row_upper()[row])?;
        warm.add_row(problem.row_lower()[row], &terms, problem.row_upper()[row]);
        let (warm, cold) = (warm.solve(&SolveOptions::default())?, solve(&backend, &so_far));
        assert_eq!(warm.status, cold.status);
        if warm.status == LpStatus::Optimal {
            verify(&so_far, &warm, TOLERANCE).unwrap();
            assert_close(warm.objective, cold.objective);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn on_bounded_programs(problem in problem(bounded_interval().boxed())) {
        all_agree(&problem);
    }

    #[test]
    fn on_any_programs(problem in problem(any_bounds().boxed())) {
        all_agree(&problem);
    }

    #[test]
    fn on_growing_programs(problem in problem(bounded_interval().boxed())) {
        for backend in Backend::built() {
            grows(backend, &problem).unwrap();
        }
    }
}
