//! The common part of the masters of weighted rules under a linear loss.

use crate::error::check_not_negative;
use crate::fairness::{Fairness, FairnessRows};
use crate::restricted::{Duals, LinearLoss, LpStrategy, RestrictedLp, verified_cover};
use crate::weighted::{by_class, column_weights};
use crate::{Column, FairRuleMaster, MasterError, RuleMaster, RuleTerms};
use rulegen_binarize::Samples;
use rulegen_boxed::BoxedProgram;
use rulegen_driver::{AddCounts, Candidate, ColumnWeight, DriverError, Master, MasterSolution, PricingProblem};
use rulegen_limits::Limits;
use rulegen_lp::{Backend, LpFactory};
use rulegen_rule::Rule;
use std::sync::Arc;

/// Settings of a master of weighted rules under a linear loss.
///
/// | field | default | range |
/// |---|---|---|
/// | `terms` | see there | costs and length of rules |
/// | `strategy` | dual simplex | |
/// | `backend` | HiGHS where built in, else microlp | |
/// | `fairness` | none | see there |
#[derive(Clone, Debug)]
pub struct LinearSettings {
    /// The costs of rules, and the limits on their length and cover.
    pub terms: RuleTerms,
    /// The way in which the LP is solved; by interior point in any case if there is fairness. A
    /// simplex solver has a variable for each sample. Under the margin hinge it has one for each
    /// sample and class, and for more than two classes a row for each sample.
    pub strategy: LpStrategy,
    /// The simplex solver: a [`Backend`], or a factory of one's own.
    pub backend: Arc<dyn LpFactory>,
    /// Mean errors that may not differ much between groups.
    pub fairness: Option<Fairness>,
}

impl Default for LinearSettings {
    fn default() -> Self {
        LinearSettings {
            terms: RuleTerms::default(),
            strategy: LpStrategy::default(),
            backend: Arc::new(Backend::auto()),
            fairness: None,
        }
    }
}

impl LinearSettings {
    /// Checks the settings, and makes the fairness rows that they ask for.
    pub(crate) fn rows(&self, samples: &Samples) -> Result<Option<FairnessRows>, MasterError> {
        self.terms.check()?;
        let rows = |fairness: Fairness| {
            fairness.check(samples.classes)?;
            Ok(FairnessRows::new(&fairness, &samples.labels, &samples.groups, &samples.weights))
        };
        self.fairness.map(rows).transpose()
    }
}

/// A linear loss of votes: a pricing problem for each class, and an error for each sample.
/// [`LinearRules`] is its master.
pub trait RuleLoss: LinearLoss {
    /// Returns the gain of covering each sample with a rule for `class`.
    fn gains(&self, duals: &Duals, class: u32) -> Vec<f64>;

    /// Returns the dual point from which problems, one for each class, were made. Returns `None` if
    /// a gain is not finite.
    fn dual_point(&self, of_class: &[&PricingProblem]) -> Option<DualPoint>;

    /// Returns the least error of each sample at given rule weights, before fairness. The objective
    /// has the sum of these times the weights of the samples.
    fn shortfalls(&self, columns: &[Column], weights: &[f64]) -> Vec<f64>;

    /// Returns the constraints on errors, to change them.
    fn fairness_mut(&mut self) -> Option<&mut FairnessRows> {
        None
    }
}

/// A dual point. It is feasible once it is scaled so that no rule is paid more than it costs.
#[derive(Debug)]
pub struct DualPoint {
    /// The payment for the error of each sample. The sum is the dual objective.
    pub samples: Vec<f64>,
    /// An upper bound on how much more a rule gains at this point than in its problem.
    pub excess: f64,
    /// The largest scale, at most 1, that keeps the point inside its bounds.
    pub scale: f64,
}

/// The restricted master of weighted rules under a linear loss.
#[derive(Debug)]
pub struct LinearRules<L> {
    samples: Arc<Samples>,
    terms: RuleTerms,
    strategy: LpStrategy,
    lp: RestrictedLp<L>,
}

impl<L: RuleLoss> LinearRules<L> {
    /// Makes a master without columns. Fairness is that of the loss:
    /// [`LinearSettings::fairness`] is not read.
    ///
    /// # Errors
    /// Terms out of range, or an LP backend that is not built in.
    pub fn with_loss(loss: L, samples: Arc<Samples>, settings: LinearSettings) -> Result<Self, MasterError> {
        let LinearSettings { terms, strategy, backend, .. } = settings;
        terms.check()?;
        // With fairness rows every bound of the dual moves, so a simplex solver over samples would
        // need a row for each.
        let strategy = if loss.fairness().is_some() { LpStrategy::Interior } else { strategy };
        Ok(LinearRules { lp: RestrictedLp::new(loss, strategy, backend)?, samples, terms, strategy })
    }

    pub(crate) fn lp(&self) -> &RestrictedLp<L> {
        &self.lp
    }

    /// Returns the errors `v_i` of the samples at given rule weights, one weight for each column:
    /// the least that satisfy all rows.
    pub fn errors(&self, weights: &[f64]) -> Vec<f64> {
        let loss = self.lp.loss();
        let mut errors = loss.shortfalls(self.lp.columns(), weights);
        if let Some(rows) = loss.fairness() {
            rows.raise(&mut errors, loss.weights());
        }
        errors
    }

    /// Returns the objective of the best solution found.
    pub fn objective(&self) -> f64 {
        self.lp.objective()
    }

    /// Returns the LP over all columns with samples merged, in a form that any backend can solve.
    pub fn program(&self) -> BoxedProgram {
        self.lp.program()
    }
}

impl<L: RuleLoss> FairRuleMaster for LinearRules<L> {
    fn set_epsilon(&mut self, epsilon: f64) -> Result<(), MasterError> {
        check_not_negative("epsilon", epsilon)?;
        self.lp.loss().fairness().ok_or(MasterError::NoFairness)?;
        self.lp.change_loss(|loss| loss.fairness_mut().into_iter().for_each(|rows| rows.set_epsilon(epsilon)));
        Ok(())
    }

    fn offer(&mut self, weights: &[f64]) {
        self.lp.offer(weights);
    }
}

impl<L: RuleLoss> RuleMaster for LinearRules<L> {
    fn rules(&self) -> &[Column] {
        self.lp.columns()
    }

    fn weights(&self) -> Vec<f64> {
        self.lp.weights().collect()
    }

    fn intercepts(&self) -> Vec<f64> {
        vec![0.0; self.samples.classes]
    }

    /// Returns `sum_k lambda c_k w_k + sum_i omega_i v_i`, with the least errors that these weights
    /// allow (docs/MATH.md 2 and 3).
    fn objective_of(&self, weights: &[f64]) -> f64 {
        let errors: f64 = self.errors(weights).iter().zip(&self.samples.weights).map(|(v, w)| w * v).sum();
        errors + self.lp.columns().iter().zip(weights).map(|(column, weight)| column.cost * weight).sum::<f64>()
    }

    fn add_rules(&mut self, rules: Vec<(Rule, u32)>) {
        for (rule, class) in rules {
            if !rule.is_empty() && !self.lp.knows(class, &rule) {
                let cover = self.samples.cover(&rule);
                self.lp.push(self.terms.column(&self.samples, class, &rule, cover));
            }
        }
    }

    fn set_penalty(&mut self, penalty: f64) -> Result<(), MasterError> {
        self.terms = self.terms.with_penalty(penalty)?;
        let cost = |column: &Column| self.terms.cost_of(&self.samples, column.tag, &column.rule, &column.cover);
        self.lp.change_costs(self.strategy, cost)
    }

    fn as_fair(&mut self) -> Option<&mut dyn FairRuleMaster> {
        Some(self)
    }

    fn raised(&self, weights: &[f64]) -> f64 {
        self.lp.loss().raised(self.lp.columns(), weights, self.lp.partition())
    }
}

impl<L: RuleLoss> Master for LinearRules<L> {
    fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        self.lp.solve(tolerance, limits, self.terms.zero_gain())
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gains = |class| self.lp.loss().gains(self.lp.duals(), class);
        (0..self.samples.classes as u32).map(|class| self.terms.problem(class, gains(class))).collect()
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let mut added = AddCounts::default();
        for candidate in candidates {
            if self.lp.knows(candidate.tag, &candidate.rule) {
                added.known += 1;
                continue;
            }
            let cover = verified_cover(&self.samples, problems, candidate)?;
            let column = self.terms.column(&self.samples, candidate.tag, &candidate.rule, cover);
            self.lp.push_if_improving(column, self.terms.zero_gain(), &mut added);
        }
        Ok(added)
    }

    fn columns(&self) -> usize {
        self.lp.columns().len()
    }

    fn column_weights(&self) -> Vec<ColumnWeight<'_>> {
        column_weights(self.lp.columns(), self.lp.weights())
    }

    /// Returns Farley's bound `theta sum beta` (docs/MATH.md 6), since `theta beta` is dual
    /// feasible. The factor is that of [`RuleTerms::feasible_scale`] for `gain_bounds`, each
    /// raised by what the point may pay a rule beyond its gain ([`DualPoint::excess`]), or what the
    /// point allows ([`DualPoint::scale`]) if that is less. Without a dual point the bound is 0.
    ///
    /// With fairness rows the bound is the dual value of `theta beta`, which pays no rule more than
    /// the rule costs. If `beta` keeps to upper bounds `omega_i r_c`, which the rows stretch by the
    /// ratio `r_c` of a cell, then `theta beta` keeps to those of the ratio `1 + theta (r_c - 1)`:
    /// `theta beta_i <= theta omega_i r_c <= omega_i (1 + theta (r_c - 1))`, as `theta <= 1`. They
    /// cost `theta` times as much, so the value is at least `theta (sum beta - epsilon sum gamma)`.
    ///
    /// Each rule without a cost lowers the bound by `B theta` times what it is overpaid, with B =
    /// [`RuleTerms::MOST_FREE_WEIGHT`]. There is no bound if such a rule weighs more than B in the
    /// present solution.
    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        let of_class = by_class(problems, &self.samples)?;
        let Some(DualPoint { samples, excess, scale }) = self.lp.loss().dual_point(&of_class) else { return Some(0.0) };
        let gains: Vec<f64> = gain_bounds.iter().map(|gain| gain + excess).collect();
        let theta = self.terms.feasible_scale(&gains)?.min(scale);
        let value = match self.lp.loss().fairness() {
            Some(rows) => rows.dual_value(theta, &samples, &self.samples.weights),
            None => theta * samples.iter().sum::<f64>(),
        };
        if self.terms.weighs_too_much(self.lp.columns(), self.lp.weights()) {
            return None;
        }
        let overpaid: f64 = self.terms.overpaid(&self.samples, &of_class, |_| excess).sum();
        Some((value - RuleTerms::MOST_FREE_WEIGHT * theta * overpaid).max(0.0))
    }
}
