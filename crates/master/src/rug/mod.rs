//! The RUG master: weighted rules for any number of classes.

use crate::fairness::FairnessRows;
use crate::linear_rules::{DualPoint, LinearRules, LinearSettings, RuleLoss};
use crate::restricted::{CoveringLoss, Duals};
use crate::{Column, MasterError};
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use std::sync::Arc;

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
pub type RugMaster = LinearRules<CoveringLoss>;

impl LinearRules<CoveringLoss> {
    /// Makes a master without columns, in which every sample is an error, and every dual at its
    /// bound.
    ///
    /// # Errors
    /// A setting out of range, or an LP backend that is not built in.
    pub fn new(samples: Arc<Samples>, settings: LinearSettings) -> Result<Self, MasterError> {
        let fairness = settings.rows(&samples)?;
        let others = -1.0 / (samples.classes as f64 - 1.0);
        let row = |predicted| (0..samples.classes).map(|k| if k == predicted { 1.0 } else { others }).collect();
        let loss = CoveringLoss {
            classes: samples.labels.iter().copied().map(Some).collect(),
            weights: samples.weights.clone(),
            coefficients: (0..samples.classes).map(row).collect(),
            budgets: Vec::new(),
            cells: fairness.as_ref().map_or(Vec::new(), |rows| rows.cell_of.clone()),
            fairness,
        };
        LinearRules::with_loss(loss, samples, settings)
    }

    /// Returns the duals of the last solve that no limit ended, one per sample.
    pub fn duals(&self) -> &[f64] {
        &self.lp().duals().samples
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

    fn shortfalls(&self, columns: &[Column], weights: &[f64]) -> Vec<f64> {
        let mut votes = vec![0.0; self.classes.len()];
        for (column, &weight) in columns.iter().zip(weights).filter(|(_, w)| **w != 0.0) {
            let vote = |i: usize| self.classes[i].map_or(0.0, |class| self.coefficient(column.tag, class));
            column.cover.iter().for_each(|i| votes[i] += vote(i) * weight);
        }
        votes.iter().map(|vote| (1.0 - vote).max(0.0)).collect()
    }

    fn fairness_mut(&mut self) -> Option<&mut FairnessRows> {
        self.fairness.as_mut()
    }
}
