use super::source::{Rows, Source};
use super::*;
use crate::planted::{hidden, problems, samples};
use crate::{BranchAndBound, BranchAndBoundSettings};
use rulegen_driver::Candidate;
use rulegen_rule::{Literal, Rule};
use std::borrow::Cow;
use std::ops::Range;

#[test]
fn finds_a_hidden_rule_and_it_is_the_best() {
    let samples = samples(600);
    let problems = problems(&samples);
    let outcome = Greedy::new(samples.clone(), GreedySettings::default()).price(&problems, &Limits::default()).unwrap();
    let found = outcome.candidates.iter().find(|c| c.tag == 1).unwrap();
    assert_eq!(found.rule, hidden());
    let mut exact = BranchAndBound::new(samples, BranchAndBoundSettings::default());
    let proved = exact.price(&problems[1..], &Limits::default()).unwrap();
    assert!((proved.candidates[0].gain - found.gain).abs() < 1e-9);
}

#[test]
fn returns_several_rules_of_every_length() {
    let samples = samples(600);
    let mut problems = problems(&samples);
    // Rules for the other class: short ones pay already.
    problems.truncate(1);
    let settings = GreedySettings::default();
    let lengths = |problems: &[PricingProblem]| {
        let outcome = Greedy::new(samples.clone(), settings).price(problems, &Limits::default()).unwrap();
        (1..=6).map(|length| outcome.candidates.iter().filter(|c| c.rule.len() == length).count()).collect::<Vec<_>>()
    };
    assert_eq!(lengths(&problems), [5, 5, 5, 5, 5, 0]);
    problems[0].max_length = Some(2);
    assert_eq!(lengths(&problems), [5, 5, 0, 0, 0, 0]);
}

#[test]
fn rules_of_a_problem_cover_different_samples() {
    let samples = samples(200);
    let problems = problems(&samples);
    let outcome = Greedy::new(samples.clone(), GreedySettings::default()).price(&problems, &Limits::default()).unwrap();
    let mut covers: Vec<_> =
        outcome.candidates.iter().map(|c| (c.tag, samples.cover(&c.rule).iter().collect::<Vec<_>>())).collect();
    covers.sort();
    covers.dedup();
    assert_eq!(covers.len(), outcome.candidates.len());
}

#[test]
fn threads_change_nothing() {
    let samples = samples(400);
    let problems = problems(&samples);
    let price = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            Greedy::new(samples.clone(), GreedySettings::default()).price(&problems, &Limits::default()).unwrap()
        })
    };
    assert_eq!(price(1), price(3));
}

#[test]
fn a_raised_flag_ends_it() {
    let samples = samples(200);
    let limits = Limits::default();
    limits.stop.raise();
    let outcome = Greedy::new(samples.clone(), GreedySettings::default()).price(&problems(&samples), &limits).unwrap();
    assert_eq!((outcome.candidates.len(), outcome.nodes), (0, 0));
}

/// Samples whose search is interrupted as soon as it has begun.
struct InterruptingSource<'a> {
    samples: LocalSource<'a>,
    limits: &'a Limits,
}

impl Source for InterruptingSource<'_> {
    type Part = Rows;

    fn whole(&self, problem: usize) -> Rows {
        self.samples.whole(problem)
    }

    fn make_ready(&self, parts: &mut [(usize, &mut Rows)]) -> Result<(), DriverError> {
        self.samples.make_ready(parts)
    }

    fn histograms<'a>(&'a self, problem: usize, part: &'a Rows, columns: Range<usize>) -> Cow<'a, [Vec<Share>]> {
        self.limits.stop.raise();
        self.samples.histograms(problem, part, columns)
    }

    fn restrict(&self, problem: usize, part: &Rows, rule: &Rule, literal: Literal) -> Rows {
        self.samples.restrict(problem, part, rule, literal)
    }
}

#[test]
fn an_interrupt_leaves_the_best_of_the_shortest_rules() {
    let samples = samples(600);
    let problems = &problems(&samples)[..1];
    let settings = &GreedySettings::default();
    let gains = &[WholeGains::new(&problems[0], &samples)][..];
    let (keys, tests, limits) = (keys(&samples), tests(&samples), Limits::default());
    let local = || LocalSource::new(&samples, &keys, problems, gains);
    let whole = Search { source: &local(), problems, gains, settings, tests: &tests }.outcome(&limits).unwrap();
    let source = InterruptingSource { samples: local(), limits: &limits };
    let found = Search { source: &source, problems, gains, settings, tests: &tests }.outcome(&limits).unwrap();
    let shortest: Vec<Candidate> = whole.candidates.into_iter().filter(|found| found.rule.len() == 1).collect();
    assert!(!shortest.is_empty());
    assert_eq!(found.candidates, shortest);
}
