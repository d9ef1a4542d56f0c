//! Columns of numbers.

use super::focus::Edges;
use super::marks::Marks;
use super::thinned::distinct;
use crate::cuts::{Ranked, positions};
use crate::names::{self, FEWEST, Naming};
use serde::{Deserialize, Serialize};

/// The numbers of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Numbers {
    marks: Marks,
    naming: Said,
}

/// What partitions say of whether numbers name rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Said {
    /// There are too few rows to say.
    Nothing,
    No,
    Yes(Naming),
}

impl Said {
    fn and(self, other: Said) -> Said {
        match (self, other) {
            (Said::Nothing, said) | (said, Said::Nothing) => said,
            (Said::Yes(a), Said::Yes(b)) => Said::Yes(if a == b { a } else { Naming::RunningNumber }),
            _ => Said::No,
        }
    }
}

impl Numbers {
    /// Of cells with for how many rows they count, not 0, keeping so many; none if all are missing.
    pub(super) fn within(
        most: usize,
        column: &str,
        cells: impl Iterator<Item = (f64, u64)> + Clone,
    ) -> Option<Numbers> {
        let distinct = distinct(cells.clone().filter(|(x, _)| !x.is_nan()).collect());
        let naming = match names::of_numbers(column, cells.map(|(x, _)| x)) {
            Some(naming) => Said::Yes(naming),
            // What repeats or is not whole never names rows.
            None if distinct.len() < FEWEST
                && distinct.iter().all(|(x, count)| count.rows == 1 && x.fract() == 0.0) =>
            {
                Said::Nothing
            }
            None => Said::No,
        };
        (!distinct.is_empty()).then(|| Numbers { marks: Marks::of(&distinct, most), naming })
    }

    /// Of the same cells, looked at closer between some numbers, where about so many are kept. Whether they name rows is not asked again.
    pub(super) fn closer(most: usize, edges: &Edges, cells: impl Iterator<Item = (f64, u64)>, whole: bool) -> Numbers {
        let marks = Marks::between(edges, cells.filter(|(x, _)| !x.is_nan()), most, whole);
        Numbers { marks, naming: Said::Nothing }
    }

    /// Takes in those of another partition.
    pub(super) fn merge(&mut self, next: &Numbers) {
        let shared = self.marks.merge(&next.marks);
        self.naming = if shared { Said::No } else { self.naming.and(next.naming) };
    }

    /// Takes the marks of a closer look, of as many rows; whether they are of as many.
    #[must_use]
    pub(super) fn refine(&mut self, closer: &Numbers) -> bool {
        let same = closer.marks.rows() == self.marks.rows();
        if same {
            self.marks = closer.marks.clone();
        }
        same
    }

    /// The numbers in order, each as often as it counts.
    pub(super) fn ranked(&self, whole: bool) -> Ranked {
        self.marks.ranked(whole)
    }

    pub(super) fn naming(&self) -> Option<Naming> {
        match self.naming {
            Said::Yes(naming) => Some(naming),
            Said::Nothing | Said::No => None,
        }
    }

    /// Where to look closer to know the cuts at the inner `n`-quantiles; none if these are known.
    ///
    /// A quantile is between the number of a rank and the next one, or is one of both; the cut, between the numbers next to that.
    pub(super) fn edges(&self, n: usize, whole: bool) -> Option<Edges> {
        let last = self.marks.rows().of(whole).checked_sub(1)?;
        self.marks.edges(positions(last as f64, n).map(|position| position as u64), whole)
    }

    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.marks.len()
    }
}
