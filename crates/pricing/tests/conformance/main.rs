//! One suite for every pricer, against exhaustive enumeration.
//!
//! A further pricer needs one line in [`pricers`].

mod branch_and_bound;
mod instances;
mod reference;
mod suite;

/// Every pricer of the crate: `honest` for all, `exact` for those that prove.
mod pricers {
    use crate::suite::{exact, honest};
    use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings, Order};
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
            let settings = BranchAndBoundSettings { node_limit: Some(limit), beam: 2, ..Default::default() };
            honest(64, move |samples| BranchAndBound::new(samples, settings.clone()));
        }
    }
}
