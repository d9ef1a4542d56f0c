//! What is asked of every pricer, and of exact ones.

use crate::instances::{Instance, THRESHOLD, instances};
use crate::reference::{all_rules, gain, rule_cover};
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use proptest::{prop_assert, prop_assert_eq};
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, Limits, Pricer, PricingOutcome};
use std::collections::HashSet;
use std::sync::Arc;

/// Instances that an exact pricer is compared with enumeration on.
pub(crate) const CASES: u32 = 2000;

/// Runs `check` on random instances; failures are kept in `proptest-regressions`.
pub(crate) fn on_random_instances(cases: u32, check: impl Fn(&Instance) -> Result<(), TestCaseError>) {
    let config = Config { source_file: Some(file!()), ..Config::with_cases(cases) };
    let result = TestRunner::new(config).run(&instances(), |instance| check(&instance));
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

/// A pricer that says nothing false: candidates are sorted, different, within the length, above the
/// threshold and of the gain claimed, and no rule is above a bound.
pub(crate) fn honest<P: Pricer>(cases: u32, make: impl Fn(Arc<Samples>) -> P) {
    on_random_instances(cases, |instance| {
        let outcome = price(instance, &make);
        check_honest(instance, &outcome)
    });
}

/// An honest pricer that finds a best rule of every problem where there is one, and proves it.
pub(crate) fn exact<P: Pricer>(make: impl Fn(Arc<Samples>) -> P) {
    exact_within(CASES, 1e-9, make);
}

/// The same on so many instances, to a solver's tolerance, which is below the threshold.
pub(crate) fn exact_within<P: Pricer>(cases: u32, tolerance: f64, make: impl Fn(Arc<Samples>) -> P) {
    on_random_instances(cases, |instance| check_exact(instance, tolerance, &make));
}

/// The same where some literals are forbidden.
pub(crate) fn exact_without_some<P: Pricer>(make: impl Fn(Arc<Samples>) -> P) {
    let config = Config { source_file: Some(file!()), ..Config::with_cases(CASES) };
    let result = TestRunner::new(config).run(&(instances(), 0u32..1 << 10), |(instance, forbidden)| {
        let mut samples = Samples::clone(&instance.samples);
        let mut number = 0;
        for feature in &mut samples.schema.features {
            let tests = feature.tests();
            let picked = (0..tests.len()).filter(|at| forbidden >> (number + at) & 1 == 1);
            feature.forbidden.extend(picked.map(|at| tests[at]));
            number += tests.len();
        }
        check_exact(&Instance { samples: Arc::new(samples), ..instance }, 1e-9, &make)
    });
    if let Err(failure) = result {
        panic!("{failure}");
    }
}

fn check_exact<P: Pricer>(
    instance: &Instance,
    tolerance: f64,
    make: impl Fn(Arc<Samples>) -> P,
) -> Result<(), TestCaseError> {
    let outcome = price(instance, &make);
    check_honest(instance, &outcome)?;
    for (problem, bound) in instance.problems.iter().zip(&outcome.bounds) {
        let rules = all_rules(&instance.samples, problem);
        let best = rules.first().map_or(f64::NEG_INFINITY, |r| r.candidate.gain);
        let found = outcome.candidates.iter().find(|c| c.tag == problem.tag).map(|c| c.gain);
        let bound = bound.expect("an exact pricer gives a bound");
        if best > THRESHOLD {
            prop_assert!((found.unwrap_or(f64::NEG_INFINITY) - best).abs() <= tolerance, "{found:?} for {best}");
            prop_assert!(bound <= best + tolerance, "bound {bound} for {best}");
        } else {
            prop_assert_eq!(found, None);
            prop_assert!(bound <= THRESHOLD, "bound {} where nothing improves", bound);
        }
    }
    Ok(())
}

fn price<P: Pricer>(instance: &Instance, make: impl Fn(Arc<Samples>) -> P) -> PricingOutcome {
    let mut pricer = make(instance.samples.clone());
    pricer.price(&instance.problems, &Limits::default()).expect("no solver fails")
}

pub(crate) fn check_honest(instance: &Instance, outcome: &PricingOutcome) -> Result<(), TestCaseError> {
    let Instance { samples, problems } = instance;
    prop_assert_eq!(outcome.bounds.len(), problems.len());
    prop_assert!(outcome.candidates.is_sorted_by(|a, b| Candidate::best_first(a, b).is_le()));
    let different: HashSet<_> = outcome.candidates.iter().map(|c| (c.tag, &c.rule)).collect();
    prop_assert_eq!(different.len(), outcome.candidates.len());
    for candidate in &outcome.candidates {
        let problem = problems.iter().find(|p| p.tag == candidate.tag).expect("a class that was asked about");
        let length = candidate.rule.len();
        let truth = gain(problem, rule_cover(samples, &candidate.rule), length);
        prop_assert!(problem.admits_length(length));
        prop_assert!((candidate.gain - truth).abs() <= 1e-12, "{} is {}", candidate.gain, truth);
        prop_assert!(candidate.gain > problem.threshold);
    }
    for (problem, bound) in problems.iter().zip(&outcome.bounds) {
        let best = all_rules(samples, problem).first().map_or(f64::NEG_INFINITY, |r| r.candidate.gain);
        if let Some(bound) = bound {
            prop_assert!(best <= *bound, "{} is above the bound {}", best, bound);
        }
    }
    Ok(())
}
