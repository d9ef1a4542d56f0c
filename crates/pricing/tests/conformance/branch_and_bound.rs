//! What branch and bound promises beyond other exact pricers.

use crate::instances::THRESHOLD;
use crate::reference::{all_rules, distinct, rule_cover};
use crate::suite::{check_honest, honest, on_random_instances};
use proptest::prop_assert_eq;
use proptest::test_runner::TestCaseError;
use rulegen_driver::{Limits, Pricer, PricingOutcome};
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings, Order, Proof};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::time::Instant;

fn settings(columns: usize, beam: usize) -> BranchAndBoundSettings {
    BranchAndBoundSettings { columns: NonZeroUsize::new(columns).unwrap(), beam, ..Default::default() }
}

/// Gains agree one by one.
fn same_gains(found: &[f64], expected: &[f64]) -> Result<(), TestCaseError> {
    prop_assert_eq!(found.len(), expected.len(), "{:?} for {:?}", found, expected);
    for (a, b) in found.iter().zip(expected) {
        proptest::prop_assert!((a - b).abs() <= 1e-9, "{:?} for {:?}", found, expected);
    }
    Ok(())
}

#[test]
fn proof_of_columns_gives_the_best_of_different_covers() {
    for (columns, beam) in [(1, 0), (3, 2), (7, 0), (1000, 4)] {
        on_random_instances(500, |instance| {
            let settings = BranchAndBoundSettings { proof: Proof::Columns, ..settings(columns, beam) };
            let mut pricer = BranchAndBound::new(instance.samples.clone(), settings);
            let outcome = pricer.price(&instance.problems, &Limits::default()).unwrap();
            check_honest(instance, &outcome)?;
            for problem in &instance.problems {
                let expected: Vec<f64> = distinct(&all_rules(&instance.samples, problem))
                    .iter()
                    .map(|r| r.candidate.gain)
                    .filter(|&gain| gain > THRESHOLD)
                    .take(columns)
                    .collect();
                let own = outcome.candidates.iter().filter(|c| c.tag == problem.tag);
                let covers: HashSet<u64> = own.clone().map(|c| rule_cover(&instance.samples, &c.rule)).collect();
                prop_assert_eq!(covers.len(), expected.len());
                same_gains(&own.map(|c| c.gain).collect::<Vec<_>>(), &expected)?;
            }
            Ok(())
        });
    }
}

#[test]
fn out_of_patience_it_is_honest() {
    let settings = BranchAndBoundSettings { patience: Some(std::time::Duration::ZERO), ..settings(3, 0) };
    honest(300, |samples| BranchAndBound::new(samples, settings.clone()));
}

#[test]
fn short_rules_come_first_and_nothing_is_missed() {
    let settings = BranchAndBoundSettings { short: vec![1, 2], ..settings(3, 0) };
    honest(300, |samples| BranchAndBound::new(samples, settings.clone()));
    on_random_instances(500, |instance| {
        let mut pricer = BranchAndBound::new(instance.samples.clone(), settings.clone());
        for problem in &instance.problems {
            let rules = all_rules(&instance.samples, problem);
            let best = |most: usize| {
                let gains = rules.iter().filter(|r| r.candidate.rule.len() <= most).map(|r| r.candidate.gain);
                gains.fold(f64::NEG_INFINITY, f64::max)
            };
            let wanted = [1, 2, usize::MAX].into_iter().map(best).find(|&gain| gain > THRESHOLD);
            let outcome = pricer.price(std::slice::from_ref(problem), &Limits::default()).unwrap();
            same_gains(
                &outcome.candidates.iter().map(|c| c.gain).take(1).collect::<Vec<_>>(),
                &wanted.into_iter().collect::<Vec<_>>(),
            )?;
            let bound = outcome.bounds[0].unwrap();
            proptest::prop_assert!(bound >= best(usize::MAX) - 1e-9);
            proptest::prop_assert!(wanted.is_some() || bound <= THRESHOLD + 1e-9);
        }
        Ok(())
    });
}

#[test]
fn rules_above_are_all_rules_above() {
    on_random_instances(1000, |instance| {
        let pricer = BranchAndBound::new(instance.samples.clone(), settings(1, 3));
        for problem in &instance.problems {
            let mut rules = distinct(&all_rules(&instance.samples, problem));
            rules.retain(|rule| rule.cover != 0);
            for above in [-3.0, -0.6, 0.1] {
                let expected: Vec<f64> = rules.iter().map(|r| r.candidate.gain).filter(|&g| g > above).collect();
                let most = NonZeroUsize::new(5000).unwrap();
                let found = pricer.rules_above(problem, above, most, &Limits::default());
                proptest::prop_assert!(found.complete);
                // A gain within rounding of the threshold may stand on either side.
                if expected.iter().all(|g| (g - above).abs() > 1e-9) {
                    same_gains(&found.candidates.iter().map(|c| c.gain).collect::<Vec<_>>(), &expected)?;
                }
                let few = pricer.rules_above(problem, above, NonZeroUsize::new(4).unwrap(), &Limits::default());
                prop_assert_eq!(few.complete, expected.len() <= 4);
                same_gains(
                    &few.candidates.iter().map(|c| c.gain).collect::<Vec<_>>(),
                    &found.candidates.iter().map(|c| c.gain).take(4).collect::<Vec<_>>(),
                )?;
            }
        }
        Ok(())
    });
}

/// The same problems with one thread and with two.
fn with_threads(threads: usize, price: impl Fn() -> PricingOutcome + Send + Sync) -> PricingOutcome {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(price)
}

#[test]
fn threads_change_nothing() {
    let variants = [
        settings(3, 0),
        BranchAndBoundSettings { proof: Proof::Columns, ..settings(3, 0) },
        BranchAndBoundSettings { node_limit: Some(7), ..settings(2, 0) },
        BranchAndBoundSettings { enough: Some(3), ..settings(2, 0) },
        BranchAndBoundSettings { short: vec![1, 2], ..settings(3, 0) },
        BranchAndBoundSettings { order: Order::BestFirst, ..settings(3, 0) },
        BranchAndBoundSettings { order: Order::BestFirst, node_limit: Some(9), ..settings(3, 0) },
    ];
    for settings in variants {
        on_random_instances(60, |instance| {
            let price = || {
                let mut pricer = BranchAndBound::new(instance.samples.clone(), settings.clone());
                pricer.price(&instance.problems, &Limits::default()).unwrap()
            };
            prop_assert_eq!(with_threads(1, price), with_threads(2, price));
            Ok(())
        });
    }
}

#[test]
fn stopped_searches_bound_what_they_left_open() {
    on_random_instances(300, |instance| {
        let raised = Limits::default();
        raised.stop.raise();
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        for limits in [raised, late] {
            let mut pricer = BranchAndBound::new(instance.samples.clone(), settings(3, 2));
            check_honest(instance, &pricer.price(&instance.problems, &limits).unwrap())?;
        }
        for enough in [0, 1, 2, 5] {
            let settings = BranchAndBoundSettings { enough: Some(enough), ..settings(3, 2) };
            let mut pricer = BranchAndBound::new(instance.samples.clone(), settings);
            check_honest(instance, &pricer.price(&instance.problems, &Limits::default()).unwrap())?;
        }
        Ok(())
    });
}

#[test]
fn pricers_may_move_between_threads() {
    fn check<T: Send + Sync>() {}
    check::<BranchAndBound>();
}
