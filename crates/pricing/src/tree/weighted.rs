//! The weighted samples on which a tree grows.

/// Samples with labels and weights, in parallel vectors.
pub(super) struct WeightedSamples {
    /// Indices of samples, ascending.
    pub(super) rows: Vec<u32>,
    pub(super) labels: Vec<u32>,
    pub(super) weights: Vec<f64>,
    /// The number of labels.
    pub(super) classes: usize,
}

impl WeightedSamples {
    /// Returns the weight of each label.
    pub(super) fn totals(&self) -> Vec<f64> {
        let mut totals = vec![0.0; self.classes];
        self.labels.iter().zip(&self.weights).for_each(|(&k, w)| totals[k as usize] += w);
        totals
    }
}
