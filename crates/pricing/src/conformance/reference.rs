//! All rules of a problem by enumeration, which shares nothing with the pricers but the plain
//! types.

use rulegen_binarize::{Samples, conformance::holds};
use rulegen_driver::{Candidate, PricingProblem};
use rulegen_rule::{Literal, Rule};

/// The samples that a rule covers, as bits.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cover(Vec<u64>);

impl Cover {
    /// Returns the samples that a rule covers.
    pub(crate) fn of(samples: &Samples, rule: &Rule) -> Cover {
        let literals = rule.literals().iter();
        literals.fold(Cover::all(samples), |cover, &literal| cover.and(&Cover::of_literal(samples, literal)))
    }

    fn all(samples: &Samples) -> Cover {
        Cover::filled(samples.len(), |_| true)
    }

    fn of_literal(samples: &Samples, literal: Literal) -> Cover {
        Cover::filled(samples.len(), |i| holds(samples, literal, i))
    }

    fn filled(samples: usize, is_in: impl Fn(usize) -> bool) -> Cover {
        let mut words = vec![0; samples.div_ceil(64)];
        (0..samples).filter(|&i| is_in(i)).for_each(|i| words[i / 64] |= 1 << (i % 64));
        Cover(words)
    }

    fn and(&self, other: &Cover) -> Cover {
        Cover(self.0.iter().zip(&other.0).map(|(a, b)| a & b).collect())
    }

    fn samples(&self) -> impl Iterator<Item = usize> {
        let bits = |(at, &word): (usize, &u64)| {
            let rest = std::iter::successors(Some(word), |word| Some(word & word.wrapping_sub(1)));
            rest.take_while(|word| *word != 0).map(move |word| 64 * at + word.trailing_zeros() as usize)
        };
        self.0.iter().enumerate().flat_map(bits)
    }

    /// Returns the number of rows among these samples.
    pub(super) fn rows(&self, samples: &Samples) -> u64 {
        self.samples().map(|i| samples.counts[i]).sum()
    }

    /// Returns the gain of a rule of `length` literals that covers these samples.
    pub(super) fn gain(&self, problem: &PricingProblem, length: usize) -> f64 {
        self.samples().map(|i| problem.gains[i]).sum::<f64>() - problem.fixed - problem.per_literal * length as f64
    }
}

/// Returns the best rule that the problem allows, if there is one.
pub(super) fn best_rule(samples: &Samples, problem: &PricingProblem) -> Option<Candidate> {
    let mut best: Option<Candidate> = None;
    enumerate(samples, problem, |rule| {
        if best.as_ref().is_none_or(|best| Candidate::best_first(&rule, best).is_lt()) {
            best = Some(rule);
        }
    });
    best
}

/// Returns every rule that the problem allows, the best first.
#[cfg(test)]
pub(crate) fn all_rules(samples: &Samples, problem: &PricingProblem) -> Vec<Candidate> {
    let mut rules = Vec::new();
    enumerate(samples, problem, |rule| rules.push(rule));
    rules.sort_by(Candidate::best_first);
    rules
}

/// Calls `each` with every rule that the problem allows.
fn enumerate(samples: &Samples, problem: &PricingProblem, mut each: impl FnMut(Candidate)) {
    let literals = samples.schema.literals();
    let covers: Vec<Cover> = literals.iter().map(|&literal| Cover::of_literal(samples, literal)).collect();
    // Sets of literals, each with its cover, and the first literal that may still join.
    let mut open = vec![(Vec::new(), Cover::all(samples), 0)];
    while let Some((set, cover, next)) = open.pop() {
        let rule = Rule::new(set.iter().map(|&j: &usize| literals[j]));
        // No set with an implied literal is canonical, nor is any larger one.
        if rule.len() < set.len() {
            continue;
        }
        if problem.max_length.is_none_or(|most| set.len() < most) {
            open.extend((next..literals.len()).map(|j| {
                let set = set.iter().copied().chain([j]).collect();
                (set, cover.and(&covers[j]), j + 1)
            }));
        }
        if problem.admits_length(rule.len()) && problem.admits_cover(cover.rows(samples)) {
            each(Candidate { tag: problem.tag, gain: cover.gain(problem, rule.len()), rule });
        }
    }
}
