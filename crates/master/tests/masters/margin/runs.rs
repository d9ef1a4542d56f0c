//! Whole runs, with pricers.

use crate::margin::instances::{admitted, cases, instances, master};
use crate::margin::reference::optimum;
use crate::margin::rug_instances::WAYS;
use proptest::prelude::*;
use rulegen_driver::{Pricer, PricingState, RunSettings, Stabilisation, StagePolicy, WentgesSmoothing, run};
use rulegen_master::RuleCost;
use rulegen_pricing::{BranchAndBound, TreeSettings, WeightedTree};
use rulegen_rule::Status;
use std::sync::Arc;

/// A stabilisation of another kind: the centre follows the duals, whatever was proved.
#[derive(Debug)]
struct AverageDuals;

impl Stabilisation for AverageDuals {
    fn shares(&self, _: PricingState) -> Vec<f64> {
        vec![1.0, 0.4]
    }

    fn after_round(&self) -> f64 {
        0.3
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn runs_end_at_the_optimum_with_a_proof(
        instance in instances(), all_stages in any::<bool>(), averages in any::<bool>(),
    ) {
        let best = optimum(&instance, &admitted(&instance));
        let exact = matches!(instance.settings.terms.cost, RuleCost::Unit | RuleCost::Length);
        for way in [WAYS[0], WAYS[2], WAYS[4]] {
            for trees in [false, true] {
                let samples = &instance.samples;
                let mut stages: Vec<Box<dyn Pricer>> = Vec::new();
                if trees {
                    stages.push(Box::new(WeightedTree::new(samples.clone(), TreeSettings::default()).unwrap()));
                }
                stages.push(Box::new(BranchAndBound::new(samples.clone(), Default::default())));
                // Duals are smoothed from the first column on.
                let throughout = WentgesSmoothing { from_columns: 0, ..WentgesSmoothing::default() };
                let stabilisation: Arc<dyn Stabilisation> = if averages { Arc::new(AverageDuals) } else { Arc::new(throughout) };
                let policy = if all_stages { StagePolicy::All } else { StagePolicy::UntilColumns };
                let settings = RunSettings { stabilisation, policy, ..RunSettings::default() };
                let mut master = master(&instance, way);
                let summary = run(&mut master, &mut stages, &settings, &mut ()).unwrap();
                let bound = summary.lower_bound.expect("branch and bound proves one");
                prop_assert!(bound <= best * (1.0 + 1e-6) && best <= summary.objective * (1.0 + 1e-6));
                if exact {
                    prop_assert_eq!(summary.status, Status::Optimal, "{:?}: {:?}", way, summary);
                    prop_assert!(summary.objective - bound <= 1e-6 * best, "{:?}: {:?}", way, summary);
                    prop_assert!(summary.objective - best <= 1e-6 * best, "{:?}: {} {:?}", way, best, summary);
                }
            }
        }
    }
}
