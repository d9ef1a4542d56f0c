//! The RUG master: weighted rules for any number of classes.

use crate::fairness::{Fairness, FairnessRows, check_epsilon};
use crate::restricted::{CoveringLoss, LpStrategy, RestrictedLp, verified_cover};
use crate::weighted::by_class;
use crate::{Column, MasterError, RuleMaster, RuleTerms};
use rulegen_binarize::Samples;
use rulegen_boxed::BoxedProgram;
use rulegen_driver::{Added, Candidate, DriverError, Limits, Master, MasterSolution, PricingProblem};
use rulegen_lp::{Backend, LpFactory};
use rulegen_rule::Rule;
use std::sync::Arc;

/// What the RUG master is about.
///
/// | field | default | range |
/// |---|---|---|
/// | `terms` | see there | costs and length of rules |
/// | `strategy` | interior | |
/// | `backend` | HiGHS where built in, else microlp | |
/// | `fairness` | none | see there |
#[derive(Clone, Debug)]
pub struct RugSettings {
    /// What rules cost, and how long they may be.
    pub terms: RuleTerms,
    /// How the LP is solved; by interior point in any case where fairness is asked for.
    pub strategy: LpStrategy,
    /// The simplex solver: a [`Backend`], or a factory of one's own.
    pub backend: Arc<dyn LpFactory>,
    /// Mean errors that may not differ much between groups.
    pub fairness: Option<Fairness>,
}

impl Default for RugSettings {
    fn default() -> Self {
        RugSettings {
            terms: RuleTerms::default(),
            strategy: LpStrategy::Interior,
            backend: Arc::new(Backend::auto()),
            fairness: None,
        }
    }
}

impl RugSettings {
    fn check(&self, classes: usize) -> Result<(), MasterError> {
        self.terms.check()?;
        self.fairness.map_or(Ok(()), |fairness| fairness.check(classes))
    }
}

/// The restricted master of RUG (paper, section 3; docs/MATH.md 2), solved in its dual form:
///
/// ```text
/// min  sum_k lambda c_k w_k + sum_i omega_i v_i      max  sum_i beta_i
/// s.t. sum_k a_ik w_k + v_i >= 1   (beta_i)          s.t. sum_i a_ik beta_i <= lambda c_k   (w_k)
///      v, w >= 0                                          0 <= beta_i <= omega_i
/// ```
///
/// where a covered sample has `a = 1` if the rule predicts its class and `a = -1/(K-1)` if not.
///
/// Fairness rows `F v <= epsilon` (docs/MATH.md 3) bound how far mean errors may differ between groups. In the dual the
/// bounds `omega_i` stretch, for some cells at the expense of others (see [`Cells`](rulegen_boxed::Cells)); what a rule
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
        let lp = RestrictedLp::new(loss, strategy, settings.backend.clone())?;
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

    /// The objective of the best solution found.
    pub fn objective(&self) -> f64 {
        self.lp.objective()
    }

    /// The duals of the last solve, one per sample.
    pub fn duals(&self) -> &[f64] {
        &self.lp.duals().samples
    }

    /// The LP over all columns at hand, samples merged: what any backend can be given.
    pub fn program(&self) -> BoxedProgram {
        self.lp.program()
    }

    /// The entry `a_ik` of a covered sample (docs/MATH.md 2).
    pub fn coefficient(&self, predicted: u32, class: u32) -> f64 {
        self.lp.loss().coefficient(predicted, class)
    }
}

impl RuleMaster for RugMaster {
    fn rules(&self) -> &[Column] {
        self.lp.columns()
    }

    fn weights(&self) -> Vec<f64> {
        self.lp.weights().collect()
    }

    fn intercepts(&self) -> Vec<f64> {
        vec![0.0; self.samples.classes]
    }

    /// `sum_k lambda c_k w_k + sum_i omega_i v_i`, with the least errors that these weights allow (docs/MATH.md 2 and 3).
    fn objective_of(&self, weights: &[f64]) -> f64 {
        let errors: f64 = self.errors(weights).iter().zip(&self.samples.weights).map(|(v, w)| w * v).sum();
        errors + self.rules().iter().zip(weights).map(|(column, weight)| column.cost * weight).sum::<f64>()
    }

    fn add_rules(&mut self, rules: Vec<(Rule, u32)>) {
        for (rule, class) in rules {
            if !rule.is_empty() && !self.lp.knows(class, &rule) {
                let cover = self.samples.cover(&rule);
                self.lp.push(self.settings.terms.column(&self.samples, class, &rule, cover));
            }
        }
    }
}

impl Master for RugMaster {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        self.lp.solve(tolerance, limits, self.settings.terms.zero_gain())
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gains = |class: u32| {
            let of = |(beta, &label): (&f64, &u32)| self.coefficient(class, label) * beta;
            self.duals().iter().zip(&self.samples.labels).map(of).collect()
        };
        (0..self.samples.classes as u32).map(|class| self.settings.terms.problem(class, gains(class))).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<Added, DriverError> {
        let mut added = Added::default();
        for candidate in candidates {
            if self.lp.knows(candidate.tag, &candidate.rule) {
                added.known += 1;
                continue;
            }
            let cover = verified_cover(&self.samples, problems, candidate)?;
            let terms = &self.settings.terms;
            let column = terms.column(&self.samples, candidate.tag, &candidate.rule, cover);
            self.lp.push_if_improving(column, terms.zero_gain(), &mut added);
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.lp.columns().len()
    }

    /// Farley's bound (docs/MATH.md 6): with `p` the best price over all rules and classes and `c` the least
    /// cost of a rule, `theta beta` is dual feasible for `theta = c / (c + p)`, and `theta sum beta`
    /// bounds the objective from below.
    ///
    /// With fairness rows the bound is what `theta beta` is worth: it pays no rule more than it costs, and
    /// stretched bounds that hold `beta` hold it, too: `theta beta_i <= theta omega_i r_c <= omega_i (1 + theta (r_c - 1))`,
    /// as `theta <= 1`, which cost `theta` times as much. So the worth is at least `theta (sum beta - epsilon sum gamma)`.
    fn lower_bound(&self, problems: &[PricingProblem], best_gains: &[f64]) -> Option<f64> {
        let theta = self.settings.terms.feasible_scale(best_gains)?;
        // The duals that the problems were made of: what a sample gains for its own class.
        let of_class = by_class(problems, &self.samples)?;
        let own = |(i, &label): (usize, &u32)| of_class[label as usize].gains[i];
        let beta: Vec<f64> = self.samples.labels.iter().enumerate().map(own).collect();
        let value = match &self.lp.loss().fairness {
            Some(rows) => rows.dual_value(theta, &beta, &self.samples.weights),
            None => theta * beta.iter().sum::<f64>(),
        };
        Some(value.max(0.0))
    }
}
