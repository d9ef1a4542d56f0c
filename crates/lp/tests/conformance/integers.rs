//! Hand-picked mixed-integer programs, limits, and bad input, for every solver that is built in.

use std::time::{Duration, Instant};

use rulegen_limits::{Limits, StopFlag};
use rulegen_lp::{
    LpError, LpProblem, LpStatus, MipBackend, MipOptions, MipPoint, MipProblem, MipSolution, MipSolver, VariableId,
    Violation,
};

use crate::random::Random;
use crate::support::{INF, assert_close, program};

fn solvers() -> impl Iterator<Item = Box<dyn MipSolver>> {
    MipBackend::built().map(|backend| backend.create().unwrap())
}

fn all_integers(lp: LpProblem) -> MipProblem {
    MipProblem { integer: vec![true; lp.num_variables()], lp }
}

/// A knapsack: values 8, 11, 6, 4 and weights 5, 7, 4, 3, at most 14. The best is 21, the
/// relaxation 22.
fn knapsack() -> MipProblem {
    let variables = [8.0, 11.0, 6.0, 4.0].map(|value| (-value, 0.0, 1.0));
    all_integers(program(&variables, &[(-INF, &[5.0, 7.0, 4.0, 3.0], 14.0)]))
}

/// Market split: a few equations with large numbers over many 0-1 variables, and the violation as
/// the objective. Bounds stay at 0 for long.
fn hard() -> MipProblem {
    let (rows, columns) = (5, 40);
    let mut random = Random(3);
    let mut lp = LpProblem::new();
    for _ in 0..columns {
        lp.add_variable(0.0, 0.0, 1.0).unwrap();
    }
    for row in 0..rows {
        let mut terms: Vec<_> = (0..columns).map(|v| (VariableId::new(v), random.below(100) as f64)).collect();
        let half = (terms.iter().map(|term| term.1).sum::<f64>() / 2.0).floor();
        for sign in [1.0, -1.0] {
            terms.push((lp.add_variable(1.0, 0.0, INF).unwrap(), sign));
        }
        assert_eq!(lp.add_row(half, &terms, half).unwrap().index(), row);
    }
    MipProblem { integer: (0..lp.num_variables()).map(|v| v < columns).collect(), lp }
}

#[test]
fn a_knapsack() {
    for solver in solvers() {
        let answer = solver.solve(&knapsack(), &MipOptions::default()).unwrap();
        assert_eq!(answer.status, LpStatus::Optimal, "{}", solver.name());
        assert_eq!(answer.best(), Some(&MipPoint { objective: -21.0, values: vec![0.0, 1.0, 1.0, 1.0] }));
        assert_eq!(answer.bound, Some(-21.0));
    }
}

/// Programs on which the preprocessing of CBC 2.10 loses the best solutions.
#[test]
fn programs_that_preprocessing_gets_wrong() {
    let binary = |costs: &[f64]| costs.iter().map(|&cost| (cost, 0.0, 1.0)).collect::<Vec<_>>();
    let general = program(&[(3.0, 2.0, 4.0), (-1.0, 3.0, 4.0)], &[(2.0, &[-3.0, 2.75], 4.5)]);
    let ranged = program(&binary(&[2.0, 1.0]), &[(3.0, &[3.0, 3.125], 3.5)]);
    let uneven: [(f64, &[f64], f64); 2] =
        [(0.0, &[1.0, 0.0, -1.0, 0.0, 0.0], INF), (-0.125, &[0.0, -1.0, -1.0, 1.0, 1.0], INF)];
    let mut mixed = all_integers(program(&binary(&[-0.125, -2.0, -1.0, 0.0, 0.0]), &uneven));
    mixed.integer[1] = false;
    for solver in solvers() {
        for (problem, best) in
            [(&all_integers(general.clone()), 3.0), (&all_integers(ranged.clone()), 1.0), (&mixed, -3.125)]
        {
            let answer = solver.solve(problem, &MipOptions::default()).unwrap();
            assert_eq!(answer.status, LpStatus::Optimal, "{}", solver.name());
            assert_close(answer.best().unwrap().objective, best);
            assert!(answer.bound.unwrap() <= best + 1e-9);
        }
    }
}

#[test]
fn without_rows_variables_or_integers() {
    for solver in solvers() {
        let solve = |problem: &MipProblem| solver.solve(problem, &MipOptions::default()).unwrap();
        let no_rows = MipProblem { lp: program(&[(1.0, 0.5, 2.5), (-1.0, 0.5, 2.5)], &[]), integer: vec![true, false] };
        let answer = solve(&no_rows);
        assert_eq!((answer.status, &answer.points[0].values[..]), (LpStatus::Optimal, &[1.0, 2.5][..]));
        let nothing = solve(&MipProblem::default());
        let point = MipPoint { objective: 0.0, values: Vec::new() };
        let expected = MipSolution { status: LpStatus::Optimal, points: vec![point], bound: Some(0.0), nodes: 0 };
        assert_eq!(nothing, expected);
        let row: (f64, &[f64], f64) = (-INF, &[2.0, 2.0], 3.0);
        let no_integers =
            MipProblem { lp: program(&[(-1.0, 0.0, 1.0), (-2.0, 0.0, 1.0)], &[row]), integer: vec![false; 2] };
        let answer = solve(&no_integers);
        assert_eq!(answer.status, LpStatus::Optimal, "{}", solver.name());
        assert_close(answer.best().unwrap().objective, -2.5);
        assert!((answer.bound.unwrap() + 2.5).abs() <= 2e-5, "{:?}", answer.bound);
    }
}

#[test]
fn infeasible_programs() {
    let two: &[f64] = &[2.0, 2.0];
    let programs = [
        // An odd number as a sum of even ones: only the relaxation has solutions.
        all_integers(program(&[(1.0, 0.0, 5.0), (1.0, 0.0, 5.0)], &[(3.0, two, 3.0)])),
        all_integers(program(&[(1.0, 0.25, 0.75)], &[])),
        all_integers(program(&[(1.0, 2.0, 1.0)], &[])),
        all_integers(program(&[(1.0, 0.0, 1.0), (1.0, 0.0, 1.0)], &[(5.0, two, INF)])),
    ];
    for solver in solvers() {
        for problem in &programs {
            let answer = solver.solve(problem, &MipOptions::default()).unwrap();
            assert_eq!(answer.status, LpStatus::Infeasible, "{}: {problem:?}", solver.name());
            assert!(answer.points.is_empty() && answer.bound.is_none());
        }
    }
}

#[test]
fn an_unbounded_program() {
    let problem = all_integers(program(&[(-1.0, 0.0, INF), (1.0, 0.0, 4.0)], &[(-1.0, &[-1.0, 1.0], INF)]));
    let mut unbounded = problem.clone();
    unbounded.lp = program(&[(-1.0, 0.0, INF), (1.0, 0.0, INF)], &[(-INF, &[1.0, -2.0], 3.5)]);
    for solver in solvers() {
        let answer = solver.solve(&problem, &MipOptions::default()).unwrap();
        assert_eq!((answer.status, answer.bound), (LpStatus::Optimal, Some(-1.0)), "{}", solver.name());
        for start in [None, Some(vec![2.0, 1.0])] {
            let options = MipOptions { start: start.clone(), ..MipOptions::default() };
            let answer = solver.solve(&unbounded, &options).unwrap();
            let either = matches!(answer.status, LpStatus::Unbounded | LpStatus::UnboundedOrInfeasible);
            assert!(either, "{}: {}", solver.name(), answer.status);
            assert!(start.is_none() || answer.status == LpStatus::Unbounded);
            assert_eq!(answer.bound, None);
        }
    }
}

#[test]
fn limits_that_are_reached_before_the_start() {
    let raised = StopFlag::default();
    raised.raise();
    let start = Some(vec![1.0, 0.0, 0.0, 0.0]);
    for solver in solvers() {
        for (options, status) in [
            (
                MipOptions { limits: Limits::default().until(Some(Instant::now())), ..MipOptions::default() },
                LpStatus::TimeLimit,
            ),
            (MipOptions { limits: raised.clone().into(), ..MipOptions::default() }, LpStatus::Interrupted),
        ] {
            let answer = solver.solve(&knapsack(), &options).unwrap();
            assert_eq!(answer, MipSolution { status, points: Vec::new(), bound: None, nodes: 0 });
            let answer = solver.solve(&knapsack(), &MipOptions { start: start.clone(), ..options }).unwrap();
            assert_eq!((answer.status, answer.points[0].objective), (status, -8.0));
        }
    }
}

/// CBC comes last, and alone: left behind, it would use a core for a while.
#[test]
fn limits_in_the_middle() {
    let problem = hard();
    for solver in solvers() {
        for interrupting in [false, true] {
            let start = Instant::now();
            let time = Duration::from_millis(300);
            let flag = StopFlag::default();
            let answer = std::thread::scope(|scope| {
                let limits = if interrupting {
                    scope.spawn(|| {
                        std::thread::sleep(time);
                        flag.raise();
                    });
                    // The deadline ends CBC in case it is left behind.
                    Limits::from(flag.clone()).until(Some(start + Duration::from_secs(5)))
                } else {
                    Limits::default().until(Some(start + time))
                };
                solver.solve(&problem, &MipOptions { limits, ..MipOptions::default() }).unwrap()
            });
            // The cores are shared with other processes.
            assert!(start.elapsed() < Duration::from_secs(4), "{}: {:?}", solver.name(), start.elapsed());
            let status = if interrupting { LpStatus::Interrupted } else { LpStatus::TimeLimit };
            assert_eq!(answer.status, status, "{}", solver.name());
            assert!(answer.bound.is_none_or(|bound| bound <= answer.best().map_or(INF, |best| best.objective)));
        }
    }
}

#[test]
fn bad_input_is_an_error() {
    let good = knapsack();
    let with = |options: MipOptions| options;
    for solver in solvers() {
        let refused = |problem: &MipProblem, options: MipOptions| solver.solve(problem, &with(options)).unwrap_err();
        let mut marks = good.clone();
        marks.integer.pop();
        assert_eq!(refused(&marks, MipOptions::default()), LpError::IntegerMarks { marks: 3, variables: 4 });
        for gap in [-0.1, 1.0, f64::NAN, INF] {
            let error = refused(&good, MipOptions { relative_gap: gap, ..MipOptions::default() });
            assert!(matches!(error, LpError::InvalidGap { what: "relative", .. }), "{error}");
        }
        for gap in [-0.1, f64::NAN, INF] {
            let error = refused(&good, MipOptions { absolute_gap: gap, ..MipOptions::default() });
            assert!(matches!(error, LpError::InvalidGap { what: "absolute", .. }), "{error}");
        }
        for step in [0.0, -1.0, f64::NAN, INF] {
            let error = refused(&good, MipOptions { objective_step: Some(step), ..MipOptions::default() });
            assert!(matches!(error, LpError::InvalidStep { .. }), "{error}");
        }
        let start =
            |values: &[f64]| match refused(&good, MipOptions { start: Some(values.to_vec()), ..MipOptions::default() })
            {
                LpError::InvalidStart { violation } => violation,
                error => panic!("{error}"),
            };
        assert!(matches!(start(&[1.0]), Violation::Length { expected: 4, found: 1, .. }));
        assert!(matches!(start(&[0.5, 0.0, 0.0, 0.0]), Violation::Fractional { value: 0.5, .. }));
        assert!(matches!(start(&[f64::NAN, 0.0, 0.0, 0.0]), Violation::Fractional { .. }));
        assert!(matches!(start(&[2.0, 0.0, 0.0, 0.0]), Violation::VariableBounds { .. }));
        assert!(matches!(start(&[1.0; 4]), Violation::RowBounds { .. }));
    }
}

#[test]
fn solvers_have_names() {
    for backend in MipBackend::ALL {
        assert_eq!(backend.to_string().parse(), Ok(backend));
        match backend.create() {
            Ok(solver) => assert_eq!(solver.name(), backend.name()),
            Err(error) => {
                assert!(!backend.is_built());
                assert_eq!(error, LpError::MipNotBuilt { backend });
            }
        }
    }
    let auto = if MipBackend::Highs.is_built() { MipBackend::Highs } else { MipBackend::Microlp };
    assert_eq!("auto".parse(), Ok(auto));
    for name in ["", "glpk", "minilp", "branch-and-bound-auto"] {
        assert_eq!(name.parse::<MipBackend>(), Err(LpError::UnknownMipBackend { name: name.into() }));
    }
}

#[test]
fn the_same_call_gives_the_same_answer() {
    let problem = hard();
    for solver in solvers().filter(|solver| solver.name() != "cbc") {
        let options = MipOptions { node_limit: Some(40), ..MipOptions::default() };
        let answer = solver.solve(&problem, &options).unwrap();
        assert_eq!(answer.status, LpStatus::NodeLimit, "{}", solver.name());
        assert_eq!(solver.solve(&problem, &options).unwrap(), answer, "{}", solver.name());
    }
}

#[test]
fn public_types_cross_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Box<dyn MipSolver>>();
    shared::<MipProblem>();
    shared::<MipOptions>();
    shared::<MipSolution>();
}
