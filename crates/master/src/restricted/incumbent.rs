//! The best rule weights known.

/// The best weights of the columns so far, and their objective. Columns that came later have weight
/// 0.
#[derive(Debug)]
pub(super) struct Incumbent {
    weights: Vec<f64>,
    objective: f64,
    /// True if they are those of a vertex, which has few rules.
    is_vertex: bool,
}

impl Incumbent {
    /// Makes the incumbent without any rules.
    pub(super) fn nothing(objective: f64) -> Self {
        Incumbent { weights: Vec::new(), objective, is_vertex: false }
    }

    pub(super) fn objective(&self) -> f64 {
        self.objective
    }

    /// Returns the weights of the first `columns` columns.
    pub(super) fn weights(&self, columns: usize) -> impl Iterator<Item = f64> + '_ {
        self.weights.iter().copied().chain(std::iter::repeat(0.0)).take(columns)
    }

    /// Takes weights that are no worse. A vertex replaces an interior solution in any case: their
    /// objectives differ by the tolerance, and the vertex has fewer rules.
    pub(super) fn offer(&mut self, weights: Vec<f64>, objective: f64, is_vertex: bool) {
        if objective <= self.objective || (is_vertex && !self.is_vertex) {
            *self = Incumbent { weights, objective, is_vertex };
        }
    }

    /// Replaces the weights and their objective, which has changed.
    pub(super) fn set(&mut self, weights: Vec<f64>, objective: f64) {
        (self.weights, self.objective) = (weights, objective);
    }
}
