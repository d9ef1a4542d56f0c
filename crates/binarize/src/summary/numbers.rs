//! Columns of numbers.

use super::focus::Edges;
use super::marks::Marks;
use super::thinned::distinct;
use crate::cuts::{RankedNumbers, positions};
use crate::names::{self, FEWEST, Naming};
use rulegen_rule::WholeNumbers;
use serde::{Deserialize, Serialize};

/// The numbers of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Numbers {
    marks: Marks,
    naming: NamingAnswer,
    /// The range of the numbers if all are whole.
    whole: Option<WholeNumbers>,
}

/// The answer of partitions to the question if numbers name rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum NamingAnswer {
    /// There are too few rows to decide.
    Nothing,
    No,
    Yes(Naming),
}

impl NamingAnswer {
    fn and(self, other: NamingAnswer) -> NamingAnswer {
        match (self, other) {
            (NamingAnswer::Nothing, said) | (said, NamingAnswer::Nothing) => said,
            (NamingAnswer::Yes(a), NamingAnswer::Yes(b)) => {
                NamingAnswer::Yes(if a == b { a } else { Naming::RunningNumber })
            }
            _ => NamingAnswer::No,
        }
    }
}

impl Numbers {
    /// Summarises cells, each with the number of rows that it stands for (not 0), and keeps at most
    /// `most` numbers. Returns `None` if all cells are missing.
    pub(super) fn within(
        most: usize,
        column: &str,
        cells: impl Iterator<Item = (f64, u64)> + Clone,
    ) -> Option<Numbers> {
        let distinct = distinct(cells.clone().filter(|(x, _)| !x.is_nan()).collect());
        let naming = match names::of_numbers(column, cells.map(|(x, _)| x)) {
            Some(naming) => NamingAnswer::Yes(naming),
            // Numbers that repeat or are not whole never name rows.
            None if distinct.len() < FEWEST
                && distinct.iter().all(|(x, count)| count.rows == 1 && x.fract() == 0.0) =>
            {
                NamingAnswer::Nothing
            }
            None => NamingAnswer::No,
        };
        let whole = WholeNumbers::of(distinct.iter().map(|(x, _)| *x));
        (!distinct.is_empty()).then(|| Numbers { marks: Marks::of(&distinct, most), naming, whole })
    }

    /// Summarises the same cells in the intervals between edges, where about `most` numbers are
    /// kept. The result does not decide again if they name rows or are whole.
    pub(super) fn closer(most: usize, edges: &Edges, cells: impl Iterator<Item = (f64, u64)>, whole: bool) -> Numbers {
        let marks = Marks::between(edges, cells.filter(|(x, _)| !x.is_nan()), most, whole);
        Numbers { marks, naming: NamingAnswer::Nothing, whole: None }
    }

    /// Adds the numbers of another partition.
    pub(super) fn merge(&mut self, next: &Numbers) {
        let shared = self.marks.merge(&next.marks);
        self.naming = if shared { NamingAnswer::No } else { self.naming.and(next.naming) };
        self.whole = self.whole.zip(next.whole).map(|(own, next)| own.and(next));
    }

    /// Replaces the marks by those of a closer look. Returns true if both stand for the same number
    /// of rows.
    #[must_use]
    pub(super) fn refine(&mut self, closer: &Numbers) -> bool {
        let same = closer.marks.rows() == self.marks.rows();
        if same {
            self.marks = closer.marks.clone();
        }
        same
    }

    /// Returns the numbers in order, each with its multiplicity.
    pub(super) fn ranked(&self, whole: bool) -> RankedNumbers {
        self.marks.ranked(whole)
    }

    /// Returns the range of the numbers if all are whole.
    pub(super) fn whole(&self) -> Option<WholeNumbers> {
        self.whole
    }

    pub(super) fn naming(&self) -> Option<Naming> {
        match self.naming {
            NamingAnswer::Yes(naming) => Some(naming),
            NamingAnswer::Nothing | NamingAnswer::No => None,
        }
    }

    /// Returns the intervals to examine in order to know the cuts at the inner `n`-quantiles, or
    /// `None` if these are known.
    ///
    /// A quantile is the number of a rank, or lies between the numbers of two ranks. The cut lies
    /// between the numbers next to the quantile.
    pub(super) fn edges(&self, n: usize, whole: bool) -> Option<Edges> {
        let last = self.marks.rows().of(whole).checked_sub(1)?;
        self.marks.edges(positions(last as f64, n).map(|position| position as u64), whole)
    }

    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.marks.len()
    }
}
