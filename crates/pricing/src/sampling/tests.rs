use super::*;
use crate::planted::{hidden, problems, samples};
use crate::{BranchAndBound, BranchAndBoundSettings, Greedy, GreedySettings};
use std::num::NonZeroUsize;

fn of<const N: usize>() -> NonZeroUsize {
    NonZeroUsize::new(N).unwrap()
}

fn greedy(samples: Arc<Samples>) -> Result<Greedy, PricingError> {
    Ok(Greedy::new(samples, GreedySettings::default()))
}

fn calls(settings: SamplingSettings) -> Vec<PricingOutcome> {
    let samples = samples(3000);
    let mut pricer = Sampling::new(samples.clone(), settings, greedy);
    (0..3).map(|_| pricer.price(&problems(&samples), &Limits::default()).unwrap()).collect()
}

#[test]
fn the_seed_and_the_call_decide() {
    let settings = SamplingSettings { rows: of::<100>(), nonzeros: of::<2000>(), ..Default::default() };
    let first = calls(settings);
    assert_eq!(first, calls(settings));
    assert_ne!(first[0], first[1]);
    assert_ne!(first, calls(SamplingSettings { seed: 1, ..settings }));
}

#[test]
fn gains_are_those_of_all_samples_and_nothing_is_proved() {
    let samples = samples(3000);
    let problems = problems(&samples);
    let settings = SamplingSettings { rows: of::<300>(), nonzeros: of::<3000>(), seed: 3 };
    let exact = |part| Ok(BranchAndBound::new(part, BranchAndBoundSettings::default()));
    let outcome = Sampling::new(samples.clone(), settings, exact).price(&problems, &Limits::default()).unwrap();
    assert_eq!(outcome.bounds, [None, None]);
    assert!(!outcome.candidates.is_empty());
    for candidate in outcome.candidates {
        let problem = &problems[candidate.tag as usize];
        let truth = problem.gain(samples.cover(&candidate.rule).iter(), candidate.rule.len());
        assert_eq!(candidate.gain, truth);
        assert!(truth > problem.threshold);
    }
}

#[test]
fn a_large_enough_part_finds_the_hidden_rule() {
    let samples = samples(3000);
    let settings = SamplingSettings { rows: of::<1000>(), ..Default::default() };
    let outcome =
        Sampling::new(samples.clone(), settings, greedy).price(&problems(&samples)[1..], &Limits::default()).unwrap();
    assert_eq!(outcome.candidates[0].rule, hidden());
}

#[test]
fn a_part_within_its_limits_is_the_whole() {
    let samples = samples(500);
    let problems = problems(&samples);
    let whole = Greedy::new(samples.clone(), GreedySettings::default()).price(&problems, &Limits::default()).unwrap();
    let mut sampled = Sampling::new(samples, SamplingSettings::default(), greedy);
    assert_eq!(sampled.price(&problems, &Limits::default()).unwrap(), whole);
}

#[test]
fn without_gains_there_is_nothing_to_draw() {
    let samples = samples(50);
    let mut problems = problems(&samples);
    problems.iter_mut().for_each(|p| p.gains.fill(0.0));
    let outcome = Sampling::new(samples, SamplingSettings::default(), greedy).price(&problems, &Limits::default());
    assert_eq!(outcome.unwrap(), PricingOutcome { bounds: vec![None, None], ..Default::default() });
}
