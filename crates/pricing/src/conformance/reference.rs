//! All rules of a problem, by enumeration: shares nothing with the pricers but the plain types.

use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, PricingProblem};
use rulegen_rule::{Literal, Rule, Test};

/// Every rule that the problem allows, the best first.
pub(crate) fn all_rules(samples: &Samples, problem: &PricingProblem) -> Vec<Candidate> {
    let literals = samples.schema.literals();
    let covers: Vec<u64> = literals.iter().map(|&l| cover(samples, l)).collect();
    let mut rules = Vec::new();
    for set in 1u32..1 << literals.len() {
        let members = || (0..literals.len()).filter(|j| set >> j & 1 == 1);
        let rule = Rule::new(members().map(|j| literals[j]));
        if rule.len() != set.count_ones() as usize || !problem.admits_length(rule.len()) {
            continue;
        }
        let cover = members().fold(u64::MAX >> (64 - samples.len()), |cover, j| cover & covers[j]);
        let gain = gain(problem, cover, rule.len());
        rules.push(Candidate { tag: problem.tag, rule, gain });
    }
    rules.sort_by(Candidate::best_first);
    rules
}

/// The gain of a rule of `length` literals that covers the samples of these bits.
pub(super) fn gain(problem: &PricingProblem, cover: u64, length: usize) -> f64 {
    let covered: f64 = (0..problem.gains.len()).filter(|i| cover >> i & 1 == 1).map(|i| problem.gains[i]).sum();
    covered - problem.fixed - problem.per_literal * length as f64
}

/// The samples that a rule covers, as bits.
pub(crate) fn rule_cover(samples: &Samples, rule: &Rule) -> u64 {
    rule.literals().iter().fold(u64::MAX >> (64 - samples.len()), |c, &l| c & cover(samples, l))
}

fn cover(samples: &Samples, literal: Literal) -> u64 {
    let codes = &samples.table.columns()[literal.column as usize];
    let missing = samples.schema.feature(literal).missing_code() as u16;
    let holds = |code: u16| match literal.test {
        Test::AtMost(j) => code != missing && code <= j,
        Test::Above(j) => code != missing && code > j,
        Test::Is(v) => code == v,
        Test::IsNot(v) => code != missing && code != v,
        Test::Missing => code == missing,
        Test::Present => code != missing,
    };
    (0..samples.len()).filter(|&i| holds(codes.get(i))).fold(0, |cover, i| cover | 1 << i)
}
