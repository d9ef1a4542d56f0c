//! Runs with an exact stage, up to the proof.

use crate::rug::data::{accuracy, fit};
use rulegen::binarize::Bins;
use rulegen::master::{LpStrategy, RuleCost};
use rulegen::rule::Status;
use rulegen::{CostScaling, Method, Parameters, PricerName};

fn exact(pricers: &[PricerName], cost: RuleCost, max_length: usize) -> Parameters {
    Parameters {
        pricers: Some(pricers.to_vec()),
        cost,
        cost_scaling: CostScaling::None,
        bins: Some(Bins::Quantiles(5)),
        max_length: Some(max_length),
        max_iterations: None,
        weight_threshold: 0.0,
        ..Parameters::of(Method::Rug)
    }
}

/// All stages and all ways of solving the LP reach one optimum, and no tree gets below it.
#[test]
fn every_way_to_the_proof_proves_the_same() {
    const TREE: PricerName = PricerName::TREE;
    const BOUND: PricerName = PricerName::BRANCH_AND_BOUND;
    for (name, cost, length) in [
        ("monks1", RuleCost::Unit, 3),
        ("monks3", RuleCost::Length, 2),
        ("iris", RuleCost::Length, 2),
        ("wine", RuleCost::Unit, 1),
        ("awkward", RuleCost::Length, 2),
    ] {
        let mut optimum = None;
        for pricers in [&[TREE, BOUND][..], &[BOUND], &[PricerName::CUBE]] {
            for strategy in [LpStrategy::Interior, LpStrategy::WarmStart, LpStrategy::DualSimplex] {
                let parameters = Parameters { strategy: Some(strategy), ..exact(pricers, cost.clone(), length) };
                let (fitted, _) = fit(name, parameters);
                let run = &fitted.run;
                assert!(matches!(run.status, Status::Optimal | Status::Gap), "{name}: {run:?}");
                let lower = run.lower_bound.expect("a proof");
                assert!(run.objective - lower <= 2e-6 * run.objective, "{name}: {run:?}");
                let optimum = *optimum.get_or_insert(run.objective);
                assert!((run.objective - optimum).abs() <= 1e-5 * (1.0 + optimum), "{name}: {run:?}, not {optimum}");
                assert!(fitted.model.certificate.gap().is_some_and(|gap| gap <= 1e-5), "{name}");
            }
        }
        let (proxy, _) = fit(name, exact(&[TREE], cost, length));
        let optimum = optimum.expect("it was solved");
        assert!(proxy.run.objective >= optimum - 1e-5 * (1.0 + optimum), "{name}: {:?} for {optimum}", proxy.run);
        assert_eq!(proxy.run.lower_bound, None);
    }
}

/// The tree finds no split where every split is balanced. The exact pricer finds the rules.
#[test]
fn monks1_is_learned_whole() {
    let parameters = exact(&[PricerName::TREE, PricerName::BRANCH_AND_BOUND], RuleCost::Length, 3);
    let (fitted, data) = fit("monks1", parameters);
    assert_eq!(accuracy(&fitted.model, &data), 1.0);
}

/// If costs are no sums over literals the bound holds, but the status is not `Optimal`.
#[test]
fn other_costs_have_a_bound_that_holds() {
    for cost in [RuleCost::Merged, RuleCost::Gini, RuleCost::Coverage] {
        let parameters = exact(&[PricerName::BRANCH_AND_BOUND], cost.clone(), 2);
        let (fitted, _) = fit("iris", Parameters { max_iterations: Some(30), ..parameters });
        let run = &fitted.run;
        assert!(run.lower_bound.is_some_and(|bound| bound <= run.objective + 1e-6), "{cost:?}: {run:?}");
        let (proxy, _) = fit("iris", exact(&[PricerName::TREE], cost, 2));
        assert!(run.lower_bound.is_some_and(|bound| bound <= proxy.run.objective + 1e-6));
    }
}
