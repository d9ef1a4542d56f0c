//! The pricing problem, as plain data.

use rulegen_rule::Rule;

/// What a master would pay for a new rule (MATH.md 5).
///
/// Among conjunctions of at least one literal, a pricer looks for rules of large
///
/// ```text
/// gain(rule) = sum of gains[i] over covered samples i  -  fixed  -  per_literal * len(rule)
/// ```
///
/// RUG, class k: `gains[i]` is the dual `beta_i` where sample i is of class k, else `-beta_i/(K-1)`.
/// Boolean rules: `mu_i` on positives, -1 on the others. Signs may be any under fairness rows: go by
/// the sign of the gain, never by class.
#[derive(Clone, Debug, PartialEq)]
pub struct PricingProblem {
    /// The class that a rule found here predicts.
    pub class: u32,
    /// The signed gain of covering each sample; finite.
    pub gains: Vec<f64>,
    /// What any rule costs, not negative.
    pub fixed: f64,
    /// What each literal costs, not negative.
    pub per_literal: f64,
    /// The most literals that a rule may have; none means no limit.
    pub max_length: Option<usize>,
    /// A rule is wanted when its gain is above this, a small positive number that stands for zero.
    pub threshold: f64,
}

impl PricingProblem {
    /// What a rule of `length` literals costs here.
    pub fn cost(&self, length: usize) -> f64 {
        self.fixed + self.per_literal * length as f64
    }

    /// The gain of a rule of `length` literals that covers the samples `cover`.
    pub fn gain(&self, cover: impl IntoIterator<Item = usize>, length: usize) -> f64 {
        cover.into_iter().map(|i| self.gains[i]).sum::<f64>() - self.cost(length)
    }

    /// Whether a rule may have `length` literals.
    pub fn admits_length(&self, length: usize) -> bool {
        length >= 1 && self.max_length.is_none_or(|most| length <= most)
    }
}

/// A rule that a pricer found, with the gain that it claims for it.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The class of the problem that it answers.
    pub class: u32,
    /// The conjunction.
    pub rule: Rule,
    /// Its gain in that problem.
    pub gain: f64,
}

impl Candidate {
    /// The order that a pricer returns rules in: larger gain first, then shorter, then by literals.
    pub fn best_first(a: &Candidate, b: &Candidate) -> std::cmp::Ordering {
        b.gain.total_cmp(&a.gain).then_with(|| a.rule.cmp(&b.rule)).then(a.class.cmp(&b.class))
    }
}
