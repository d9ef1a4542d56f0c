//! For how many the rows of a partition count.

use super::count::Count;
use crate::BinarizeError;
use crate::learn::check_weights;
use crate::rows::{are_whole, row_counts};

/// For how many the rows of a partition count.
pub(super) struct Rows {
    counts: Vec<u64>,
    /// For how many in quantiles, where it is not the same.
    ranks: Option<Vec<u64>>,
    /// Whether weights are no numbers of rows.
    pub(super) fractional: bool,
}

impl Rows {
    /// Of so many rows, with weights and ranks as in [`Summary::of`](super::Summary::of).
    ///
    /// # Errors
    /// As there.
    pub(super) fn new(rows: usize, weights: Option<&[f64]>, ranks: Option<&[f64]>) -> Result<Self, BinarizeError> {
        for weights in [weights, ranks].into_iter().flatten() {
            check_weights(weights, rows)?;
        }
        let counts = row_counts(weights, rows);
        let rank = |(&rank, &rows): (&f64, &u64)| if rows > 0 { rank as u64 } else { 0 };
        let ranks = ranks.map(|ranks| ranks.iter().zip(&counts).map(rank).collect());
        Ok(Rows { counts, ranks, fractional: weights.is_some_and(|weights| !are_whole(weights)) })
    }

    pub(super) fn all(&self) -> Count {
        self.counts.iter().map(|&weight| Count::of_row(weight)).sum()
    }

    pub(super) fn are_ranked(&self) -> bool {
        self.ranks.is_some()
    }

    /// The cells of the rows that count, with for how many.
    pub(super) fn of<T: Copy>(&self, cells: &[T]) -> impl Iterator<Item = (T, u64)> + Clone {
        counted(cells, &self.counts)
    }

    /// The numbers of the rows that count in quantiles, with for how many; those that are missing are no numbers.
    pub(super) fn of_numbers(&self, cells: &[f64]) -> impl Iterator<Item = (f64, u64)> + Clone {
        counted(cells, self.ranks.as_ref().unwrap_or(&self.counts))
    }
}

fn counted<T: Copy>(cells: &[T], counts: &[u64]) -> impl Iterator<Item = (T, u64)> + Clone {
    cells.iter().copied().zip(counts.iter().copied()).filter(|(_, weight)| *weight > 0)
}
