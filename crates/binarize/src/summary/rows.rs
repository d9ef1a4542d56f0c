//! The number of rows that each row of a partition stands for.

use super::count::Count;
use crate::BinarizeError;
use crate::learn::check_weights;
use crate::rows::{are_whole, row_counts};

/// The number of rows that each row of a partition stands for.
pub(super) struct Rows {
    counts: Vec<u64>,
    /// The number of rows that each stands for in quantiles, if it is different there.
    ranks: Option<Vec<u64>>,
    /// True if weights are not numbers of rows.
    pub(super) fractional: bool,
}

impl Rows {
    /// Checks weights and ranks of a partition as in [`Summary::of`](super::Summary::of).
    ///
    /// # Errors
    /// As [`Summary::of`](super::Summary::of).
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

    /// Returns the cells of the rows that count, each with the number of rows that it stands for.
    pub(super) fn of<T: Copy>(&self, cells: &[T]) -> impl Iterator<Item = (T, u64)> + Clone {
        counted(cells, &self.counts)
    }

    /// Returns the numbers of the rows that count in quantiles, each with the number of rows that
    /// it stands for. NaN is a missing cell.
    pub(super) fn of_numbers(&self, cells: &[f64]) -> impl Iterator<Item = (f64, u64)> + Clone {
        counted(cells, self.ranks.as_ref().unwrap_or(&self.counts))
    }
}

fn counted<T: Copy>(cells: &[T], counts: &[u64]) -> impl Iterator<Item = (T, u64)> + Clone {
    cells.iter().copied().zip(counts.iter().copied()).filter(|(_, weight)| *weight > 0)
}
