//! All rules of a problem by enumeration, which shares nothing with the pricers but the plain
//! types.

use rulegen_binarize::{Samples, conformance};
use rulegen_driver::{Candidate, PricingProblem};
use rulegen_rule::Rule;

/// Returns every rule that the problem allows, the best first.
pub(crate) fn all_rules(samples: &Samples, problem: &PricingProblem) -> Vec<Candidate> {
    let admits =
        |(rule, cover): &(Rule, u64)| problem.admits_length(rule.len()) && problem.admits_cover(rows(samples, *cover));
    let admitted = conformance::all_rules(samples).into_iter().filter(admits);
    let candidate =
        |(rule, cover): (Rule, u64)| Candidate { tag: problem.tag, gain: gain(problem, cover, rule.len()), rule };
    let mut rules: Vec<Candidate> = admitted.map(candidate).collect();
    rules.sort_by(Candidate::best_first);
    rules
}

/// Returns the number of rows among the samples of these bits.
pub(super) fn rows(samples: &Samples, cover: u64) -> u64 {
    (0..samples.len()).filter(|i| cover >> i & 1 == 1).map(|i| samples.counts[i]).sum()
}

/// Returns the gain of a rule of `length` literals that covers the samples of these bits.
pub(super) fn gain(problem: &PricingProblem, cover: u64, length: usize) -> f64 {
    let covered: f64 = (0..problem.gains.len()).filter(|i| cover >> i & 1 == 1).map(|i| problem.gains[i]).sum();
    covered - problem.fixed - problem.per_literal * length as f64
}
