//! Cubes against enumeration.

use super::*;
use crate::conformance::{CASES, Instance, Promise, THRESHOLD, all_rules, check_honest, check_pricer};
use crate::{BranchAndBound, BranchAndBoundSettings, planted};
use rulegen_binarize::conformance::cover;
use rulegen_numeric::Random;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema};
use std::collections::HashSet;

fn settings(dimensions: usize, columns: usize) -> CubeSettings {
    CubeSettings { dimensions, columns: NonZeroUsize::new(columns).unwrap() }
}

/// Returns instances whose rules have at most `length` literals.
fn instances(cases: u64, length: usize) -> impl Iterator<Item = Instance> {
    (0..cases).map(move |seed| {
        let Instance { samples, problems } = Instance::new(seed);
        let shorter = |problem| PricingProblem { max_length: Some(length), ..problem };
        Instance { samples, problems: problems.into_iter().map(shorter).collect() }
    })
}

/// Asks branch and bound where cubes do not prove.
struct Proving {
    cube: Cube,
    search: BranchAndBound,
}

impl Pricer for Proving {
    fn name(&self) -> &str {
        "proving"
    }

    fn may_prove(&self) -> bool {
        true
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        match problems.iter().all(|problem| self.cube.proves(problem)) {
            true => self.cube.price(problems, limits),
            false => self.search.price(problems, limits),
        }
    }
}

#[test]
fn it_is_honest_whatever_is_asked() {
    for dimensions in 0..=5 {
        let make = |samples| -> Box<dyn Pricer> { Box::new(Cube::new(samples, settings(dimensions, 10))) };
        check_pricer(make, Promise::Honest, 0..CASES / 4).unwrap();
    }
}

#[test]
fn where_all_rules_are_on_cubes_it_is_exact() {
    for columns in [1, 10] {
        let make = |samples: Arc<Samples>| -> Box<dyn Pricer> {
            let search = BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default());
            Box::new(Proving { cube: Cube::new(samples, settings(4, columns)), search })
        };
        check_pricer(make, Promise::Exact { tolerance: 1e-9 }, 0..2 * CASES).unwrap();
    }
}

#[test]
fn short_rules_are_all_on_cubes() {
    for length in 1..=4 {
        for Instance { samples, problems } in instances(CASES / 2, length) {
            let mut cube = Cube::new(samples.clone(), settings(length, 3));
            assert!(problems.iter().all(|problem| cube.proves(problem)));
            let outcome = cube.price(&problems, &Limits::default()).unwrap();
            for (problem, bound) in problems.iter().zip(&outcome.bounds) {
                let best = all_rules(&samples, problem).first().map_or(f64::NEG_INFINITY, |best| best.gain);
                // Where no rule gains, the bound says no more than that.
                let (bound, least) = (bound.unwrap(), best.max(THRESHOLD));
                assert!(
                    bound >= best && bound - least <= if best > THRESHOLD { 1e-9 } else { 0.0 },
                    "{bound} for {best}"
                );
                if best > THRESHOLD {
                    assert!((outcome.best_gain(problem.tag).unwrap() - best).abs() <= 1e-12);
                }
            }
        }
    }
}

#[test]
fn rules_above_are_all_rules_above() {
    for length in 1..=4 {
        for Instance { samples, problems } in instances(500, length) {
            let mut cube = Cube::new(samples.clone(), settings(length, 1));
            for problem in &problems {
                let mut rules = all_rules(&samples, problem);
                let mut seen = HashSet::from([0]);
                rules.retain(|rule| seen.insert(cover(&samples, &rule.rule)));
                for above in [-3.0, -0.6, 0.1] {
                    let expected: Vec<f64> = rules.iter().map(|r| r.gain).filter(|&gain| gain > above).collect();
                    if expected.iter().any(|gain| (gain - above).abs() < 1e-9) {
                        continue;
                    }
                    for most in [4, 5000] {
                        let most = NonZeroUsize::new(most).unwrap();
                        let found = cube.rules_above(problem, above, most, &Limits::default()).unwrap();
                        assert_eq!(found.complete, expected.len() <= most.get());
                        assert_eq!(found.candidates.len(), expected.len().min(most.get()));
                        let pairs = found.candidates.iter().zip(&expected);
                        pairs.for_each(|(found, gain)| assert!((found.gain - gain).abs() <= 1e-9));
                        let bounds = vec![Some(found.bound)];
                        let outcome = PricingOutcome { candidates: found.candidates, bounds, nodes: 0 };
                        let problems = vec![PricingProblem { threshold: above, ..problem.clone() }];
                        check_honest(&Instance { samples: samples.clone(), problems }, &outcome).unwrap();
                    }
                }
            }
        }
    }
}

#[test]
fn the_best_are_kept_where_there_are_many() {
    let samples = planted::samples(300);
    let problem = PricingProblem { max_length: Some(3), min_cover: 3, ..planted::problems(&samples).swap_remove(0) };
    let mut cube = Cube::new(samples.clone(), settings(3, 1));
    let all = cube.rules_above(&problem, -1e3, NonZeroUsize::new(1_000_000).unwrap(), &Limits::default()).unwrap();
    assert!(all.complete && all.candidates.len() > 20_000, "{}", all.candidates.len());
    for most in [1, 100, 3000] {
        let some = cube.rules_above(&problem, -1e3, NonZeroUsize::new(most).unwrap(), &Limits::default()).unwrap();
        assert!(!some.complete && !some.stopped);
        assert_eq!(some.bound, all.bound);
        let gains = |rules: &[Candidate]| rules.iter().map(|rule| rule.gain).collect::<Vec<_>>();
        assert!(!some.candidates.is_empty() && some.candidates.len() <= most);
        assert_eq!(gains(&some.candidates), gains(&all.candidates[..some.candidates.len()]));
    }
}

/// Many rules tie over two numbers where each row of a grid gains, loses or neither. On the sweep
/// over the cube longer ones come before shorter ones.
#[test]
fn of_the_best_rules_one_of_the_shortest_is_returned() {
    const SIDE: usize = 4;
    let feature = |name: &str| Feature::new(name, Domain::Numeric { cuts: vec![0.5, 1.5, 2.5] });
    let mut longer = 0;
    for seed in 0..CASES {
        let mut random = Random::new(seed, 0);
        let schema = Schema { features: ["a", "b"].map(feature).to_vec() };
        let codes = [|row: usize| row % SIDE, |row: usize| row / SIDE]
            .map(|code| Codes::Narrow((0..SIDE * SIDE).map(|row| code(row) as u8).collect()));
        let table = CodedTable::new(SIDE * SIDE, codes.to_vec()).unwrap();
        let samples = Arc::new(Samples::merge_unlabelled(schema, &table).unwrap());
        let problem = PricingProblem {
            tag: 0,
            gains: (0..samples.len()).map(|_| random.below(3) as f64 - 1.0).collect(),
            fixed: 0.0,
            per_literal: 0.0,
            max_length: Some(4),
            min_cover: 0,
            threshold: 1e-6,
        };
        let problems = [problem];
        let outcome = Cube::new(samples.clone(), settings(2, 1)).price(&problems, &Limits::default()).unwrap();
        let Some(found) = outcome.candidates.first() else { continue };
        let ties = all_rules(&samples, &problems[0]).into_iter().filter(|rule| rule.gain >= found.gain);
        let (shortest, longest) = ties.fold((usize::MAX, 0), |(least, most), Candidate { rule, .. }| {
            (least.min(rule.len()), most.max(rule.len()))
        });
        assert_eq!(found.rule.len(), shortest, "instance {seed}: {found:?}");
        longer += usize::from(longest > shortest);
    }
    assert!(longer > 0, "no longer rule ties");
}

/// One sample alone gains, and thousands of rules of different covers cover it.
#[test]
fn where_more_rules_tie_than_are_kept_the_bound_is_their_gain() {
    let (rows, columns) = (64, 40);
    let feature = |column| Feature::new(format!("x{column}"), Domain::Numeric { cuts: vec![0.5] });
    let schema = Schema { features: (0..columns).map(feature).collect() };
    let mut random = Random::new(0, 0);
    // The first row meets the first condition on each column.
    let codes = |_| Codes::Wide((0..rows).map(|row| u16::from(row > 0 && random.unit() < 0.5)).collect());
    let table = CodedTable::new(rows, (0..columns).map(codes).collect()).unwrap();
    let samples = Arc::new(Samples::merge_unlabelled(schema, &table).unwrap());
    let meets_all = |sample: &usize| samples.table.columns().iter().all(|codes| codes.get(*sample) == 0);
    let first = (0..samples.len()).find(meets_all);
    let gains = (0..samples.len()).map(|sample| f64::from(u8::from(Some(sample) == first)));
    let problem = PricingProblem {
        tag: 0,
        gains: gains.collect(),
        fixed: 0.25,
        per_literal: 0.0,
        max_length: Some(3),
        min_cover: 0,
        threshold: 1e-6,
    };
    let mut cube = Cube::new(samples, settings(3, 1));
    let mut above = |most| {
        let found = cube.rules_above(&problem, 0.5, NonZeroUsize::new(most).unwrap(), &Limits::default()).unwrap();
        assert!((0.75..0.75 + 1e-9).contains(&found.bound) && !found.stopped, "{}", found.bound);
        assert!(found.candidates.iter().all(|rule| rule.gain == 0.75));
        (found.candidates.len(), found.complete)
    };
    let (all, complete) = above(1_000_000);
    // Collections drop rules from twice as many on as they keep at least.
    assert!(complete && all > 2 * 4_096, "{all}");
    assert_eq!(above(1), (0, false));
}

#[test]
fn answers_do_not_depend_on_threads() {
    let samples = planted::samples(500);
    let mut problems = planted::problems(&samples);
    // Gains without a short binary form, so that sums of them are rounded.
    problems.iter_mut().for_each(|problem| problem.gains.iter_mut().for_each(|gain| *gain /= 3.0));
    problems.iter_mut().for_each(|problem| problem.max_length = Some(3));
    let ask = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| Cube::new(samples.clone(), settings(3, 20)).price(&problems, &Limits::default()).unwrap())
    };
    let one = ask(1);
    let found = one.candidates.iter().find(|candidate| candidate.tag == 1);
    assert_eq!(found.map(|candidate| &candidate.rule), Some(&planted::hidden()));
    assert_eq!(ask(2), one);
    assert_eq!(ask(7), one);
}

#[test]
fn without_time_it_proves_nothing() {
    let samples = planted::samples(500);
    let problems = planted::problems(&samples);
    let limits = Limits::default().until(Some(std::time::Instant::now()));
    let outcome = Cube::new(samples.clone(), settings(3, 5)).price(&problems, &limits).unwrap();
    for (problem, bound) in problems.iter().zip(&outcome.bounds) {
        let positive: f64 = problem.gains.iter().map(|gain| gain.max(0.0)).sum();
        assert!((bound.unwrap() - (positive - problem.cost(1))).abs() <= 1e-9 * positive);
    }
}

/// Columns with a cut point at each value: cubes would have more entries than a machine has
/// memory.
#[test]
fn what_is_too_large_is_left_out_and_not_proved() {
    let rows = 3000;
    let feature =
        |name: &str| Feature::new(name, Domain::Numeric { cuts: (0..rows - 1).map(|cut| cut as f64).collect() });
    let schema = Schema { features: ["a", "b", "c"].map(feature).to_vec() };
    let codes = |factor: usize| Codes::Wide((0..rows).map(|row| (row * factor % rows) as u16).collect());
    let table = CodedTable::new(rows, [1, 7, 11].map(codes).to_vec()).unwrap();
    let samples = Arc::new(Samples::merge_unlabelled(schema, &table).unwrap());
    let problem = |length| PricingProblem {
        tag: 0,
        gains: (0..rows).map(|row| if row < 10 { 1.0 } else { -1.0 }).collect(),
        fixed: 0.0,
        per_literal: 0.5,
        max_length: Some(length),
        min_cover: 0,
        threshold: 1e-6,
    };
    let mut cube = Cube::new(samples, settings(4, 1));
    let outcome = cube.price(&[problem(1)], &Limits::default()).unwrap();
    assert!(cube.proves(&problem(1)));
    assert_eq!(outcome.best_gain(0), Some(9.5));
    let outcome = cube.price(&[problem(3)], &Limits::default()).unwrap();
    assert!(!cube.proves(&problem(3)));
    assert!(outcome.bounds[0].unwrap() >= 9.5);
}
