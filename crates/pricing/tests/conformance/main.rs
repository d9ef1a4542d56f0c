//! One suite for every pricer, against exhaustive enumeration.
//!
//! A further pricer needs one line in [`pricers`].

mod boxes;
mod branch_and_bound;
mod instances;
mod reference;
#[cfg(any(feature = "cbc", feature = "highs"))]
mod stopped;
mod suite;

/// Every pricer of the crate: `honest` for all, `exact` for those that prove.
mod pricers {
    #[cfg(any(feature = "cbc", feature = "highs"))]
    use crate::suite::{CASES, exact_within};
    use crate::suite::{exact, honest};
    #[cfg(any(feature = "cbc", feature = "highs"))]
    use rulegen_pricing::{Bilp, BilpSettings, BilpSolver};
    use rulegen_pricing::{
        BranchAndBound, BranchAndBoundSettings, Draw, Greedy, GreedySettings, Order, Pool, PoolSettings, Sampled,
        SampledSettings,
    };
    use rulegen_rule::Rule;
    use std::num::NonZeroUsize;

    #[test]
    fn branch_and_bound() {
        exact(|samples| BranchAndBound::new(samples, BranchAndBoundSettings::default()));
    }

    #[test]
    fn branch_and_bound_without_beam() {
        exact(|samples| BranchAndBound::new(samples, BranchAndBoundSettings { beam: 0, ..Default::default() }));
    }

    #[test]
    fn branch_and_bound_for_one_column() {
        let columns = NonZeroUsize::MIN;
        exact(move |samples| BranchAndBound::new(samples, BranchAndBoundSettings { columns, ..Default::default() }));
    }

    #[test]
    fn branch_and_bound_best_first() {
        let order = Order::BestFirst;
        exact(move |samples| BranchAndBound::new(samples, BranchAndBoundSettings { order, ..Default::default() }));
    }

    #[test]
    fn branch_and_bound_of_few_nodes() {
        for limit in [0, 1, 2, 5, 20] {
            for order in [Order::DepthFirst, Order::BestFirst] {
                let settings = BranchAndBoundSettings { node_limit: Some(limit), order, beam: 2, ..Default::default() };
                honest(64, move |samples| BranchAndBound::new(samples, settings.clone()));
            }
        }
    }

    #[test]
    fn greedy() {
        honest(1000, |samples| Greedy::new(samples, GreedySettings::default()));
    }

    #[test]
    fn greedy_of_narrow_beam() {
        let settings = GreedySettings { beam: NonZeroUsize::MIN, columns: NonZeroUsize::MIN, ..Default::default() };
        honest(500, move |samples| Greedy::new(samples, settings));
    }

    #[test]
    fn pool_of_pairs() {
        honest(500, |samples| {
            let literals = samples.schema.literals();
            let pairs = literals.iter().flat_map(|&a| literals.iter().map(move |&b| (Rule::new([a, b]), None)));
            Pool::new(&samples, pairs, PoolSettings::default()).unwrap()
        });
    }

    #[test]
    fn sampled() {
        for draw in [Draw::Gain, Draw::Uniform] {
            let [rows, nonzeros] = [4, 12].map(|n| NonZeroUsize::new(n).unwrap());
            let settings = SampledSettings { rows, nonzeros, draw, seed: 1 };
            honest(500, move |samples| {
                Sampled::new(samples, settings, |part| Ok(BranchAndBound::new(part, BranchAndBoundSettings::default())))
            });
        }
    }

    #[cfg(feature = "cbc")]
    #[test]
    fn bilp_cbc() {
        integer_program(BilpSolver::Cbc);
    }

    #[cfg(feature = "highs")]
    #[test]
    fn bilp_highs() {
        integer_program(BilpSolver::Highs);
    }

    #[cfg(any(feature = "cbc", feature = "highs"))]
    fn integer_program(solver: BilpSolver) {
        exact_within(CASES, 1e-7, |samples| Bilp::new(samples, solver, BilpSettings::default()).unwrap());
        let settings = BilpSettings { gap: 0.5, ..Default::default() };
        honest(50, |samples| Bilp::new(samples, solver, settings).unwrap());
    }
}
