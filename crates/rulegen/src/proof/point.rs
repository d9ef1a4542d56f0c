//! The dual point of a master of weighted rules, in whole numbers.

use super::share::{Most, Scale, Tolerance};
use crate::FitError;
use crate::training::Training;
use rulegen_driver::PricingProblem;

/// A dual point: `theta` of the other classes of each sample, or under the mean hinge one `beta` of
/// each, in units of a scale.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) scale: Scale,
    pub(super) values: Vec<u64>,
    /// True if each sample has one value, which its other classes share.
    is_shared: bool,
}

impl Point {
    /// Rounds the point behind pricing problems, one for each class in order. A sample has minus
    /// its gain for another class, or `is_shared` its gain for its own.
    ///
    /// # Errors
    /// [`FitError::NoProof`] for weights that whole numbers cannot hold.
    pub(super) fn of(
        is_shared: bool,
        problems: &[PricingProblem],
        training: &Training<'_>,
        tolerance: Tolerance,
    ) -> Result<Point, FitError> {
        let samples = &training.samples;
        let others = |i: usize| others(problems.len(), samples.labels[i]);
        let values: Vec<Vec<f64>> = (0..samples.len())
            .map(|i| match is_shared {
                true => vec![problems[samples.labels[i] as usize].gains[i]],
                false => others(i).map(|class| -problems[class].gains[i]).collect(),
            })
            .collect();
        let number = values.iter().map(Vec::len).sum();
        let sum = values.iter().flatten().map(|value| value.max(0.0)).sum();
        let all: f64 = samples.weights.iter().sum();
        let scale = Scale::of(tolerance, number, sum, problems[0].cost(1), all).ok_or_else(|| FitError::NoProof {
            reason: format!("weights of rows that sum to {all} leave no room for whole numbers"),
        })?;
        let mut whole = Vec::with_capacity(number);
        let most = match training.fairness {
            None => samples.weights.clone(),
            Some(fairness) => {
                let paid: Vec<f64> = values.iter().map(|values| values.iter().sum()).collect();
                fairness.most_paid(&paid, samples)
            }
        };
        let is_exact = training.weighing.is_exact && training.fairness.is_none();
        for (values, weight) in values.iter().zip(most) {
            let mut left = Most { weight, is_exact }.units(scale);
            for &value in values {
                let units = scale.units(value).min(left);
                left -= units;
                whole.push(units);
            }
        }
        Ok(Point { scale, values: whole, is_shared })
    }

    /// Returns the problems at this point.
    pub(super) fn problems(&self, solved: &[PricingProblem], training: &Training<'_>) -> Vec<PricingProblem> {
        let classes = solved.len();
        let mut gains = vec![vec![0.0; training.samples.len()]; classes];
        let of_sample = if self.is_shared { 1 } else { classes - 1 };
        for (i, (values, &label)) in self.values.chunks_exact(of_sample).zip(&training.samples.labels).enumerate() {
            gains[label as usize][i] = self.scale.value(values.iter().sum());
            let mut of_others = values.iter().map(|&units| self.scale.value(units)).cycle();
            for class in others(classes, label) {
                let value = of_others.next().expect("a cycle has no end");
                gains[class][i] = if self.is_shared { -value / (classes - 1) as f64 } else { -value };
            }
        }
        let at = |(problem, gains): (&PricingProblem, Vec<f64>)| PricingProblem { gains, ..problem.clone() };
        solved.iter().zip(gains).map(at).collect()
    }
}

/// Returns the classes other than the one of a label, in order.
fn others(classes: usize, label: u32) -> impl Iterator<Item = usize> {
    (0..classes).filter(move |&class| class != label as usize)
}
