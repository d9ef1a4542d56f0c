//! What the masters of weighted rules under a linear loss have in common.

use crate::fairness::{FairnessRows, check_epsilon};
use crate::restricted::{Duals, LinearLoss, LpStrategy, Partition, RestrictedLp, verified_cover};
use crate::weighted::by_class;
use crate::{Column, MasterError, RuleTerms};
use rulegen_binarize::Samples;
use rulegen_driver::{Added, Candidate, DriverError, MasterSolution, PricingProblem};
use rulegen_limits::Limits;
use rulegen_lp::LpFactory;
use rulegen_rule::Rule;
use std::sync::Arc;

/// A linear loss of votes: a pricing problem for each class, and an error for each sample.
pub(crate) trait RuleLoss: LinearLoss {
    /// The gain of covering each sample with a rule for `class`.
    fn gains(&self, duals: &Duals, class: u32) -> Vec<f64>;

    /// The dual point that problems, one for each class, were made of. Nothing where gains are no numbers.
    fn dual_point(&self, of_class: &[&PricingProblem]) -> Option<DualPoint>;

    /// `v_i`, one per sample, at given rule weights: the least that meet all rows.
    fn errors(&self, columns: &[Column], weights: &[f64]) -> Vec<f64>;

    /// What raising errors costs until the fairness rows hold, at given rule weights.
    fn raised(&self, columns: &[Column], weights: &[f64], partition: &Partition) -> f64;

    /// Constraints on errors.
    fn fairness(&self) -> Option<&FairnessRows>;

    /// The same, to change them.
    fn fairness_mut(&mut self) -> Option<&mut FairnessRows>;
}

/// A dual point: feasible once it is scaled so that no rule is paid more than it costs.
pub(crate) struct DualPoint {
    /// What the error of each sample is paid: they add up to the dual objective.
    pub(crate) samples: Vec<f64>,
    /// By how much, at most, a rule gains more at this point than its problem says.
    pub(crate) excess: f64,
    /// The largest scale, at most 1, that keeps the point inside its bounds.
    pub(crate) scale: f64,
}

/// The restricted master of weighted rules under a linear loss.
#[derive(Debug)]
pub(crate) struct LinearRules<L> {
    samples: Arc<Samples>,
    terms: RuleTerms,
    strategy: LpStrategy,
    lp: RestrictedLp<L>,
}

impl<L: RuleLoss> LinearRules<L> {
    /// Without columns.
    ///
    /// # Errors
    /// An LP backend that is not built in.
    pub(crate) fn new(
        loss: L,
        samples: Arc<Samples>,
        terms: RuleTerms,
        strategy: LpStrategy,
        backend: Arc<dyn LpFactory>,
    ) -> Result<Self, MasterError> {
        // With fairness rows every bound of the dual moves: a simplex solver over samples would need a row for each.
        let strategy = if loss.fairness().is_some() { LpStrategy::Interior } else { strategy };
        Ok(LinearRules { lp: RestrictedLp::new(loss, strategy, backend)?, samples, terms, strategy })
    }

    pub(crate) fn lp(&self) -> &RestrictedLp<L> {
        &self.lp
    }

    pub(crate) fn lp_mut(&mut self) -> &mut RestrictedLp<L> {
        &mut self.lp
    }

    pub(crate) fn classes(&self) -> usize {
        self.samples.classes
    }

    pub(crate) fn set_epsilon(&mut self, epsilon: f64) -> Result<(), MasterError> {
        check_epsilon(epsilon)?;
        self.lp.loss().fairness().ok_or(MasterError::NoFairness)?;
        self.lp.change_loss(|loss| loss.fairness_mut().into_iter().for_each(|rows| rows.set_epsilon(epsilon)));
        Ok(())
    }

    pub(crate) fn set_penalty(&mut self, penalty: f64) -> Result<(), MasterError> {
        self.terms = self.terms.with_penalty(penalty)?;
        let cost = |column: &Column| self.terms.cost_of(&self.samples, &column.rule, &column.cover);
        self.lp.change_costs(self.strategy, cost)
    }

    pub(crate) fn errors(&self, weights: &[f64]) -> Vec<f64> {
        self.lp.loss().errors(self.lp.columns(), weights)
    }

    pub(crate) fn raised(&self, weights: &[f64]) -> f64 {
        self.lp.loss().raised(self.lp.columns(), weights, self.lp.partition())
    }

    /// `sum_k lambda c_k w_k + sum_i omega_i v_i`, with the least errors that these weights allow (docs/MATH.md 2 and 3).
    pub(crate) fn objective_of(&self, weights: &[f64]) -> f64 {
        let errors: f64 = self.errors(weights).iter().zip(&self.samples.weights).map(|(v, w)| w * v).sum();
        errors + self.lp.columns().iter().zip(weights).map(|(column, weight)| column.cost * weight).sum::<f64>()
    }

    pub(crate) fn add_rules(&mut self, rules: Vec<(Rule, u32)>) {
        for (rule, class) in rules {
            if !rule.is_empty() && !self.lp.knows(class, &rule) {
                let cover = self.samples.cover(&rule);
                self.lp.push(self.terms.column(&self.samples, class, &rule, cover));
            }
        }
    }

    pub(crate) fn solve(&mut self, tolerance: f64, limits: &Limits) -> Result<MasterSolution, DriverError> {
        self.lp.solve(tolerance, limits, self.terms.zero_gain())
    }

    pub(crate) fn pricing_problems(&self) -> Vec<PricingProblem> {
        let gains = |class| self.lp.loss().gains(self.lp.duals(), class);
        (0..self.samples.classes as u32).map(|class| self.terms.problem(class, gains(class))).collect()
    }

    pub(crate) fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<Added, DriverError> {
        let mut added = Added::default();
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

    /// Farley's bound (docs/MATH.md 6): with `p` the best price over all rules and classes and `c` the least
    /// cost of a rule, `theta beta` is dual feasible for `theta = c / (c + p)`, and `theta sum beta`
    /// bounds the objective from below.
    ///
    /// With fairness rows the bound is what `theta beta` is worth: it pays no rule more than it costs, and
    /// stretched bounds that hold `beta` hold it, too: `theta beta_i <= theta omega_i r_c <= omega_i (1 + theta (r_c - 1))`,
    /// as `theta <= 1`, which cost `theta` times as much. So the worth is at least `theta (sum beta - epsilon sum gamma)`.
    pub(crate) fn lower_bound(&self, problems: &[PricingProblem], best_gains: &[f64]) -> Option<f64> {
        let of_class = by_class(problems, &self.samples)?;
        let Some(DualPoint { samples, excess, scale }) = self.lp.loss().dual_point(&of_class) else { return Some(0.0) };
        let gains: Vec<f64> = best_gains.iter().map(|gain| gain + excess).collect();
        let theta = self.terms.feasible_scale(&gains)?.min(scale);
        let value = match self.lp.loss().fairness() {
            Some(rows) => rows.dual_value(theta, &samples, &self.samples.weights),
            None => theta * samples.iter().sum::<f64>(),
        };
        Some(value.max(0.0))
    }
}

/// Makes a master of a struct around [`LinearRules`].
macro_rules! rule_master {
    ($master:ident) => {
        impl $master {
            /// The errors `v_i` of the samples at given rule weights, one for each column: the least that meet all rows.
            pub fn errors(&self, weights: &[f64]) -> Vec<f64> {
                self.0.errors(weights)
            }

            /// The objective of the best solution found.
            pub fn objective(&self) -> f64 {
                self.0.lp().objective()
            }

            /// The LP over all columns at hand, samples merged: what any backend can be given.
            pub fn program(&self) -> rulegen_boxed::BoxedProgram {
                self.0.lp().program()
            }
        }

        impl $crate::FairRuleMaster for $master {
            fn set_epsilon(&mut self, epsilon: f64) -> Result<(), $crate::MasterError> {
                self.0.set_epsilon(epsilon)
            }

            fn offer(&mut self, weights: &[f64]) {
                self.0.lp_mut().offer(weights);
            }
        }

        impl $crate::RuleMaster for $master {
            fn as_fair(&mut self) -> Option<&mut dyn $crate::FairRuleMaster> {
                Some(self)
            }

            fn raised(&self, weights: &[f64]) -> f64 {
                self.0.raised(weights)
            }

            fn rules(&self) -> &[$crate::Column] {
                self.0.lp().columns()
            }

            fn weights(&self) -> Vec<f64> {
                self.0.lp().weights().collect()
            }

            fn intercepts(&self) -> Vec<f64> {
                vec![0.0; self.0.classes()]
            }

            fn objective_of(&self, weights: &[f64]) -> f64 {
                self.0.objective_of(weights)
            }

            fn add_rules(&mut self, rules: Vec<(rulegen_rule::Rule, u32)>) {
                self.0.add_rules(rules);
            }

            fn set_penalty(&mut self, penalty: f64) -> Result<(), $crate::MasterError> {
                self.0.set_penalty(penalty)
            }
        }

        impl rulegen_driver::Master for $master {
            fn solve(
                &mut self,
                tolerance: f64,
                limits: &rulegen_limits::Limits,
            ) -> Result<rulegen_driver::MasterSolution, rulegen_driver::DriverError> {
                self.0.solve(tolerance, limits)
            }

            fn pricing_problems(&self) -> Vec<rulegen_driver::PricingProblem> {
                self.0.pricing_problems()
            }

            fn add(
                &mut self,
                problems: &[rulegen_driver::PricingProblem],
                candidates: &[rulegen_driver::Candidate],
            ) -> Result<rulegen_driver::Added, rulegen_driver::DriverError> {
                self.0.add(problems, candidates)
            }

            fn columns(&self) -> usize {
                self.0.lp().columns().len()
            }

            fn lower_bound(&self, problems: &[rulegen_driver::PricingProblem], best_gains: &[f64]) -> Option<f64> {
                self.0.lower_bound(problems, best_gains)
            }
        }
    };
}

pub(crate) use rule_master;
