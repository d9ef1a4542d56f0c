//! Gains, errors and dual points of the margin hinge.

use super::loss::MarginLoss;
use super::rivals::error;
use crate::Column;
use crate::fairness::FairnessRows;
use crate::linear_rules::{DualPoint, RuleLoss};
use crate::restricted::Duals;
use rulegen_driver::PricingProblem;

impl RuleLoss for MarginLoss {
    fn gains(&self, duals: &Duals, class: u32) -> Vec<f64> {
        let gain = |(duals, &label): (&[f64], &u32)| {
            let dual = duals[class as usize];
            if label == class { dual } else { -dual }
        };
        duals.samples.chunks_exact(self.classes).zip(&self.labels).map(gain).collect()
    }

    /// Takes minus the gain for class c as `beta_ic`. If by rounding the gain for the own class is
    /// less than the sum of these, a rule gains more at this point than was priced.
    fn dual_point(&self, of_class: &[&PricingProblem]) -> Option<DualPoint> {
        if of_class.iter().any(|problem| problem.gains.iter().any(|gain| !gain.is_finite())) {
            return None;
        }
        let mut point = DualPoint { samples: Vec::with_capacity(self.labels.len()), excess: 0.0, scale: 1.0 };
        for (i, (&label, weight)) in self.labels.iter().zip(&self.weights).enumerate() {
            let others = of_class.iter().enumerate().filter(|(c, _)| *c != label as usize);
            let sum: f64 = others.map(|(_, problem)| (-problem.gains[i]).max(0.0)).sum();
            point.excess += (sum - of_class[label as usize].gains[i]).max(0.0);
            if sum > *weight && self.fairness.is_none() {
                point.scale = point.scale.min(weight / sum);
            }
            point.samples.push(sum);
        }
        Some(point)
    }

    fn shortfalls(&self, columns: &[Column], weights: &[f64]) -> Vec<f64> {
        let mut votes = vec![0.0; self.labels.len() * self.classes];
        for (column, &weight) in columns.iter().zip(weights).filter(|(_, w)| **w != 0.0) {
            column.cover.iter().for_each(|i| votes[i * self.classes + column.tag as usize] += weight);
        }
        votes.chunks_exact(self.classes).zip(&self.labels).map(|(votes, &label)| error(votes, label)).collect()
    }

    fn fairness_mut(&mut self) -> Option<&mut FairnessRows> {
        self.fairness.as_mut()
    }
}
