//! Every pricer of the crate passes the suite, as a pricer of one's own would.

use proptest::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::conformance::{CASES, Promise, Violation, check_pricer};
use rulegen_pricing::{
    BranchAndBound, BranchAndBoundSettings, Cube, CubeSettings, Greedy, GreedySettings, Pool, Sampling,
    SamplingSettings, TreeSettings, WeightedTree,
};
use rulegen_rule::Rule;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

fn passes<P: Pricer + 'static>(promise: Promise, cases: u64, make: impl Fn(Arc<Samples>) -> P) {
    let made = |samples| -> Box<dyn Pricer> { Box::new(make(samples)) };
    check_pricer(made, promise, 0..cases).unwrap_or_else(|violation| panic!("{violation}"));
}

const EXACT: Promise = Promise::Exact { tolerance: 1e-9 };

fn branch_and_bound(samples: Arc<Samples>) -> BranchAndBound {
    BranchAndBound::new(samples, BranchAndBoundSettings::default())
}

#[test]
fn branch_and_bound_is_exact() {
    passes(EXACT, 2 * CASES, branch_and_bound);
    let columns = NonZeroUsize::MIN;
    passes(EXACT, CASES, |samples| {
        BranchAndBound::new(samples, BranchAndBoundSettings { columns, ..Default::default() })
    });
}

#[test]
fn branch_and_bound_is_honest_when_stopped() {
    let by_clock = [
        BranchAndBoundSettings { patience: Some(Duration::ZERO), ..Default::default() },
        BranchAndBoundSettings { time_limit: Some(Duration::ZERO), ..Default::default() },
    ];
    for settings in by_clock {
        passes(Promise::Varying, 300, |samples| BranchAndBound::new(samples, settings.clone()));
    }
    let by_nodes =
        [0, 1, 2, 5, 20].map(|limit| BranchAndBoundSettings { node_limit: Some(limit), ..Default::default() });
    let short = BranchAndBoundSettings { short: vec![1, 2], ..Default::default() };
    for settings in by_nodes.into_iter().chain([short]) {
        passes(Promise::Honest, 300, |samples| BranchAndBound::new(samples, settings.clone()));
    }
}

#[test]
fn the_tree_is_honest() {
    for all_nodes in [false, true] {
        passes(Promise::Honest, 1000, |samples| {
            WeightedTree::new(samples, TreeSettings { all_nodes, ..Default::default() }).unwrap()
        });
    }
}

#[test]
fn greedy_is_honest() {
    passes(Promise::Honest, 1000, |samples| Greedy::new(samples, GreedySettings::default()));
    let settings = GreedySettings { beam: NonZeroUsize::MIN, columns: NonZeroUsize::MIN, ..Default::default() };
    passes(Promise::Honest, 500, |samples| Greedy::new(samples, settings));
}

#[test]
fn cubes_are_honest() {
    for dimensions in 1..=4 {
        passes(Promise::Honest, CASES, |samples| Cube::new(samples, CubeSettings { dimensions, ..Default::default() }));
    }
}

#[test]
fn a_pool_of_pairs_is_honest() {
    passes(Promise::Honest, 500, |samples| {
        let literals = samples.schema.literals();
        let pairs = literals.iter().flat_map(|&a| literals.iter().map(move |&b| (Rule::new([a, b]), None)));
        Pool::new(&samples, pairs).unwrap()
    });
}

#[test]
fn sampled_is_honest() {
    let [rows, nonzeros] = [4, 12].map(|n| NonZeroUsize::new(n).unwrap());
    let settings = SamplingSettings { rows, nonzeros, seed: 1 };
    // Each call draws anew.
    passes(Promise::Varying, 500, |samples| Sampling::new(samples, settings, |part| Ok(branch_and_bound(part))));
}

#[cfg(any(feature = "cbc", feature = "highs"))]
fn assert_exact_within_tolerances(solver: rulegen_pricing::BilpSolver) {
    use rulegen_pricing::conformance::LARGER;
    use rulegen_pricing::{Bilp, BilpSettings};
    let check = |promise, cases, settings| {
        let made = move |samples| -> Box<dyn Pricer> { Box::new(Bilp::new(samples, solver, settings).unwrap()) };
        // Integer programs over hundreds of samples take minutes.
        let small = (0..cases).filter(|&seed: &u64| !seed.is_multiple_of(LARGER));
        check_pricer(made, promise, small).unwrap_or_else(|violation| panic!("{violation}"));
    };
    check(Promise::Exact { tolerance: 1e-7 }, CASES / 4, BilpSettings::default());
    check(Promise::Honest, 25, BilpSettings { gap: 0.5, ..Default::default() });
}

#[cfg(feature = "cbc")]
#[test]
fn integer_programs_of_cbc_are_exact_within_tolerances() {
    assert_exact_within_tolerances(rulegen_pricing::BilpSolver::Cbc);
}

#[cfg(feature = "highs")]
#[test]
fn integer_programs_of_highs_are_exact_within_tolerances() {
    assert_exact_within_tolerances(rulegen_pricing::BilpSolver::Highs);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// Checks other instances at every run.
    #[test]
    fn branch_and_bound_is_exact_on_any_instance(seed: u64) {
        let make = |samples| -> Box<dyn Pricer> { Box::new(branch_and_bound(samples)) };
        let outcome: Result<(), Violation> = check_pricer(make, EXACT, [seed]);
        prop_assert!(outcome.is_ok(), "{}", outcome.unwrap_err());
    }
}

#[test]
fn pricers_may_move_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<BranchAndBound>();
    check::<Cube>();
    check::<Greedy>();
    check::<Pool>();
    check::<WeightedTree>();
}
