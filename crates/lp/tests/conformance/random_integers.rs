//! Random small mixed-integer programs, compared with enumeration.

use proptest::prelude::*;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use rulegen_lp::{LpProblem, LpStatus, MipBackend, MipOptions, MipProblem, MipSolution, VariableId};

use crate::enumerate::{each_solution, optimum};
use crate::support::INF;

/// Generates eighths and whole numbers, with ties.
fn number() -> impl Strategy<Value = f64> {
    prop_oneof![3 => (-4i32..=4).prop_map(f64::from), 1 => (-40i32..=40).prop_map(|n| f64::from(n) / 8.0)]
}

fn row_interval() -> impl Strategy<Value = (f64, f64)> {
    (number(), 0u32..8, 0u32..8).prop_map(|(at, width, kind)| match kind {
        0 => (at, at),
        1 | 2 => (at, INF),
        3 | 4 => (-INF, at),
        _ => (at, at + f64::from(width) / 2.0),
    })
}

/// Generates up to six integers of few values each: 0 and 1 in a third of the cases. Half of the
/// cases have one more variable that is no integer, anywhere among them, and in half the
/// coefficients are 1 and -1 only.
fn programs() -> impl Strategy<Value = MipProblem> {
    let integers = prop::collection::vec((number(), number(), 0u32..5), 1..7);
    let other = prop::option::of((number(), number(), 0u32..9, any::<prop::sample::Index>()));
    let rows = prop::collection::vec((row_interval(), prop::collection::vec((0usize..7, number()), 1..6)), 0..6);
    let third = || prop::bool::weighted(1.0 / 3.0);
    (integers, third(), other, rows, prop::bool::ANY).prop_map(|(integers, binary, other, rows, unit)| {
        let variable = |cost: f64, at: f64, width: u32, integer: bool| {
            let (lower, upper) = if binary { (0.0, 1.0) } else { (at, at + f64::from(width) / 2.0) };
            (cost, lower, upper, integer)
        };
        let mut variables: Vec<(f64, f64, f64, bool)> =
            integers.iter().map(|&(cost, at, width)| variable(cost, at, width, true)).collect();
        if let Some((cost, at, width, place)) = other {
            variables.insert(place.index(variables.len() + 1), variable(cost, at, width, false));
        }
        let mut lp = LpProblem::new();
        for &(cost, lower, upper, _) in &variables {
            lp.add_variable(cost, lower, upper).unwrap();
        }
        for ((lower, upper), mut terms) in rows {
            terms.iter_mut().for_each(|term| term.0 %= variables.len());
            if unit {
                // Repeated terms are summed, and 2 is no unit coefficient.
                terms.sort_by_key(|term| term.0);
                terms.dedup_by_key(|term| term.0);
                terms.iter_mut().for_each(|term| term.1 = 1f64.copysign(term.1));
            }
            let terms: Vec<_> = terms.into_iter().map(|(v, c)| (VariableId::new(v), c)).collect();
            lp.add_row(lower, &terms, upper).unwrap();
        }
        MipProblem { lp, integer: variables.iter().map(|variable| variable.3).collect() }
    })
}

/// The tolerance on objectives and bounds, relative to the size of the numbers. CBC passes over
/// points that are better by 1e-5.
fn tolerance(backend: MipBackend, objective: f64) -> f64 {
    let absolute = if backend == MipBackend::Cbc { 1.1e-5 } else { 2e-6 };
    absolute + 1e-6 * objective.abs()
}

/// CBC is left out: once in some ten thousand of these programs it ends the process, or is wrong
/// (see [`MipBackend::Cbc`]).
fn on_random_programs(cases: u32, check: impl Fn(MipBackend, &MipProblem) -> Result<(), TestCaseError>) {
    MipBackend::built().filter(|&backend| backend != MipBackend::Cbc).for_each(|backend| on(backend, cases, &check));
}

fn on(backend: MipBackend, cases: u32, check: impl Fn(MipBackend, &MipProblem) -> Result<(), TestCaseError>) {
    println!("{backend}");
    let config = Config { source_file: Some(file!()), ..Config::with_cases(cases) };
    let result = TestRunner::new(config).run(&programs(), |problem| check(backend, &problem));
    if let Err(failure) = result {
        panic!("{backend}: {failure}");
    }
}

fn solve(backend: MipBackend, problem: &MipProblem, options: &MipOptions) -> MipSolution {
    backend.create().unwrap().solve(problem, options).unwrap()
}

/// Checks that points are solutions with the objective that they claim, best first, and that the
/// bound excludes none.
fn check_honest(backend: MipBackend, problem: &MipProblem, answer: &MipSolution) -> Result<(), TestCaseError> {
    let best = optimum(problem);
    prop_assert!(answer.points.is_sorted_by(|a, b| a.objective <= b.objective));
    for point in &answer.points {
        let lp = &problem.lp;
        prop_assert_eq!(point.objective, lp.objective(&point.values));
        for (column, &value) in point.values.iter().enumerate() {
            prop_assert!(!problem.integer[column] || value.fract() == 0.0);
            prop_assert!(value >= lp.lower()[column] - 1e-5 && value <= lp.upper()[column] + 1e-5);
        }
        for (row, activity) in lp.activities(&point.values).into_iter().enumerate() {
            prop_assert!(activity >= lp.row_lower()[row] - 1e-4 && activity <= lp.row_upper()[row] + 1e-4);
        }
        let best = best.expect("there is a point");
        prop_assert!(point.objective >= best - tolerance(backend, best), "{} for {best}", point.objective);
    }
    if let (Some(bound), Some(best)) = (answer.bound, best) {
        prop_assert!(bound <= best + tolerance(backend, best), "bound {bound} for {best}");
    }
    if let (Some(bound), Some(best)) = (answer.bound, answer.best()) {
        prop_assert!(bound <= best.objective);
    }
    Ok(())
}

#[test]
fn solved_as_enumeration_says() {
    on_random_programs(1000, check_solved);
}

#[cfg(feature = "cbc")]
#[test]
#[ignore = "CBC fails it once in some ten thousand programs, mostly by ending the process"]
fn solved_by_cbc_as_enumeration_says() {
    on(MipBackend::Cbc, 20_000, check_solved);
}

fn check_solved(backend: MipBackend, problem: &MipProblem) -> Result<(), TestCaseError> {
    let answer = solve(backend, problem, &MipOptions::default());
    check_honest(backend, problem, &answer)?;
    match optimum(problem) {
        Some(best) => {
            prop_assert_eq!(answer.status, LpStatus::Optimal);
            let (found, bound) = (answer.best().unwrap().objective, answer.bound.unwrap());
            let tolerance = tolerance(backend, best);
            prop_assert!((found - best).abs() <= tolerance, "{found} for {best}");
            prop_assert!((bound - best).abs() <= 2.0 * tolerance, "bound {bound} for {best}");
        }
        None => {
            prop_assert_eq!(answer.status, LpStatus::Infeasible);
            prop_assert!(answer.points.is_empty() && answer.bound.is_none());
        }
    }
    Ok(())
}

#[test]
fn gaps_are_kept() {
    on_random_programs(500, |backend, problem| {
        for (relative_gap, absolute_gap) in [(0.3, 0.0), (0.0, 1.5)] {
            let options = MipOptions { relative_gap, absolute_gap, ..MipOptions::default() };
            let answer = solve(backend, problem, &options);
            check_honest(backend, problem, &answer)?;
            let Some(best) = optimum(problem) else { continue };
            prop_assert_eq!(answer.status, LpStatus::Optimal);
            let (found, bound) = (answer.best().unwrap().objective, answer.bound.unwrap());
            let largest = found.abs().max(best.abs());
            let allowed = absolute_gap.max(relative_gap * largest / (1.0 - relative_gap)) + tolerance(backend, best);
            prop_assert!(found - best <= allowed, "{found} for {best}");
            prop_assert!(bound <= best + tolerance(backend, best));
        }
        Ok(())
    });
}

#[test]
fn few_nodes_give_true_bounds() {
    on_random_programs(500, |backend, problem| {
        for limit in [0, 1, 2, 5] {
            let options = MipOptions { node_limit: Some(limit), ..MipOptions::default() };
            let answer = solve(backend, problem, &options);
            check_honest(backend, problem, &answer)?;
            match answer.status {
                LpStatus::Infeasible => prop_assert_eq!(optimum(problem), None),
                LpStatus::Optimal => prop_assert!(optimum(problem).is_some()),
                status => prop_assert_eq!(status, LpStatus::NodeLimit),
            }
        }
        Ok(())
    });
}

#[test]
fn a_start_is_never_lost() {
    on_random_programs(500, |backend, problem| {
        let mut starts: Vec<(Vec<f64>, f64)> = Vec::new();
        each_solution(problem, |point, objective| starts.push((point.to_vec(), objective)));
        starts.sort_by(|a, b| a.1.total_cmp(&b.1));
        // The best point, one in the middle, and the worst.
        for at in [0, starts.len() / 2, starts.len().saturating_sub(1)] {
            let Some((start, objective)) = starts.get(at) else { continue };
            for node_limit in [None, Some(1)] {
                let options = MipOptions { start: Some(start.clone()), node_limit, ..MipOptions::default() };
                let answer = solve(backend, problem, &options);
                check_honest(backend, problem, &answer)?;
                prop_assert!(answer.best().unwrap().objective <= *objective);
                let solved = answer.status == LpStatus::Optimal;
                prop_assert!(solved || (node_limit.is_some() && answer.status == LpStatus::NodeLimit));
                let best = starts[0].1;
                prop_assert!(!solved || answer.best().unwrap().objective <= best + tolerance(backend, best));
            }
        }
        Ok(())
    });
}

#[test]
fn a_known_step_sharpens_bounds() {
    on_random_programs(500, |backend, problem| {
        // All numbers are eighths, so with whole numbers alone objectives are eighths.
        let step = if problem.integer.contains(&false) { return Ok(()) } else { 0.125 };
        let options = MipOptions { objective_step: Some(step), ..MipOptions::default() };
        let answer = solve(backend, problem, &options);
        check_honest(backend, problem, &answer)?;
        if let Some(best) = optimum(problem) {
            prop_assert_eq!(answer.bound, Some(best));
            prop_assert_eq!(answer.best().unwrap().objective, best);
        }
        Ok(())
    });
}
