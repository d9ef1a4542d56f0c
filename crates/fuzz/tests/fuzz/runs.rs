//! Whole runs of column generation: any master with any pricers meets the optimum over all rules.

use crate::instances::{master, pricer};
use rulegen::binarize::conformance::all_rules;
use rulegen::binarize::{Samples, conformance};
use rulegen::driver::{Candidate, Master, PricingProblem, RunSettings, StagePolicy, WentgesSmoothing, run};
use rulegen::limits::Limits;
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen::rule::Status;
use rulegen_numeric::Random;
use std::sync::Arc;

/// The largest difference between the objectives of two ways, relative to their size or to 1.
const CLOSE: f64 = 1e-5;

#[test]
fn runs() {
    // The tree had a rule that no bound covers: `is missing` of a column where that is no literal.
    check(0, 0, 0, 0);
    // Newton steps ended far from the optimum, as the gap of the first point was not met again for
    // eight steps.
    check(16803306065976257241, 39285, 0, 0);
    bolero::check!()
        .with_type::<(u64, u64, u64)>()
        .cloned()
        .for_each(|(seed, draw, stages)| check(seed, draw, stages, 0));
}

/// Weights of up to nine orders of magnitude, which is as far as data may have them apart.
#[test]
fn runs_with_wide_weights() {
    bolero::check!()
        .with_type::<(u64, u64, u64)>()
        .cloned()
        .for_each(|(seed, draw, stages)| check(seed, draw, stages, 4));
}

/// The samples of a seed, with weights times up to `10^orders` and `10^-orders`.
fn samples(seed: u64, orders: usize) -> Arc<Samples> {
    let mut samples = rulegen_master::conformance::samples(seed);
    let mut random = Random::new(seed, 7);
    for weight in &mut Arc::make_mut(&mut samples).weights {
        *weight *= 10f64.powi(random.below(2 * orders + 1) as i32 - orders as i32);
    }
    samples
}

fn check(seed: u64, draw: u64, stages: u64, orders: usize) {
    let samples = samples(seed, orders);
    let optimum = over_all_rules(&samples, &mut *master(samples.clone(), draw));
    let (first, _) = pricer(samples.clone(), stages);
    let last = BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default());
    let settings = RunSettings {
        tolerance: [1e-3, 0.0, 0.3][(stages / 1000 % 3) as usize],
        stabilisation: Arc::new(WentgesSmoothing {
            share: [0.8, 0.0, 0.3][(stages / 3000 % 3) as usize],
            from_columns: [1000, 0, 5][(stages / 9000 % 3) as usize],
        }),
        policy: [StagePolicy::UntilColumns, StagePolicy::UntilAtLeast(4), StagePolicy::All]
            [(stages / 27000 % 3) as usize],
        ..RunSettings::default()
    };
    let mut found = master(samples.clone(), draw);
    let outcome = run(&mut *found, &mut [first, Box::new(last)], &settings, &mut ());
    let summary = outcome.unwrap_or_else(|error| panic!("seed {seed}, settings {draw}, stages {stages}: {error}"));
    let what = format!("seed {seed}, settings {draw}, stages {stages}: {summary:?}, over all rules {optimum}");
    let size = optimum.abs().max(1.0);
    // Solvers need not converge where weights are far apart. What is said must be true all the
    // same.
    let best = optimum.min(summary.objective);
    assert!(orders > 0 || (summary.objective - optimum).abs() <= CLOSE * size, "{what}");
    assert!(summary.lower_bound.is_none_or(|bound| bound <= best + CLOSE * size.min(best.abs().max(1.0))), "{what}");
    let claims = summary.status == Status::Optimal;
    assert!(!claims || (summary.lower_bound.is_some() && summary.objective <= best + CLOSE * size), "{what}");
}

/// The optimum over all rules: every rule that improves is added, until none does.
fn over_all_rules(samples: &Arc<Samples>, master: &mut dyn Master) -> f64 {
    let rules = all_rules(samples);
    loop {
        let solution = master.solve(0.0, &Limits::default()).expect("a small master can be solved");
        let problems = master.pricing_problems();
        let all: Vec<Candidate> = problems.iter().flat_map(|problem| every(samples, problem, &rules)).collect();
        let added = master.add(&problems, &all).expect("the gains are true");
        if added.new == 0 {
            return solution.objective;
        }
    }
}

/// Every rule that a problem admits and wants, with its gain.
fn every(samples: &Samples, problem: &PricingProblem, rules: &[(rulegen::rule::Rule, u64)]) -> Vec<Candidate> {
    let candidate = |(rule, _): &(rulegen::rule::Rule, u64)| {
        let cover = conformance::cover(samples, rule);
        let covered = || (0..samples.len()).filter(move |i| cover >> i & 1 == 1);
        let rows = covered().map(|i| samples.counts[i]).sum();
        let admitted = problem.admits_length(rule.len()) && problem.admits_cover(rows) && samples.schema.permits(rule);
        let costs = problem.fixed + problem.per_literal * rule.len() as f64;
        let gain = covered().map(|i| problem.gains[i]).sum::<f64>() - costs;
        let admitted = admitted && gain > problem.threshold;
        admitted.then(|| Candidate { tag: problem.tag, rule: rule.clone(), gain })
    };
    rules.iter().filter_map(candidate).collect()
}
