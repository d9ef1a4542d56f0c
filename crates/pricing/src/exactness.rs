//! Exact answers against enumeration, with every constraint, bit for bit on 1, 2 and 7 threads.

use crate::conformance::{Instance, LARGER, all_rules};
use crate::{BranchAndBound, BranchAndBoundSettings, ByTag, Cube, CubeSettings, RulesAbove, Union};
use rayon::{ThreadPool, ThreadPoolBuilder};
use rulegen_binarize::Samples;
use rulegen_binarize::conformance::holds;
use rulegen_driver::{Candidate, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_numeric::Random;
use rulegen_rule::{Rule, Schema, Test};
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The most that a gain or a bound may differ from the enumeration's.
const TOLERANCE: f64 = 1e-9;

/// The most literals of rules whose exact pricing is checked by cubes alone.
const SHORT: usize = 4;

/// An exact pricer that also returns all rules above a gain.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Exact {
    Cube,
    BranchAndBound,
    /// Branch and bound whose last three literals are always found by cubes.
    CubesInBranchAndBound,
}

impl Exact {
    fn branch_and_bound(self, samples: Arc<Samples>) -> BranchAndBound {
        let search = BranchAndBound::new(samples, BranchAndBoundSettings::default());
        if self == Exact::CubesInBranchAndBound { search.always_by_cubes() } else { search }
    }

    fn pricer(self, samples: Arc<Samples>) -> Box<dyn Pricer> {
        match self {
            Exact::Cube => Box::new(Cube::new(samples, CubeSettings::default())),
            _ => Box::new(self.branch_and_bound(samples)),
        }
    }

    fn rules_above(self, samples: Arc<Samples>, problem: &PricingProblem, above: f64, most: usize) -> RulesAbove {
        let (most, limits) = (NonZeroUsize::new(most).unwrap(), Limits::default());
        match self {
            Exact::Cube => Cube::new(samples, CubeSettings::default()).rules_above(problem, above, most, &limits),
            _ => self.branch_and_bound(samples).rules_above(problem, above, most, &limits),
        }
        .unwrap()
    }

    /// True if an answer to the problem is a proof.
    fn proves(self, samples: &Arc<Samples>, problem: &PricingProblem) -> bool {
        self != Exact::Cube || Cube::new(samples.clone(), CubeSettings::default()).proves(problem)
    }
}

/// The literals that rules may have, for each tag as one or several sets.
#[derive(Debug)]
enum Constraint {
    /// The literals that are not forbidden.
    None(Arc<Samples>),
    /// Only columns of one group may be in a rule together.
    Together(Vec<Arc<Samples>>),
    /// Numbers may only speak for a class from one side.
    Monotone(Vec<(u32, Arc<Samples>)>),
}

impl Constraint {
    fn draw(instance: &Instance, random: &mut Random) -> Constraint {
        let samples = &instance.samples;
        match random.below(3) {
            0 => Constraint::None(samples.clone()),
            1 => {
                let columns = samples.schema.features.len();
                let groups: Vec<usize> = (0..columns).map(|_| random.below(3)).collect();
                // Columns of the third group go with both others.
                let group = |group| forbidding(samples, |column, _| groups[column] != group && groups[column] != 2);
                Constraint::Together(vec![group(0), group(1)])
            }
            _ => {
                let falls: Vec<bool> = samples.schema.features.iter().map(|_| random.below(2) == 0).collect();
                let of_tag = |tag: u32| {
                    let rises = |column: usize| falls[column] == (tag == 0);
                    forbidding(samples, |column, test| match test {
                        Test::AtMost(_) => rises(column),
                        Test::Above(_) => !rises(column),
                        _ => false,
                    })
                };
                Constraint::Monotone(instance.problems.iter().map(|p| (p.tag, of_tag(p.tag))).collect())
            }
        }
    }

    /// Returns the samples with the literals of each set that the rules of a tag are from.
    fn parts(&self, tag: u32) -> Vec<Arc<Samples>> {
        match self {
            Constraint::None(samples) => vec![samples.clone()],
            Constraint::Together(parts) => parts.clone(),
            Constraint::Monotone(parts) => {
                parts.iter().filter(|part| part.0 == tag).map(|part| part.1.clone()).collect()
            }
        }
    }

    fn pricer(&self, exact: Exact) -> Box<dyn Pricer> {
        match self {
            Constraint::None(samples) => exact.pricer(samples.clone()),
            Constraint::Together(parts) => Box::new(Union::new(parts.iter().map(|part| exact.pricer(part.clone())))),
            Constraint::Monotone(parts) => {
                Box::new(ByTag::new(parts.iter().map(|(tag, part)| (*tag, exact.pricer(part.clone())))))
            }
        }
    }
}

/// Returns the samples without the literals that `forbids` names by column and test.
fn forbidding(samples: &Arc<Samples>, forbids: impl Fn(usize, Test) -> bool) -> Arc<Samples> {
    let mut part = Samples::clone(samples);
    let Schema { features } = &mut part.schema;
    for (column, feature) in features.iter_mut().enumerate() {
        feature.forbidden.extend(feature.tests().into_iter().filter(|&test| forbids(column, test)));
    }
    Arc::new(part)
}

/// Returns the samples that a rule covers.
fn cover(samples: &Samples, rule: &Rule) -> Vec<usize> {
    let covers = |&at: &usize| rule.literals().iter().all(|&literal| holds(samples, literal, at));
    (0..samples.len()).filter(covers).collect()
}

/// Asks on each pool of threads, and checks that all answers are the same.
fn same<R: PartialEq + std::fmt::Debug + Send>(pools: &[ThreadPool], ask: impl Fn() -> R + Sync) -> R {
    let mut answers = pools.iter().map(|pool| pool.install(&ask));
    let first = answers.next().expect("a pool");
    answers.for_each(|answer| assert_eq!(answer, first));
    first
}

fn check_priced(outcome: &PricingOutcome, constraint: &Constraint, problem: &PricingProblem, at: usize) {
    let best = |part: &Arc<Samples>| {
        let rules = all_rules(part, problem).into_iter();
        rules.map(|rule| rule.gain).fold(f64::NEG_INFINITY, f64::max)
    };
    let best = constraint.parts(problem.tag).iter().map(best).fold(f64::NEG_INFINITY, f64::max);
    let bound = outcome.bounds[at].expect("exact pricers have bounds");
    assert!(best <= bound, "{best} is above the bound {bound}");
    let found = outcome.best_gain(problem.tag);
    let gains = best > problem.threshold;
    assert!(bound <= best.max(problem.threshold) + if gains { TOLERANCE } else { 0.0 }, "{bound} for {best}");
    assert!(!gains || found.is_some_and(|found| found >= best - TOLERANCE), "{found:?} for {best}");
    assert!(found.is_none_or(|found| found <= best + TOLERANCE), "{found:?} for {best}");
}

fn check_above(found: &RulesAbove, samples: &Arc<Samples>, problem: &PricingProblem, above: f64, most: usize) {
    let rules = all_rules(samples, problem).into_iter().filter(|rule| rule.gain > above - TOLERANCE);
    let with_covers: Vec<(Vec<usize>, Candidate)> = rules.map(|rule| (cover(samples, &rule.rule), rule)).collect();
    let mut seen = HashSet::from([Vec::new()]);
    let gains = with_covers.into_iter().filter(|(cover, _)| seen.insert(cover.clone())).map(|(_, rule)| rule.gain);
    let expected: Vec<f64> = gains.collect();
    // A gain within rounding of the threshold may be on either side.
    if expected.iter().any(|gain| (gain - above).abs() <= TOLERANCE) {
        return;
    }
    assert_eq!((found.complete, found.stopped), (expected.len() <= most, false));
    assert_eq!(found.candidates.len(), expected.len().min(most));
    for (candidate, gain) in found.candidates.iter().zip(&expected) {
        assert!((candidate.gain - gain).abs() <= TOLERANCE, "{candidate:?} for {gain}");
    }
    assert!(expected.first().is_none_or(|&best| best <= found.bound), "{} is no bound", found.bound);
}

fn check(instance: &Instance, constraint: &Constraint, exact: Exact, pools: &[ThreadPool]) {
    let problems = match exact {
        Exact::Cube => {
            let short = |p: &PricingProblem| PricingProblem {
                max_length: Some(p.max_length.unwrap_or(SHORT).min(SHORT)),
                ..p.clone()
            };
            instance.problems.iter().map(short).collect()
        }
        _ => instance.problems.clone(),
    };
    let outcome = same(pools, || constraint.pricer(exact).price(&problems, &Limits::default()).unwrap());
    for (at, problem) in problems.iter().enumerate() {
        let parts = constraint.parts(problem.tag);
        assert!(parts.iter().all(|part| exact.proves(part, problem)));
        check_priced(&outcome, constraint, problem, at);
        for part in parts {
            for (above, most) in [(-0.6, 5000), (0.1, 4)] {
                let found = same(pools, || exact.rules_above(part.clone(), problem, above, most));
                check_above(&found, &part, problem, above, most);
            }
        }
    }
}

/// Returns the number of random problems of a test: `RULEGEN_CASES`, or `usual`.
pub(crate) fn cases(usual: u64) -> u64 {
    std::env::var("RULEGEN_CASES").map_or(usual, |cases| cases.parse().expect("a number of cases"))
}

/// Asks cubes and branch and bound about random problems: all short rules by cubes, rules of any
/// length by branch and bound, the best and all above a gain.
#[test]
fn exact_pricers_are_equal_to_enumeration() {
    let pools = [1, 2, 7].map(|threads| ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for seed in 0..cases(300) {
        let larger = seed % LARGER == 0;
        let small = Instance::new(seed);
        for instance in std::iter::once(small).chain(larger.then(|| Instance::larger(seed))) {
            let constraint = Constraint::draw(&instance, &mut Random::new(seed, 3));
            for exact in [Exact::Cube, Exact::BranchAndBound, Exact::CubesInBranchAndBound] {
                let checked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    check(&instance, &constraint, exact, &pools);
                }));
                assert!(checked.is_ok(), "{exact:?}, instance {seed}: {constraint:?}");
            }
        }
    }
}
