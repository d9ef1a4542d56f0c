//! Settings of a Boolean master.

use super::GroupFairness;
use super::step::common_step;
use crate::error::{check_not_negative, check_positive};
use crate::{LpStrategy, MasterError};
use rulegen_lp::{Backend, LpFactory};
use rulegen_rule::Rule;
use std::sync::Arc;

/// The part of the complexity that a rule uses: `per_rule + per_literal * len`. In the paper it is
/// `1 + len`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RuleSize {
    /// The part of any rule, not negative.
    pub per_rule: f64,
    /// The part of each of its literals, not negative.
    pub per_literal: f64,
}

impl Default for RuleSize {
    fn default() -> Self {
        RuleSize { per_rule: 1.0, per_literal: 1.0 }
    }
}

impl RuleSize {
    /// Returns the size of a rule of `length` literals.
    pub fn of(&self, length: usize) -> f64 {
        self.per_rule + self.per_literal * length as f64
    }

    /// Returns the size of the smallest rule.
    pub fn least(&self) -> f64 {
        self.of(1)
    }
}

/// Settings of the Boolean master.
///
/// | field | default | range |
/// |---|---|---|
/// | `class` | 1 | a class of the samples |
/// | `complexity` | 15 | not negative, finite; none only with a price |
/// | `complexity_price` | 0 | not negative, finite |
/// | `rule_size` | `1 + len` | parts not negative and finite, not both 0 |
/// | `false_negative_weight` | 1 | positive, finite |
/// | `false_positive_weight` | 1 | positive, finite |
/// | `max_length` | none | at least 1 |
/// | `min_cover` | 0 | rows; rules that must be in may cover fewer |
/// | `must_have` | none | rules with literals, that fit the complexity together |
/// | `fairness` | none | epsilon finite, not negative; needs complexity, no `must_have` |
/// | `strategy` | interior | without fairness |
/// | `backend` | HiGHS where built in, else microlp | |
#[derive(Clone, Debug)]
pub struct BooleanSettings {
    /// The class that the rules predict. All other classes are treated as one.
    pub class: u32,
    /// The bound C on the summed sizes of the rules.
    pub complexity: Option<f64>,
    /// The price of a unit of size in the objective.
    pub complexity_price: f64,
    /// The size of a rule.
    pub rule_size: RuleSize,
    /// The cost of not covering a sample of the class, as a factor on its weight.
    pub false_negative_weight: f64,
    /// The cost of each rule that covers a sample of another class, as a factor on the sample's
    /// weight.
    pub false_positive_weight: f64,
    /// The most literals of a rule.
    pub max_length: Option<usize>,
    /// The fewest training rows that a rule covers, of any class, by
    /// [`Samples::counts`](rulegen_binarize::Samples::counts).
    pub min_cover: u64,
    /// Rules that are in every rule set.
    pub must_have: Vec<Rule>,
    /// The errors that must be alike in all groups of samples.
    pub fairness: Option<GroupFairness>,
    /// The way in which the LP is solved. With fairness there is only one.
    pub strategy: LpStrategy,
    /// The simplex solver: a [`Backend`], or a factory of one's own.
    pub backend: Arc<dyn LpFactory>,
}

impl Default for BooleanSettings {
    fn default() -> Self {
        BooleanSettings {
            class: 1,
            complexity: Some(15.0),
            complexity_price: 0.0,
            rule_size: RuleSize::default(),
            false_negative_weight: 1.0,
            false_positive_weight: 1.0,
            max_length: None,
            min_cover: 0,
            must_have: Vec::new(),
            fairness: None,
            strategy: LpStrategy::Interior,
            backend: Arc::new(Backend::auto()),
        }
    }
}

/// The most that sizes may exceed the limit. They are sums of a few numbers, so this is rounding.
pub(super) const OVERSPENT: f64 = 1e-9;

impl BooleanSettings {
    /// Returns the complexity that the rules that must be in leave.
    pub(super) fn budget(&self) -> Option<f64> {
        self.complexity.map(|most| most - self.must_have_size())
    }

    /// Returns the part of the budget that whole rules can use. Sizes are multiples of the common
    /// step of their parts, if there is one. A solver's tolerance cannot overspend it.
    pub(super) fn usable_budget(&self) -> Option<f64> {
        let parts = [self.rule_size.per_rule, self.rule_size.per_literal];
        let step = common_step(parts.into_iter().filter(|part| *part > 0.0));
        let usable = |left: f64| step.map_or(left, |step| (left / step + OVERSPENT).floor() * step);
        self.budget().map(usable)
    }

    /// Returns the most rules of a rule set, at least 1.
    pub(super) fn most_rules(&self) -> f64 {
        self.budget().map_or(f64::INFINITY, |budget| (budget / self.rule_size.least() + OVERSPENT).floor().max(1.0))
    }

    /// Returns the most literals of a rule. No rule set has a rule that alone exceeds the
    /// complexity. In the LP a part of such a rule would fit, so leaving them out proves more.
    pub(super) fn longest(&self) -> Option<usize> {
        let size = self.rule_size;
        let fitting = self.budget().filter(|_| size.per_literal > 0.0).map(|budget| {
            let literals = ((budget - size.per_rule) / size.per_literal + OVERSPENT).floor();
            // A pricing problem must admit rules of one literal.
            literals.max(1.0) as usize
        });
        [self.max_length, fitting].into_iter().flatten().min()
    }

    /// Returns the size of the rules that must be in.
    pub(super) fn must_have_size(&self) -> f64 {
        self.must_have.iter().map(|rule| self.rule_size.of(rule.len())).sum()
    }

    /// Checks every row of the table above. Phrased as acceptance, so that NaN fails.
    pub(super) fn check(&self, classes: usize) -> Result<(), MasterError> {
        if self.class as usize >= classes {
            return Err(MasterError::NoSuchClass { class: self.class, classes });
        }
        check_not_negative("complexity", self.complexity.unwrap_or(0.0))?;
        check_not_negative("price on complexity", self.complexity_price)?;
        check_not_negative("size of a rule", self.rule_size.per_rule)?;
        check_not_negative("size of a literal", self.rule_size.per_literal)?;
        check_positive("size of a rule of one literal", self.rule_size.least())?;
        check_positive("weight of false negatives", self.false_negative_weight)?;
        check_positive("weight of false positives", self.false_positive_weight)?;
        check_positive("maximum length", self.max_length.unwrap_or(1) as f64)?;
        if self.complexity.is_none() && self.complexity_price == 0.0 {
            return Err(MasterError::Unbounded);
        }
        if self.must_have.iter().any(|rule| rule.is_empty()) {
            return Err(MasterError::EmptyRule);
        }
        if let Some(fairness) = &self.fairness {
            check_not_negative("epsilon", fairness.epsilon)?;
            if !self.must_have.is_empty() {
                return Err(MasterError::FairMustHave);
            }
            if self.complexity.is_none() {
                return Err(MasterError::FairUnbounded);
            }
        }
        match self.complexity {
            Some(most) if self.must_have_size() > most => {
                Err(MasterError::Overspent { needed: self.must_have_size(), complexity: most })
            }
            _ => Ok(()),
        }
    }
}
