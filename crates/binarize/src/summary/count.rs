//! Numbers of rows.

use serde::{Deserialize, Serialize};

/// A number of rows, in two ways: each row counts once, or as many times as its weight.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Count {
    pub(super) rows: u64,
    pub(super) weight: u64,
}

impl Count {
    /// The count of one row of this weight.
    pub(super) fn of_row(weight: u64) -> Self {
        Count { rows: u64::from(weight > 0), weight }
    }

    pub(super) fn add(&mut self, other: Count) {
        // Weights of more than 2^53 are ignored, and there are no more rows than that.
        self.rows = self.rows.saturating_add(other.rows);
        self.weight = self.weight.saturating_add(other.weight);
    }

    /// Returns the weighted number if weights are numbers of rows, else the other.
    pub(super) fn of(self, whole: bool) -> u64 {
        if whole { self.weight } else { self.rows }
    }
}

impl std::iter::Sum for Count {
    fn sum<I: Iterator<Item = Count>>(counts: I) -> Count {
        counts.fold(Count::default(), |mut sum, count| {
            sum.add(count);
            sum
        })
    }
}
