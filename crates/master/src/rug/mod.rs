//! The RUG master: weighted rules for any number of classes.

use crate::fairness::{Fairness, FairnessRows};
use crate::linear_rules::{DualPoint, LinearRules, RuleLoss, rule_master};
use crate::restricted::{CoveringLoss, Duals, LpStrategy, Partition};
use crate::{Column, MasterError, RuleTerms};
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_lp::{Backend, LpFactory};
use std::sync::Arc;

/// Settings of the RUG master.
///
/// | field | default | range |
/// |---|---|---|
/// | `terms` | see there | costs and length of rules |
/// | `strategy` | interior | |
/// | `backend` | HiGHS where built in, else microlp | |
/// | `fairness` | none | see there |
#[derive(Clone, Debug)]
pub struct RugSettings {
    /// The costs of rules, and the limits on their length and cover.
    pub terms: RuleTerms,
    /// The way in which the LP is solved; by interior point in any case if there is fairness.
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
/// Fairness rows `F v <= epsilon` (docs/MATH.md 3) bound the differences of mean errors between
/// groups. In the dual the bounds `omega_i` stretch, for some cells at the expense of others (see
/// [`Cells`](rulegen_boxed::Cells)). The gains of rules stay the same, so pricers need not know.
#[derive(Debug)]
pub struct RugMaster(LinearRules<CoveringLoss>);

rule_master!(RugMaster);

impl RugMaster {
    /// Makes a master without columns, in which every sample is an error, and every dual at its
    /// bound.
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
        LinearRules::new(loss, samples, settings.terms, settings.strategy, settings.backend).map(RugMaster)
    }

    /// Returns the duals of the last solve, one per sample.
    pub fn duals(&self) -> &[f64] {
        &self.0.lp().duals().samples
    }

    /// Returns the entry `a_ik` of a covered sample (docs/MATH.md 2).
    pub fn coefficient(&self, predicted: u32, class: u32) -> f64 {
        self.0.lp().loss().coefficient(predicted, class)
    }
}

impl RuleLoss for CoveringLoss {
    fn gains(&self, duals: &Duals, class: u32) -> Vec<f64> {
        let gain =
            |(beta, label): (&f64, &Option<u32>)| label.map_or(0.0, |label| self.coefficient(class, label) * beta);
        duals.samples.iter().zip(&self.classes).map(gain).collect()
    }

    /// Takes the gain of a sample for its own class as its dual.
    fn dual_point(&self, of_class: &[&PricingProblem]) -> Option<DualPoint> {
        let own = |(i, label): (usize, &Option<u32>)| label.map_or(0.0, |label| of_class[label as usize].gains[i]);
        let samples = self.classes.iter().enumerate().map(own).collect();
        Some(DualPoint { samples, excess: 0.0, scale: 1.0 })
    }

    fn errors(&self, columns: &[Column], weights: &[f64]) -> Vec<f64> {
        CoveringLoss::errors(self, columns, weights)
    }

    fn raised(&self, columns: &[Column], weights: &[f64], partition: &Partition) -> f64 {
        CoveringLoss::raised(self, columns, weights, partition)
    }

    fn fairness(&self) -> Option<&FairnessRows> {
        self.fairness.as_ref()
    }

    fn fairness_mut(&mut self) -> Option<&mut FairnessRows> {
        self.fairness.as_mut()
    }
}
