//! The common part of the masters of weighted rules: the costs of rules, and the pricing problems.

use crate::error::check_positive;
use crate::{Column, MasterError, RuleCost};
use rulegen_binarize::Samples;
use rulegen_driver::{ColumnWeight, Master, PricingProblem};
use rulegen_rule::{RowSet, Rule};
use std::sync::Arc;

/// A rule is wanted when its gain is above this part of the least cost of a rule. It is so small
/// that rules left out cannot keep a run from being optimal.
const ZERO_GAIN: f64 = 1e-8;

/// A master of rules that vote for classes with weights. The tag of a column is the class that it
/// votes for.
pub trait RuleMaster: Master {
    /// Returns the columns, in the order in which they came.
    fn rules(&self) -> &[Column];

    /// Returns the weight of each column in the best solution found.
    fn weights(&self) -> Vec<f64>;

    /// Returns the votes that each class has before any rule, the intercepts. All are 0 for losses
    /// that have none.
    fn intercepts(&self) -> Vec<f64>;

    /// Returns the objective of the model with these weights, one for each column, and the
    /// intercepts of [`RuleMaster::intercepts`].
    fn objective_of(&self, weights: &[f64]) -> f64;

    /// Adds rules whatever they would gain, as a start. Rules that are known already are left out.
    fn add_rules(&mut self, rules: Vec<(Rule, u32)>);

    /// Weighs the costs of rules by another penalty from now on. The columns stay, and the next
    /// solve goes on from the last solution.
    ///
    /// # Errors
    /// A penalty out of the range of [`RuleTerms`].
    fn set_penalty(&mut self, penalty: f64) -> Result<(), MasterError>;

    /// Fixes the weight of a column from now on. All other weights are fitted beside it.
    ///
    /// # Errors
    /// [`MasterError::NotLockable`] by a master that cannot; a weight that is not positive and
    /// finite.
    ///
    /// # Panics
    /// If there is no such column.
    fn lock(&mut self, _column: usize, _weight: f64) -> Result<(), MasterError> {
        Err(MasterError::NotLockable)
    }

    /// Replaces the samples by others that merge the same rows differently. Rows that the columns
    /// tell apart must still be in different samples. Costs and weights stay. Where labels ascend
    /// and weights are numbers of rows, the state is the same as if the master had been made over
    /// these samples.
    ///
    /// # Errors
    /// [`MasterError::FixedSamples`] by a master that cannot.
    fn resample(&mut self, _samples: Arc<Samples>) -> Result<(), MasterError> {
        Err(MasterError::FixedSamples)
    }

    /// Returns this master as one that keeps mean errors alike, or `None` if its loss has no such
    /// rows.
    fn as_fair(&mut self) -> Option<&mut dyn FairRuleMaster> {
        None
    }

    /// Returns the part of the weighted sum of errors that does not come from missing votes, at
    /// given rule weights. Fairness rows are met by raising the errors of groups that do better,
    /// where that costs less than rules for groups that do worse. Predictions are as unequal as if
    /// that part did not exist. 0 without fairness rows.
    fn raised(&self, _weights: &[f64]) -> f64 {
        0.0
    }
}

/// A master of weighted rules whose mean errors may be kept alike between groups.
pub trait FairRuleMaster: RuleMaster {
    /// Lets mean errors differ by another epsilon from now on. The columns stay.
    ///
    /// # Errors
    /// An epsilon out of range, or a master that was made without fairness.
    fn set_epsilon(&mut self, epsilon: f64) -> Result<(), MasterError>;

    /// Keeps rule weights, one for each of the first columns, if they are better than the best
    /// known. They may have been found for another epsilon, or earlier for this one.
    fn offer(&mut self, weights: &[f64]);
}

/// The costs of rules in the objective, `penalty * cost_scale * cost`, and the limits on their
/// length and cover.
///
/// | field | default | range |
/// |---|---|---|
/// | `penalty` | 1 | positive, finite: lambda |
/// | `cost` | length | |
/// | `cost_scale` | 1 | positive, finite: multiplies every cost |
/// | `max_length` | none | at least 1 |
/// | `min_cover` | 0 | rows; rules given as a start may cover fewer |
/// | `free` | none | rules that cost nothing |
#[derive(Clone, Debug)]
pub struct RuleTerms {
    /// The weight lambda of rule costs against the loss.
    pub penalty: f64,
    /// The cost of a rule.
    pub cost: RuleCost,
    /// A factor on every cost. In the published code it is 1 over the largest cost in the first
    /// tree.
    pub cost_scale: f64,
    /// The most literals of a rule.
    pub max_length: Option<usize>,
    /// The fewest training rows that a rule covers, by [`Samples::counts`].
    pub min_cover: u64,
    /// Rules that cost nothing, each with its class, because a model must have them. Bounds are
    /// those of the problem in which they weigh at most [`RuleTerms::MOST_FREE_WEIGHT`]. With a
    /// ridge they are those of the problem with the ridge on these rules, whatever they weigh.
    pub free: Vec<(Rule, u32)>,
}

impl Default for RuleTerms {
    fn default() -> Self {
        let (penalty, cost, cost_scale) = (1.0, RuleCost::Length, 1.0);
        RuleTerms { penalty, cost, cost_scale, max_length: None, min_cover: 0, free: Vec::new() }
    }
}

impl RuleTerms {
    /// The most that a rule without a cost may weigh in the problem that bounds are about. A box
    /// keeps bounds valid in floating point, as it does for intercepts: nothing else holds such a
    /// weight down.
    pub const MOST_FREE_WEIGHT: f64 = 30.0;

    /// True if this rule costs nothing.
    pub fn is_free(&self, class: u32, rule: &Rule) -> bool {
        self.free.iter().any(|(free, of)| *of == class && free == rule)
    }

    /// Returns, for each rule that costs nothing, by how much a dual point overpays it: the sum of
    /// the gains that it covers, where positive. At a feasible point none is. `of_class` are the
    /// problems of the point, in the order of classes, and a rule for a class gains up to `more` of
    /// it besides. A rule that is no column of the master, or not yet, counts too.
    pub(crate) fn overpaid<'a>(
        &'a self,
        samples: &'a Samples,
        of_class: &'a [&PricingProblem],
        more: impl Fn(&PricingProblem) -> f64 + 'a,
    ) -> impl Iterator<Item = f64> + 'a {
        self.free.iter().map(move |(rule, class)| {
            let problem = of_class[*class as usize];
            (samples.cover(rule).iter().map(|i| problem.gains[i]).sum::<f64>() + more(problem)).max(0.0)
        })
    }

    /// True if a rule that costs nothing weighs more than bounds without a ridge allow for.
    pub(crate) fn weighs_too_much(&self, columns: &[Column], weights: impl IntoIterator<Item = f64>) -> bool {
        let too_much = |(column, weight): (&Column, f64)| {
            weight > RuleTerms::MOST_FREE_WEIGHT && self.is_free(column.tag, &column.rule)
        };
        columns.iter().zip(weights).any(too_much)
    }

    /// Checks every row of the table above. Phrased as acceptance, so that NaN fails.
    ///
    /// # Errors
    /// The first value out of its range.
    pub fn check(&self) -> Result<(), MasterError> {
        check_positive("penalty", self.penalty)?;
        check_positive("cost scale", self.cost_scale)?;
        let (fixed, per_literal) = self.cost.lower_bound();
        for value in [fixed, per_literal] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(MasterError::CostBound { value });
            }
        }
        check_positive("maximum length", self.max_length.unwrap_or(1) as f64)
    }

    /// Returns `(fixed, per_literal)`, scaled: no rule costs less than `fixed + per_literal * len`.
    fn cost_bound(&self) -> (f64, f64) {
        let scale = self.penalty * self.cost_scale;
        let (fixed, per_literal) = self.cost.lower_bound();
        (scale * fixed, scale * per_literal)
    }

    /// Returns a cost that no rule is below.
    pub fn least_cost(&self) -> f64 {
        let (fixed, per_literal) = self.cost_bound();
        fixed + per_literal
    }

    /// Returns the gain above which a rule improves.
    pub fn zero_gain(&self) -> f64 {
        match self.least_cost() {
            least if least > 0.0 => ZERO_GAIN * least.min(1.0),
            _ => ZERO_GAIN,
        }
    }

    /// Returns the largest factor that makes a dual point feasible over all rules, if no rule gains
    /// more than its problem's entry of `gain_bounds` (Farley's; docs/MATH.md 6). With `c` the
    /// least cost of a rule and `p` the largest of the bounds and 0, it is `c / (c + p)`. Returns
    /// `None` if `c` is 0, and 0 if a bound is NaN. Free rules do not count: what they are paid is
    /// `overpaid`.
    pub fn feasible_scale(&self, gain_bounds: &[f64]) -> Option<f64> {
        let least = self.least_cost();
        let largest = |best: f64, gain: &f64| if gain.is_nan() { f64::INFINITY } else { best.max(*gain) };
        let best = gain_bounds.iter().fold(0.0, largest);
        (least > 0.0).then(|| least / (least + best))
    }

    /// Returns these terms with another penalty.
    ///
    /// # Errors
    /// A penalty that is not positive and finite.
    pub fn with_penalty(&self, penalty: f64) -> Result<Self, MasterError> {
        let terms = RuleTerms { penalty, ..self.clone() };
        terms.check()?;
        Ok(terms)
    }

    /// Returns the scaled cost of a rule for a class. A custom cost below its own lower bound would
    /// make proofs false, so it is raised to the bound.
    pub fn cost_of(&self, samples: &Samples, class: u32, rule: &Rule, cover: &RowSet) -> f64 {
        if self.is_free(class, rule) {
            return 0.0;
        }
        let (fixed, per_literal) = self.cost_bound();
        let own = self.penalty * self.cost_scale * self.cost.of(rule, cover, samples);
        own.max(fixed + per_literal * rule.len() as f64)
    }

    /// Returns a column with its scaled cost.
    pub fn column(&self, samples: &Samples, class: u32, rule: &Rule, cover: RowSet) -> Column {
        let cost = self.cost_of(samples, class, rule, &cover);
        Column { tag: class, rule: rule.clone(), cost, usage: Vec::new(), cover }
    }

    /// Returns the pricing problem of a class at these gains.
    pub fn problem(&self, class: u32, gains: Vec<f64>) -> PricingProblem {
        let (fixed, per_literal) = self.cost_bound();
        let (max_length, min_cover, threshold) = (self.max_length, self.min_cover, self.zero_gain());
        PricingProblem { tag: class, gains, fixed, per_literal, max_length, min_cover, threshold }
    }
}

/// Returns columns with their weights.
pub(crate) fn column_weights(columns: &[Column], weights: impl IntoIterator<Item = f64>) -> Vec<ColumnWeight<'_>> {
    let pairs = columns.iter().zip(weights);
    pairs.map(|(column, weight)| ColumnWeight { tag: column.tag, rule: &column.rule, weight }).collect()
}

/// Returns the problem of every class, in the order of classes, or `None` unless each is there and
/// over these samples.
pub(crate) fn by_class<'a>(problems: &'a [PricingProblem], samples: &Samples) -> Option<Vec<&'a PricingProblem>> {
    let of_class = |class: u32| problems.iter().find(|p| p.tag == class && p.gains.len() == samples.len());
    (0..samples.classes as u32).map(of_class).collect()
}
