//! The RUG master: weighted rules for any number of classes.

mod fairness;

pub(crate) use fairness::FairnessRows;
pub use fairness::{Fairness, FairnessCriterion};

use crate::restricted::{CoveringLoss, LpStrategy, RestrictedLp, verified_cover};
use crate::{Column, MasterError, RuleCost};
use fairness::check_epsilon;
use rulegen_binarize::Samples;
use rulegen_driver::{Added, Candidate, DriverError, Limits, Master, MasterSolution, PricingProblem};
use rulegen_lp::{Backend, BoxedProgram};
use rulegen_rule::{RowSet, Rule};
use std::sync::Arc;

/// A rule is wanted when its gain is above this part of the least cost of a rule: so small that what is
/// left out cannot keep a run from being optimal.
const ZERO_GAIN: f64 = 1e-8;

/// What the RUG master is about.
///
/// | field | default | range |
/// |---|---|---|
/// | `penalty` | 1 | positive, finite: lambda |
/// | `cost` | length | |
/// | `cost_scale` | 1 | positive, finite: multiplies every cost |
/// | `max_length` | none | at least 1 |
/// | `strategy` | interior | |
/// | `backend` | HiGHS where built in, else microlp | |
/// | `fairness` | none | see there |
#[derive(Clone, Debug)]
pub struct RugSettings {
    /// The weight lambda of rule costs against errors.
    pub penalty: f64,
    /// The cost of a rule.
    pub cost: RuleCost,
    /// A factor on every cost: the published code's is 1 over the largest cost in the first tree.
    pub cost_scale: f64,
    /// The most literals of a rule.
    pub max_length: Option<usize>,
    /// How the LP is solved; by interior point in any case where fairness is asked for.
    pub strategy: LpStrategy,
    /// The simplex solver.
    pub backend: Backend,
    /// Mean errors that may not differ much between groups.
    pub fairness: Option<Fairness>,
}

impl Default for RugSettings {
    fn default() -> Self {
        RugSettings {
            penalty: 1.0,
            cost: RuleCost::Length,
            cost_scale: 1.0,
            max_length: None,
            strategy: LpStrategy::Interior,
            backend: Backend::auto(),
            fairness: None,
        }
    }
}

impl RugSettings {
    fn check(&self, classes: usize) -> Result<(), MasterError> {
        let positive = |name, value: f64| match value > 0.0 && value.is_finite() {
            true => Ok(()),
            false => Err(MasterError::NotPositive { name, value }),
        };
        positive("penalty", self.penalty)?;
        positive("cost scale", self.cost_scale)?;
        let (fixed, per_literal) = self.cost.lower_bound();
        for value in [fixed, per_literal] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(MasterError::CostBound { value });
            }
        }
        self.fairness.map_or(Ok(()), |fairness| fairness.check(classes))?;
        positive("maximum length", self.max_length.unwrap_or(1) as f64)
    }
}

/// The restricted master of RUG (paper, section 3; MATH.md 2), solved in its dual form:
///
/// ```text
/// min  sum_k lambda c_k w_k + sum_i omega_i v_i      max  sum_i beta_i
/// s.t. sum_k a_ik w_k + v_i >= 1   (beta_i)          s.t. sum_i a_ik beta_i <= lambda c_k   (w_k)
///      v, w >= 0                                          0 <= beta_i <= omega_i
/// ```
///
/// where a covered sample has `a = 1` if the rule predicts its class and `a = -1/(K-1)` if not.
///
/// Fairness rows `F v <= epsilon` (MATH.md 3) bound how far mean errors may differ between groups. In the dual the
/// bounds `omega_i` stretch, for some cells at the expense of others (see [`Cells`](rulegen_lp::Cells)); what a rule
/// gains is as before, so pricers need not know.
#[derive(Debug)]
pub struct RugMaster {
    samples: Arc<Samples>,
    settings: RugSettings,
    lp: RestrictedLp<CoveringLoss>,
}

impl RugMaster {
    /// A master without columns: every sample is an error, and every dual at its bound.
    ///
    /// # Errors
    /// A setting out of range, or an LP backend that is not built in.
    pub fn new(samples: Arc<Samples>, settings: RugSettings) -> Result<Self, MasterError> {
        settings.check(samples.classes)?;
        let others = -1.0 / (samples.classes as f64 - 1.0);
        let row = |predicted| (0..samples.classes).map(|k| if k == predicted { 1.0 } else { others }).collect();
        let rows = |fairness| FairnessRows::new(fairness, &samples.labels, &samples.groups, &samples.weights);
        let fairness = settings.fairness.as_ref().map(rows);
        let loss = CoveringLoss {
            classes: samples.labels.iter().copied().map(Some).collect(),
            weights: samples.weights.clone(),
            coefficients: (0..samples.classes).map(row).collect(),
            budgets: Vec::new(),
            cells: fairness.as_ref().map_or(Vec::new(), |rows| rows.cell_of.clone()),
            fairness,
        };
        // With fairness rows every bound of the dual moves: a simplex solver over samples would need a row for each.
        let strategy = if settings.fairness.is_some() { LpStrategy::Interior } else { settings.strategy };
        let lp = RestrictedLp::new(loss, strategy, settings.backend)?;
        Ok(RugMaster { lp, samples, settings })
    }

    /// Lets mean errors differ by another epsilon from now on; the columns stay.
    ///
    /// # Errors
    /// An epsilon out of range, or a master that was made without fairness.
    pub fn set_epsilon(&mut self, epsilon: f64) -> Result<(), MasterError> {
        check_epsilon(epsilon)?;
        let fairness = self.settings.fairness.as_mut().ok_or(MasterError::NoFairness)?;
        fairness.epsilon = epsilon;
        self.lp.change_loss(|loss| loss.fairness.iter_mut().for_each(|rows| rows.set_epsilon(epsilon)));
        Ok(())
    }

    /// Keeps rule weights, one for each of the first columns, if they are better than the best known: those that were
    /// found for another epsilon, or earlier for this one.
    pub fn offer(&mut self, weights: &[f64]) {
        self.lp.offer(weights);
    }

    /// The errors `v_i` of the samples at given rule weights, one for each column: the least that meet all rows.
    pub fn errors(&self, weights: &[f64]) -> Vec<f64> {
        self.lp.loss().errors(self.lp.columns(), weights)
    }

    /// The part of the weighted sum of [`RugMaster::errors`] that no vote is short of: the fairness rows are met by
    /// raising the errors of those who fare better, where that costs less than rules for those who fare worse. Predictions
    /// are as unequal as if that part were not there.
    pub fn raised(&self, weights: &[f64]) -> f64 {
        self.lp.loss().raised(self.lp.columns(), weights, self.lp.partition())
    }

    /// The columns, in the order in which they came.
    pub fn rules(&self) -> &[Column] {
        self.lp.columns()
    }

    /// The weight of each column in the best solution found.
    pub fn weights(&self) -> impl Iterator<Item = f64> + '_ {
        self.lp.weights()
    }

    /// The objective of [`RugMaster::weights`].
    pub fn objective(&self) -> f64 {
        self.lp.objective()
    }

    /// The duals of the last solve, one per sample.
    pub fn duals(&self) -> &[f64] {
        &self.lp.duals().samples
    }

    /// Takes in rules whatever they would gain, as a start; those that are known already are left out.
    pub fn add_rules(&mut self, rules: impl IntoIterator<Item = (Rule, u32)>) {
        for (rule, class) in rules {
            if !rule.is_empty() && !self.lp.knows(class, &rule) {
                let cover = self.samples.cover(&rule);
                self.lp.push(self.column(class, &rule, cover));
            }
        }
    }

    /// The LP over all columns at hand, samples merged: what any backend can be given.
    pub fn program(&self) -> BoxedProgram {
        self.lp.program()
    }

    /// The entry `a_ik` of a covered sample (MATH.md 2).
    pub fn coefficient(&self, predicted: u32, class: u32) -> f64 {
        self.lp.loss().coefficient(predicted, class)
    }

    /// The gain that counts as none.
    fn zero_gain(&self) -> f64 {
        match self.least_cost() {
            least if least > 0.0 => ZERO_GAIN * least.min(1.0),
            _ => ZERO_GAIN,
        }
    }

    /// `(fixed, per_literal)`, scaled: no rule costs less than `fixed + per_literal * len`.
    fn cost_bound(&self) -> (f64, f64) {
        let scale = self.settings.penalty * self.settings.cost_scale;
        let (fixed, per_literal) = self.settings.cost.lower_bound();
        (scale * fixed, scale * per_literal)
    }

    /// No rule costs less.
    fn least_cost(&self) -> f64 {
        let (fixed, per_literal) = self.cost_bound();
        fixed + per_literal
    }

    /// A column, with its scaled cost. A cost below its own lower bound would make proofs false: then
    /// the bound holds.
    fn column(&self, class: u32, rule: &Rule, cover: RowSet) -> Column {
        let (fixed, per_literal) = self.cost_bound();
        let own = self.settings.penalty * self.settings.cost_scale * self.settings.cost.of(rule, &cover, &self.samples);
        let cost = own.max(fixed + per_literal * rule.len() as f64);
        Column { tag: class, rule: rule.clone(), cost, usage: Vec::new(), cover }
    }

    /// The duals that the problems of a round were made of: what a sample gains for its own class. Nothing, unless there is a
    /// problem for every class.
    fn duals_of(&self, problems: &[PricingProblem]) -> Option<Vec<f64>> {
        let of_class = |class: u32| problems.iter().find(|p| p.tag == class && p.gains.len() == self.samples.len());
        let problems: Vec<_> = (0..self.samples.classes as u32).map(of_class).collect::<Option<_>>()?;
        Some(self.samples.labels.iter().enumerate().map(|(i, &k)| problems[k as usize].gains[i]).collect())
    }

    fn pricing_problem(&self, class: u32) -> PricingProblem {
        let (fixed, per_literal) = self.cost_bound();
        PricingProblem {
            tag: class,
            gains: (self.duals().iter().zip(&self.samples.labels))
                .map(|(beta, &label)| self.coefficient(class, label) * beta)
                .collect(),
            fixed,
            per_literal,
            max_length: self.settings.max_length,
            threshold: self.zero_gain(),
        }
    }
}

impl Master for RugMaster {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        let zero = self.zero_gain();
        self.lp.solve(tolerance, limits, zero)
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        (0..self.samples.classes as u32).map(|class| self.pricing_problem(class)).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<Added, DriverError> {
        let mut added = Added::default();
        for candidate in candidates {
            if self.lp.knows(candidate.tag, &candidate.rule) {
                added.known += 1;
                continue;
            }
            let cover = verified_cover(&self.samples, problems, candidate)?;
            let column = self.column(candidate.tag, &candidate.rule, cover);
            self.lp.push_if_improving(column, self.zero_gain(), &mut added);
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.lp.columns().len()
    }

    /// Farley's bound (MATH.md 6): with `p` the best price over all rules and classes and `c` the least
    /// cost of a rule, `theta beta` is dual feasible for `theta = c / (c + p)`, and `theta sum beta`
    /// bounds the objective from below.
    ///
    /// With fairness rows the bound is what `theta beta` is worth: it pays no rule more than it costs, and
    /// stretched bounds that hold `beta` hold it, too: `theta beta_i <= theta omega_i r_c <= omega_i (1 + theta (r_c - 1))`,
    /// as `theta <= 1`, which cost `theta` times as much. So the worth is at least `theta (sum beta - epsilon sum gamma)`.
    fn lower_bound(&self, problems: &[PricingProblem], best_gains: &[f64]) -> Option<f64> {
        let least = self.least_cost();
        let best = best_gains.iter().copied().fold(0.0, f64::max);
        let theta = least / (least + best);
        let beta = self.duals_of(problems)?;
        let value = match &self.lp.loss().fairness {
            Some(rows) => rows.dual_value(theta, &beta, &self.samples.weights),
            None => theta * beta.iter().sum::<f64>(),
        };
        (least > 0.0).then(|| value.max(0.0))
    }
}
