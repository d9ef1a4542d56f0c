//! What is to know of columns whose rows lie on many machines.
//!
//! Each partition of a table makes a [`Summary`]. Merged in any order and grouping, summaries are the same. What is learned of them
//! is what [`learn_with`](crate::learn_with) learns of all rows together,
//!
//! * in columns of numbers, where no partition has more than 2,048 different ones. Of a partition that has more, so many are kept, at
//!   evenly spaced ranks: then quantiles are near the true ones, see [`Summary::rank_error`];
//! * in columns of text, where there are at most 70,000 categories in all. More are too many for a feature, and are counted for each
//!   partition that has them. That most of them may be rare does not help;
//! * whatever names rows, where there is one partition. The order of rows is known within a partition only. So a column of numbers
//!   names rows if a partition says so (of 20 rows or more), none of 20 rows or more says otherwise, and no number is kept twice.
//!   Running numbers and unique codes are running numbers together. Text names rows by the values and rows of all partitions.

mod count;
mod numbers;
mod words;

#[cfg(test)]
mod tests;

use crate::BinarizeError;
use crate::feature::{Cells, Found, Present, feature};
use crate::learn::{check_bins, check_weights};
use crate::names::Naming;
use crate::rows::{MOST_ROWS, are_whole, row_counts};
use crate::settings::{LearnSettings, Learned};
use count::Count;
use numbers::Numbers;
use rayon::prelude::*;
use rulegen_data::{Column, MISSING, Table, Values};
use serde::{Deserialize, Serialize};
use words::Words;

/// The most different numbers of a column that are kept of a partition. More than [`Bins::MOST`](crate::Bins::MOST), so that columns
/// of so few are exact.
const KEPT: usize = 2048;

/// The most categories that are kept of a column. More than a feature can have, so that the number of a few too many is exact.
const KEPT_CATEGORIES: usize = 70_000;

/// How much is kept of a column.
#[derive(Clone, Copy)]
struct Most {
    numbers: usize,
    categories: usize,
}

const MOST: Most = Most { numbers: KEPT, categories: KEPT_CATEGORIES };

/// What is to know of the columns of a table to learn its schema, with rows that lie on many machines.
///
/// Each partition of the rows makes one, they are merged, and what is learned of the merged one is what
/// [`learn_with`](crate::learn_with) learns of all rows together, if no column has too many different values: more than 2,048 numbers in
/// a partition, more than 70,000 categories in all. With more, quantiles are not exact ([`Summary::rank_error`]), and a column of text
/// cannot serve.
///
/// A column of numbers names rows (see [`Naming`]) if a partition of 20 rows or more says so, no other of so many says otherwise, and
/// no number is kept of two partitions. Of one partition that is so just where it is so for `learn_with`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    rows: Count,
    /// Whether a partition has weights that are no numbers of rows.
    fractional: bool,
    /// Whether rows count for other numbers in quantiles: whole ones.
    ranked: bool,
    columns: Vec<ColumnSummary>,
}

impl Summary {
    /// Of the rows of one partition, with weights as in [`learn_with`](crate::learn_with), and with them or without `ranks`, as in
    /// [`LearnSettings::ranks`]. What settings say of these when the merged summary is learned from does not matter.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`] and [`BinarizeError::BadWeight`].
    pub fn of(table: &Table, weights: Option<&[f64]>, ranks: Option<&[f64]>) -> Result<Self, BinarizeError> {
        Summary::within(MOST, table, weights, ranks)
    }

    fn within(
        most: Most,
        table: &Table,
        weights: Option<&[f64]>,
        ranks: Option<&[f64]>,
    ) -> Result<Self, BinarizeError> {
        for weights in [weights, ranks].into_iter().flatten() {
            check_weights(weights, table.rows())?;
        }
        let counts = row_counts(weights, table.rows());
        let mut rows = Count::default();
        counts.iter().for_each(|&weight| rows.add(Count::of_row(weight)));
        let rank = |(&rank, &rows): (&f64, &u64)| if rows > 0 { rank as u64 } else { 0 };
        let ranks: Option<Vec<u64>> = ranks.map(|ranks| ranks.iter().zip(&counts).map(rank).collect());
        let of_column = |column: &Column| {
            let words = matches!(column.values(), Values::Categorical { .. });
            ColumnSummary::within(most, column, ranks.as_ref().filter(|_| !words).unwrap_or(&counts))
        };
        let columns = table.columns().par_iter().map(of_column).collect();
        let (fractional, ranked) = (weights.is_some_and(|weights| !are_whole(weights)), ranks.is_some());
        Ok(Summary { rows, fractional, ranked, columns })
    }

    /// Takes in the summary of the next partition.
    ///
    /// A column without any cell that is not missing goes with numbers and with text.
    ///
    /// # Errors
    /// [`BinarizeError::PartitionColumns`], [`BinarizeError::PartitionName`] and [`BinarizeError::PartitionKind`] where columns are not
    /// the same; then nothing is taken in.
    pub fn merge(&mut self, next: &Summary) -> Result<(), BinarizeError> {
        self.merge_within(MOST, next)
    }

    fn merge_within(&mut self, most: Most, next: &Summary) -> Result<(), BinarizeError> {
        self.check_columns(next)?;
        self.rows.add(next.rows);
        self.fractional |= next.fractional;
        self.ranked &= next.ranked;
        for (column, next) in self.columns.iter_mut().zip(&next.columns) {
            column.merge_within(most, next);
        }
        Ok(())
    }

    /// Checks that the next partition has the same columns.
    fn check_columns(&self, next: &Summary) -> Result<(), BinarizeError> {
        let (found, expected) = (next.columns.len(), self.columns.len());
        if found != expected {
            return Err(BinarizeError::PartitionColumns { found, expected });
        }
        let pairs = self.columns.iter().zip(&next.columns).enumerate();
        pairs.into_iter().try_for_each(|(i, (column, next))| column.check(i + 1, next))
    }

    /// What is learned, by settings as in [`learn_with`](crate::learn_with).
    ///
    /// # Errors
    /// [`BinarizeError::BadBins`].
    pub fn learn(&self, settings: &LearnSettings<'_>) -> Result<Learned, BinarizeError> {
        check_bins(settings.bins)?;
        Ok(self.columns.iter().map(|column| column.learn(self.is_whole(column), settings)).collect())
    }

    /// The columns by name and kind, without rows: what is asked of the columns of a table can be asked of these. A
    /// column without any cell that is not missing is one of numbers.
    ///
    /// # Errors
    /// Two columns of a name.
    pub fn without_rows(&self) -> Result<Table, BinarizeError> {
        let values = |column: &ColumnSummary| match column.present {
            Kind::Words(_) => Values::Categorical { codes: Vec::new(), categories: Vec::new() },
            Kind::None | Kind::Numbers(_) => Values::Numeric(Vec::new()),
        };
        Ok(Table::from_columns(self.columns.iter().map(|column| (column.name.clone(), values(column))))?)
    }

    /// The number of rows: as many as whole weights say; see [`row_counts`].
    pub fn rows(&self) -> u64 {
        self.rows.of(self.whole())
    }

    /// How far at most the rank of a number is from the true one, as a share of the rows that have one: the largest of any column.
    ///
    /// 0 where all numbers are kept. Of one partition it is 1 / 2,048 at most, and so of many; where whole weights of one meet
    /// weights of another that are not whole, so that rows count once after all, it may be more.
    pub fn rank_error(&self) -> f64 {
        self.columns.iter().map(|column| column.rank_error(self.is_whole(column))).fold(0.0, f64::max)
    }

    /// Whether what rows of a column count for are whole numbers.
    fn is_whole(&self, column: &ColumnSummary) -> bool {
        self.whole() || (self.ranked && matches!(column.present, Kind::Numbers(_)))
    }

    /// Whether weights are numbers of rows.
    fn whole(&self) -> bool {
        !self.fractional && self.rows.weight <= MOST_ROWS as u64
    }
}

/// What is to know of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ColumnSummary {
    name: String,
    /// Whether cells are missing.
    missing: bool,
    present: Kind,
}

/// The cells that are not missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    None,
    Numbers(Numbers),
    Words(Words),
}

impl Kind {
    fn name(&self) -> Option<&'static str> {
        match self {
            Kind::None => None,
            Kind::Numbers(_) => Some("numbers"),
            Kind::Words(_) => Some("text"),
        }
    }
}

impl ColumnSummary {
    /// Of a column whose rows count for so many.
    fn within(most: Most, column: &Column, counts: &[u64]) -> Self {
        let (missing, present) = match column.values() {
            Values::Numeric(_) | Values::Sparse(_) => {
                let cells = column.values().numbers().unwrap_or_default();
                let numbers = Numbers::within(most.numbers, column.name(), counted(&cells, counts));
                (counted(&cells, counts).any(|(x, _)| x.is_nan()), numbers.map(Kind::Numbers))
            }
            Values::Categorical { codes, categories } => {
                let words = Words::within(most.categories, categories, counted(codes, counts));
                (counted(codes, counts).any(|(code, _)| code == MISSING), words.map(Kind::Words))
            }
        };
        ColumnSummary { name: column.name().to_owned(), missing, present: present.unwrap_or(Kind::None) }
    }

    /// Checks that the column in this place of the next partition is the same.
    fn check(&self, place: usize, next: &ColumnSummary) -> Result<(), BinarizeError> {
        if next.name != self.name {
            let (found, expected) = (next.name.clone(), self.name.clone());
            return Err(BinarizeError::PartitionName { column: place, found, expected });
        }
        match (next.present.name(), self.present.name()) {
            (Some(found), Some(expected)) if found != expected => {
                Err(BinarizeError::PartitionKind { column: self.name.clone(), found, expected })
            }
            _ => Ok(()),
        }
    }

    /// Takes in a column that was checked.
    fn merge_within(&mut self, most: Most, next: &ColumnSummary) {
        self.missing |= next.missing;
        match (&mut self.present, &next.present) {
            (present @ Kind::None, next) => *present = next.clone(),
            (Kind::Numbers(numbers), Kind::Numbers(next)) => numbers.merge(next),
            (Kind::Words(words), Kind::Words(next)) => words.merge_within(most.categories, next),
            _ => {}
        }
    }

    fn learn(&self, whole: bool, settings: &LearnSettings<'_>) -> Found {
        let cells = || Cells { present: self.present(whole), missing: self.missing };
        feature(&self.name, settings, || self.naming(), cells)
    }

    fn present(&self, whole: bool) -> Present<'_> {
        match &self.present {
            Kind::None => Present::Categories(Vec::new()),
            Kind::Numbers(numbers) => Present::Numbers(numbers.ranked(whole)),
            Kind::Words(words) => words.present(whole),
        }
    }

    fn naming(&self) -> Option<Naming> {
        match &self.present {
            Kind::None => None,
            Kind::Numbers(numbers) => numbers.naming(),
            Kind::Words(words) => words.naming(),
        }
    }

    fn rank_error(&self, whole: bool) -> f64 {
        match &self.present {
            Kind::Numbers(numbers) => numbers.rank_error(whole),
            Kind::None | Kind::Words(_) => 0.0,
        }
    }
}

/// The cells of the rows that count, with for how many.
fn counted<T: Copy>(cells: &[T], counts: &[u64]) -> impl Iterator<Item = (T, u64)> + Clone {
    cells.iter().copied().zip(counts.iter().copied()).filter(|(_, weight)| *weight > 0)
}
