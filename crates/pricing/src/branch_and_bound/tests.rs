//! The promises of branch and bound beyond those of other exact pricers.

use super::*;
use crate::conformance::{CASES, Instance, Promise, THRESHOLD, all_rules, check_honest, check_pricer};
use rulegen_binarize::conformance::cover;
use rulegen_numeric::Random;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema};
use std::collections::HashSet;
use std::time::Duration;

fn settings(columns: usize) -> BranchAndBoundSettings {
    BranchAndBoundSettings { columns: NonZeroUsize::new(columns).unwrap(), ..Default::default() }
}

fn pricer(samples: &Arc<Samples>, settings: BranchAndBoundSettings, beam: usize) -> BranchAndBound {
    BranchAndBound { beam, ..BranchAndBound::new(samples.clone(), settings) }
}

fn instances(cases: u64) -> impl Iterator<Item = Instance> {
    (0..cases).map(Instance::new)
}

/// Checks that gains agree one by one.
fn assert_same_gains(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len(), "{found:?} for {expected:?}");
    assert!(found.iter().zip(expected).all(|(a, b)| (a - b).abs() <= 1e-9), "{found:?} for {expected:?}");
}

fn gains<'a>(candidates: impl IntoIterator<Item = &'a Candidate>) -> Vec<f64> {
    candidates.into_iter().map(|c| c.gain).collect()
}

/// Returns all rules, but only the best of those that cover the same samples.
fn distinct(samples: &Samples, problem: &PricingProblem) -> Vec<Candidate> {
    let mut seen = HashSet::new();
    let mut rules = all_rules(samples, problem);
    rules.retain(|rule| seen.insert(cover(samples, &rule.rule)));
    rules
}

/// Without an initial rule the search itself must find the best one.
#[test]
fn without_a_beam_search_it_is_exact() {
    for beam in [0, 2] {
        let make = |samples| -> Box<dyn Pricer> { Box::new(pricer(&samples, settings(10), beam)) };
        check_pricer(make, Promise::Exact { tolerance: 1e-9 }, 0..2 * CASES).unwrap();
    }
}

#[test]
fn of_few_nodes_it_is_honest() {
    for (limit, beam) in [0, 1, 2, 5, 20].into_iter().flat_map(|limit| [(limit, 0), (limit, 2)]) {
        let settings = BranchAndBoundSettings { node_limit: Some(limit), ..settings(10) };
        let make = |samples| -> Box<dyn Pricer> { Box::new(pricer(&samples, settings.clone(), beam)) };
        check_pricer(make, Promise::Honest, 0..300).unwrap();
    }
}

#[test]
fn rules_above_are_the_best_of_different_covers() {
    for (most, beam) in [(1, 0), (3, 2), (7, 0), (1000, 4)] {
        for Instance { samples, problems } in instances(500) {
            let pricer = pricer(&samples, settings(1), beam);
            for problem in &problems {
                let rules = distinct(&samples, problem);
                let wanted = rules.iter().map(|r| r.gain).filter(|&gain| gain > THRESHOLD);
                let wanted: Vec<f64> = wanted.take(most).collect();
                let most = NonZeroUsize::new(most).unwrap();
                let found = pricer.rules_above(problem, THRESHOLD, most, &Limits::default()).unwrap();
                let covers: HashSet<u64> = found.candidates.iter().map(|c| cover(&samples, &c.rule)).collect();
                assert_eq!(covers.len(), wanted.len());
                assert_same_gains(&gains(&found.candidates), &wanted);
                let outcome =
                    PricingOutcome { candidates: found.candidates, bounds: vec![Some(found.bound)], nodes: 0 };
                let instance = Instance { samples: samples.clone(), problems: vec![problem.clone()] };
                check_honest(&instance, &outcome).unwrap();
            }
        }
    }
}

#[test]
fn rules_above_are_all_rules_above() {
    for Instance { samples, problems } in instances(1000) {
        let pricer = pricer(&samples, settings(1), 3);
        for problem in &problems {
            let mut rules = distinct(&samples, problem);
            rules.retain(|rule| cover(&samples, &rule.rule) != 0);
            for above in [-3.0, -0.6, 0.1] {
                let ask = |most| {
                    pricer.rules_above(problem, above, NonZeroUsize::new(most).unwrap(), &Limits::default()).unwrap()
                };
                let expected: Vec<f64> = rules.iter().map(|r| r.gain).filter(|&g| g > above).collect();
                let found = ask(5000);
                assert!(found.complete);
                // A gain within rounding of the threshold may be on either side.
                if expected.iter().all(|g| (g - above).abs() > 1e-9) {
                    assert_same_gains(&gains(&found.candidates), &expected);
                }
                let few = ask(4);
                assert_eq!(few.complete, expected.len() <= 4);
                assert_same_gains(&gains(&few.candidates), &gains(found.candidates.iter().take(4)));
            }
        }
    }
}

#[test]
fn rules_above_of_bad_problems_are_refused() {
    let Instance { samples, problems } = Instance::new(0);
    let ask = |problem: &PricingProblem, above| {
        pricer(&samples, settings(1), 3).rules_above(problem, above, NonZeroUsize::MIN, &Limits::default())
    };
    let mut bad = problems[0].clone();
    bad.gains[0] = f64::NAN;
    assert!(matches!(ask(&bad, 0.0), Err(DriverError::BadProblem { .. })));
    assert!(matches!(ask(&problems[0], f64::NAN), Err(DriverError::BadProblem { what: "threshold", .. })));
    bad.gains.pop();
    assert!(matches!(ask(&bad, 0.0), Err(DriverError::WrongSamples { .. })));
}

#[test]
fn short_rules_come_first_and_nothing_is_missed() {
    let settings = BranchAndBoundSettings { short: vec![1, 2], ..settings(3) };
    for Instance { samples, problems } in instances(500) {
        let mut pricer = pricer(&samples, settings.clone(), 0);
        for problem in &problems {
            let rules = all_rules(&samples, problem);
            let best = |most: usize| {
                let gains = rules.iter().filter(|r| r.rule.len() <= most).map(|r| r.gain);
                gains.fold(f64::NEG_INFINITY, f64::max)
            };
            let wanted = [1, 2, usize::MAX].into_iter().map(best).find(|&gain| gain > THRESHOLD);
            let outcome = pricer.price(std::slice::from_ref(problem), &Limits::default()).unwrap();
            assert_same_gains(&gains(outcome.candidates.iter().take(1)), &wanted.into_iter().collect::<Vec<_>>());
            let bound = outcome.bounds[0].unwrap();
            assert!(bound >= best(usize::MAX) - 1e-9);
            assert!(wanted.is_some() || bound <= THRESHOLD + 1e-9);
        }
    }
}

#[test]
fn threads_change_nothing() {
    let variants = [
        settings(3),
        BranchAndBoundSettings { node_limit: Some(7), ..settings(2) },
        BranchAndBoundSettings { short: vec![1, 2], ..settings(3) },
    ];
    let pools = [1, 2].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for settings in variants {
        for Instance { samples, problems } in instances(60) {
            let price = || pricer(&samples, settings.clone(), 0).price(&problems, &Limits::default()).unwrap();
            assert_eq!(pools[0].install(price), pools[1].install(price));
            let above = || {
                let pricer = pricer(&samples, settings.clone(), 0);
                pricer.rules_above(&problems[0], -1.0, NonZeroUsize::new(3).unwrap(), &Limits::default()).unwrap()
            };
            assert_eq!(pools[0].install(above), pools[1].install(above));
        }
    }
}

#[test]
fn stopped_searches_bound_what_they_left_open() {
    for instance in instances(300) {
        let raised = Limits::default();
        raised.stop.raise();
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        let impatient = BranchAndBoundSettings { patience: Some(Duration::ZERO), ..settings(3) };
        for (limits, settings) in [(raised, settings(3)), (late, settings(3)), (Limits::default(), impatient)] {
            let mut pricer = pricer(&instance.samples, settings, 2);
            check_honest(&instance, &pricer.price(&instance.problems, &limits).unwrap()).unwrap();
        }
    }
}

#[test]
fn an_interrupt_ends_the_search_at_once() {
    let (rows, columns, mut random) = (60, 1200, Random::new(1, 0));
    let feature = |name: usize| Feature::new(name.to_string(), Domain::Numeric { cuts: vec![0.0] });
    let schema = Schema { features: (0..columns).map(feature).collect() };
    let mut column = |_| Codes::Narrow((0..rows).map(|_| random.below(2) as u8).collect());
    let table = CodedTable::new(rows, (0..columns).map(&mut column).collect()).unwrap();
    let samples = Arc::new(Samples::merge_unlabelled(schema, &table).unwrap());
    let gains: Vec<f64> = (0..samples.len()).map(|i| if i % 3 == 0 { 1.0 } else { -1.0 }).collect();
    let problem = |max_length| PricingProblem {
        tag: 0,
        gains: gains.clone(),
        fixed: 0.0,
        per_literal: 0.01,
        max_length,
        min_cover: 0,
        threshold: 1e-6,
    };
    let raised = Limits::default();
    raised.stop.raise();
    for max_length in [Some(2), None] {
        let outcome = pricer(&samples, settings(1), 0).price(&[problem(max_length)], &raised).unwrap();
        let best = outcome.candidates.first().map_or(0.0, |best| best.gain);
        assert!(outcome.bounds[0].unwrap() > best + 0.5, "it was searched to the end: {outcome:?}");
        assert!(outcome.nodes <= 1, "{} nodes", outcome.nodes);
    }
}
