//! The weights of samples, as they follow from rows and classes.

use crate::parameters::{ClassWeight, Parameters};
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

/// Returns the weight of every row that the parameters ask for. `None` if all weigh the same.
pub(crate) fn row_weights(p: &Parameters, data: &Dataset) -> Option<Vec<f64>> {
    if p.class_weight == ClassWeight::Rows {
        return data.weights.clone();
    }
    let (labels, factors) = (&data.target.labels, Weighing::of(p, data).factors);
    let mut weights = data.weights.clone().unwrap_or_else(|| vec![1.0; labels.len()]);
    labels.iter().zip(&mut weights).for_each(|(&label, weight)| *weight *= factors[label as usize]);
    Some(weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulegen_data::{Column, Table, Values};

    fn balanced(labels: &str, weights: Option<&[f64]>) -> Vec<f64> {
        let column = |name: &str, values: Values| Column::new(name, values).unwrap();
        let x = column("x", vec![0.0; labels.len()].into());
        let y = column("y", Values::from_text(labels.chars().map(String::from)));
        let weights = weights.map(|weights| column("w", weights.to_vec().into()));
        let data = Dataset::from_columns(Table::new(vec![x]).unwrap(), y, weights).unwrap();
        row_weights(&Parameters { class_weight: ClassWeight::Balanced, ..Parameters::default() }, &data).unwrap()
    }

    #[test]
    fn balanced_weights() {
        let two_thirds = 4.0 / (2.0 * 3.0);
        assert_eq!(balanced("aaab", None), [two_thirds, two_thirds, two_thirds, 2.0]);
        // Four and a half in all, four of them of the first class.
        assert_eq!(balanced("aaab", Some(&[0.0, 3.0, 1.0, 0.5])), [0.0, 1.6875, 0.5625, 2.25]);
        assert_eq!(balanced("aaab", Some(&[0.0, 3.0, 1.0, 0.0])), [0.0, 3.0, 1.0, 0.0]);
    }

    #[test]
    fn balanced_weights_are_those_of_repeated_rows() {
        let (weighted, repeated) = (balanced("abb", Some(&[3.0, 2.0, 1.0])), balanced("aaabbb", None));
        assert_eq!(weighted, [repeated[0] * 3.0, repeated[3] * 2.0, repeated[5]]);
    }
}
