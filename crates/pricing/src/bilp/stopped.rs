//! Bounds of integer programs that are stopped early: none is below the best gain.

use super::*;
use crate::conformance::{Instance, LARGER, Promise, all_rules, check_honest, check_pricer};
use crate::exactness::cases;
use rayon::prelude::*;

/// The usual number of problems for each setting: a check of one takes an integer program or more.
const PROBLEMS: u64 = 80;

/// The solvers that are built in.
const BUILT: &[BilpSolver] = &[
    #[cfg(feature = "cbc")]
    BilpSolver::Cbc,
    #[cfg(feature = "highs")]
    BilpSolver::Highs,
];

fn assert_honest(settings: BilpSettings) {
    assert_promise(Promise::Honest, settings);
}

fn assert_promise(promise: Promise, settings: BilpSettings) {
    for &solver in BUILT {
        let make = |samples| -> Box<dyn Pricer> { Box::new(Bilp::new(samples, solver, settings).unwrap()) };
        // Integer programs over hundreds of samples take minutes.
        let small = (0..cases(PROBLEMS)).filter(|seed| !seed.is_multiple_of(LARGER));
        check_pricer(make, promise, small).unwrap();
    }
}

#[test]
fn by_nodes() {
    for limit in [0, 1, 2, 5] {
        assert_honest(BilpSettings { node_limit: Some(limit), ..Default::default() });
    }
}

#[test]
fn by_large_gaps() {
    // One after the other, they would be the last test to end.
    [0.01, 0.2, 0.5, 0.9, 0.999]
        .into_par_iter()
        .for_each(|gap| assert_honest(BilpSettings { gap, ..Default::default() }));
}

#[test]
fn by_nodes_and_gaps() {
    for (limit, gap) in [(0, 0.9), (1, 0.3), (3, 0.6)] {
        assert_honest(BilpSettings { node_limit: Some(limit), gap, ..Default::default() });
    }
}

#[test]
fn by_the_clock() {
    for microseconds in [0, 50, 300, 1000, 3000] {
        let time_limit = Some(Duration::from_micros(microseconds));
        // The clock stops two calls at different moments.
        assert_promise(Promise::Varying, BilpSettings { time_limit, ..Default::default() });
    }
}

/// Raises the flag while a solver may be at work, at another moment in every case.
#[test]
fn by_the_flag() {
    for &solver in BUILT {
        for seed in 0..100 {
            let instance = Instance::new(seed);
            let limits = Limits::default();
            let mut pricer = Bilp::new(instance.samples.clone(), solver, BilpSettings::default()).unwrap();
            let outcome = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_micros(31 * seed));
                    limits.stop.raise();
                });
                pricer.price(&instance.problems, &limits).unwrap()
            });
            check_honest(&instance, &outcome).unwrap();
        }
    }
}

/// With no limit reached there is a bound, and it is no weaker than the gap allows.
#[test]
fn gaps_are_kept() {
    for &solver in BUILT {
        for gap in [0.0, 0.2, 0.5] {
            for Instance { samples, problems } in (0..cases(PROBLEMS)).map(Instance::new) {
                let settings = BilpSettings { gap, ..Default::default() };
                let mut pricer = Bilp::new(samples.clone(), solver, settings).unwrap();
                let outcome = pricer.price(&problems, &Limits::default()).unwrap();
                for (problem, bound) in problems.iter().zip(&outcome.bounds) {
                    let bound = bound.expect("no limit was reached");
                    let best = all_rules(&samples, problem).first().map_or(0.0, |best| best.gain);
                    // The solver's gap is relative to the gain before the fixed cost.
                    let gain = best.max(0.0) + problem.fixed;
                    let allowed = gain / (1.0 - gap).powi(2) - problem.fixed;
                    assert!(bound <= allowed + 1e-6, "{solver:?}: bound {bound} for {best} with gap {gap}");
                }
            }
        }
    }
}
