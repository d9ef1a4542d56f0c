//! What integer programs prove when they are stopped early: a bound is never below the best gain.
//!
//! [`honest`] checks that, and all else that holds of every pricer, against enumeration.

use crate::instances::instances;
use crate::reference::all_rules;
use crate::suite::{check_honest, honest};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rulegen_driver::{Limits, Pricer};
use rulegen_pricing::{Bilp, BilpSettings, BilpSolver};
use std::time::Duration;

/// The solvers that are built in.
const BUILT: &[BilpSolver] = &[
    #[cfg(feature = "cbc")]
    BilpSolver::Cbc,
    #[cfg(feature = "highs")]
    BilpSolver::Highs,
];

fn with_settings(cases: u32, settings: BilpSettings) {
    for &solver in BUILT {
        honest(cases, |samples| Bilp::new(samples, solver, settings).unwrap());
    }
}

#[test]
fn by_nodes() {
    for limit in [0, 1, 2, 5] {
        with_settings(300, BilpSettings { node_limit: Some(limit), ..Default::default() });
    }
}

#[test]
fn by_large_gaps() {
    for gap in [0.01, 0.2, 0.5, 0.9, 0.999] {
        with_settings(300, BilpSettings { gap, ..Default::default() });
    }
}

#[test]
fn by_nodes_and_gaps() {
    for (limit, gap) in [(0, 0.9), (1, 0.3), (3, 0.6)] {
        with_settings(200, BilpSettings { node_limit: Some(limit), gap, ..Default::default() });
    }
}

#[test]
fn by_the_clock() {
    for microseconds in [0, 50, 300, 1000, 3000] {
        let time_limit = Some(Duration::from_micros(microseconds));
        with_settings(200, BilpSettings { time_limit, ..Default::default() });
    }
}

/// The flag goes up while a solver may be at work, at another moment in every case.
#[test]
fn by_the_flag() {
    for &solver in BUILT {
        let config = Config { source_file: Some(file!()), ..Config::with_cases(100) };
        let result = TestRunner::new(config).run(&(instances(), 0u64..3000), |(instance, microseconds)| {
            let limits = Limits::default();
            let mut pricer = Bilp::new(instance.samples.clone(), solver, BilpSettings::default()).unwrap();
            let outcome = std::thread::scope(|scope| {
                scope.spawn(|| {
                    std::thread::sleep(Duration::from_micros(microseconds));
                    limits.stop.raise();
                });
                pricer.price(&instance.problems, &limits).unwrap()
            });
            check_honest(&instance, &outcome)
        });
        if let Err(failure) = result {
            panic!("{failure}");
        }
    }
}

/// With no limit reached there is a bound, and it is no weaker than the gap allows.
#[test]
fn gaps_are_kept() {
    for &solver in BUILT {
        for gap in [0.0, 0.2, 0.5] {
            let config = Config { source_file: Some(file!()), ..Config::with_cases(200) };
            let result = TestRunner::new(config).run(&instances(), |instance| {
                let settings = BilpSettings { gap, ..Default::default() };
                let mut pricer = Bilp::new(instance.samples.clone(), solver, settings).unwrap();
                let outcome = pricer.price(&instance.problems, &Limits::default()).unwrap();
                for (problem, bound) in instance.problems.iter().zip(&outcome.bounds) {
                    let bound = bound.expect("no limit was reached");
                    let best = all_rules(&instance.samples, problem).first().map_or(0.0, |r| r.candidate.gain);
                    // The gap is that of the gain before the fixed cost.
                    let gain = best.max(0.0) + problem.fixed;
                    let allowed = gain / (1.0 - gap).powi(2) - problem.fixed;
                    prop_assert!(bound <= allowed + 1e-6, "bound {bound} for {best} with gap {gap}");
                }
                Ok(())
            });
            if let Err(failure) = result {
                panic!("{solver:?}: {failure}");
            }
        }
    }
}
