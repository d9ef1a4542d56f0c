//! The weights of samples, as they follow from rows and classes.

use crate::parameters::Parameters;
use rulegen_binarize::are_whole;
use rulegen_data::Dataset;

/// The way in which the weights of samples follow from those of rows.
#[derive(Clone, Debug)]
pub(crate) struct Weighing {
    /// The factor of the weights of each class.
    pub(crate) factors: Vec<f64>,
    /// True if no weight of a sample is rounded: weights of rows are whole, and all factors are 1.
    pub(crate) is_exact: bool,
}

impl Weighing {
    /// The weighing of `classes` classes without factors, of rows that nobody has looked at.
    pub(crate) fn unknown(classes: usize) -> Weighing {
        Weighing { factors: vec![1.0; classes], is_exact: false }
    }

    /// The weighing of the rows of `data` that the parameters ask for.
    pub(crate) fn of(p: &Parameters, data: &Dataset) -> Weighing {
        let mut totals = vec![0.0; data.target.classes.len()];
        for (row, &label) in data.target.labels.iter().enumerate() {
            totals[label as usize] += data.weights.as_ref().map_or(1.0, |weights| weights[row]);
        }
        let factors = p.class_weight.factors(&totals);
        let is_exact = data.weights.as_deref().is_none_or(are_whole) && factors.iter().all(|factor| *factor == 1.0);
        Weighing { factors, is_exact }
    }
}
