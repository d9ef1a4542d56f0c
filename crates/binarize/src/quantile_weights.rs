//! The weights of rows in quantiles.

/// Row weights, in thousandths, that give every class the same total weight when quantiles are
/// computed. A rare class has cut points too: with two classes, half of the quantiles lie among the
/// values of a class that has a hundredth of the rows. Models are right on more rows than with
/// quantiles of unweighted rows (docs/measurements/size.md).
#[derive(Clone, Debug, PartialEq)]
pub struct QuantileWeights {
    of_class: Vec<f64>,
}

impl QuantileWeights {
    /// Makes the weights for these numbers of rows of the classes.
    pub fn new(of_class: &[u64]) -> Self {
        let (all, present) = (of_class.iter().sum::<u64>() as f64, of_class.iter().filter(|rows| **rows > 0).count());
        let alike = |&rows: &u64| if rows > 0 { all / (present as f64 * rows as f64) } else { 0.0 };
        QuantileWeights { of_class: of_class.iter().map(|rows| (1000.0 * alike(rows)).round().max(1.0)).collect() }
    }

    /// Returns the weights of rows of these classes, each of which stands for a number of rows.
    pub fn of(&self, labels: &[u32], counts: &[u64]) -> Vec<f64> {
        labels.iter().zip(counts).map(|(&class, &rows)| self.of_class[class as usize] * rows as f64).collect()
    }
}
