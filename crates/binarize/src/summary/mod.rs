//! Learns the schema of columns whose rows are on many machines.
//!
//! Each partition of a table makes a [`Summary`]. Summaries give the same result in any order and
//! grouping of merging. The schema learned from the merged summary is the one that
//! [`learn_with`](crate::learn_with) learns of all rows together, with these limits:
//!
//! * In columns of numbers, a partition that has more than 2,048 different ones keeps this many, at
//!   evenly spaced ranks, and a quantile lies somewhere between two of them. The merged summary
//!   names the intervals ([`Summary::focus`]), and partitions examine them ([`Summary::closer`]).
//!   Usually nothing is open after one to three such rounds.
//! * Columns of text are exact with at most 70,000 categories in all. More are too many for a
//!   feature, and are counted for each partition that has them, even if most of them are rare.
//! * Columns that name rows are recognised exactly if there is one partition. The order of rows is
//!   known within a partition only. So a column of numbers names rows if a partition (of 20 rows or
//!   more) finds that it does, none of 20 rows or more finds otherwise, and no number is kept
//!   twice. Running numbers and unique codes together count as running numbers. Text names rows by
//!   the values and rows of all partitions.

mod bounds;
mod count;
mod focus;
mod mark;
mod marks;
mod numbers;
mod rows;
mod thinned;
mod words;

#[cfg(test)]
mod tests;

use crate::BinarizeError;
use crate::feature::{Cells, LearnedFeature, Present, feature, left_out};
use crate::learn::check_bins;
use crate::names::Naming;
use crate::rows::MOST_ROWS;
use crate::settings::{LearnSettings, LearnedColumns};
use count::Count;
use focus::Edges;
pub use focus::Focus;
use numbers::Numbers;
use rayon::prelude::*;
use rows::Rows;
use rulegen_data::{Column, DateForm, MISSING, Table, Values};
use serde::{Deserialize, Serialize};
use words::Words;

/// The most different numbers of a column that a partition keeps. It exceeds
/// [`Bins::MOST`](crate::Bins::MOST), so that columns with that many numbers are exact.
const KEPT: usize = 2048;

/// The most categories of a column that are kept. It exceeds the most of a feature, so that the
/// number of a few too many is exact.
const KEPT_CATEGORIES: usize = 70_000;

/// The average number of numbers that are kept for each interval that a partition examines, if
/// these are more than [`KEPT`]. About five times one part in this many is left for the next round.
const KEPT_BETWEEN: usize = 32;

/// The amounts that are kept of a column.
#[derive(Clone, Copy)]
struct SummaryLimits {
    numbers: usize,
    /// The most numbers that are kept in intervals that a partition examines.
    closer: usize,
    between: usize,
    categories: usize,
}

const MOST: SummaryLimits =
    SummaryLimits { numbers: KEPT, closer: KEPT, between: KEPT_BETWEEN, categories: KEPT_CATEGORIES };

/// A description of the columns of a table with rows on many machines, from which its schema is
/// learned.
///
/// Each partition of the rows makes one, and they are merged. The schema learned from the merged
/// one is the one that [`learn_with`](crate::learn_with) learns of all rows together. If a column
/// has more than 2,048 different numbers in a partition, this takes some rounds: the merged summary
/// names intervals, each partition examines them, and the merged answers refine the summary.
///
/// ```
/// # use rulegen_binarize::{Bins, BinarizeError, LearnSettings, Summary, learn_with};
/// # use rulegen_data::Table;
/// # fn main() -> Result<(), BinarizeError> {
/// let rows: Vec<f64> = (0..18_000).map(|i| f64::from(i * 7 % 17_989)).collect();
/// let table = |part: &[f64]| Table::from_columns([("x", part.into())]);
/// let (a, b) = (table(&rows[..9_000])?, table(&rows[9_000..])?);
///
/// let settings = LearnSettings::everything(Bins::Quantiles(20));
/// let mut all = Summary::of(&a, None, None)?;
/// all.merge(&Summary::of(&b, None, None)?)?;
/// while let Some(focus) = all.focus(&settings)? {
///     let mut closer = Summary::closer(&focus, &a, None, None)?;
///     closer.merge(&Summary::closer(&focus, &b, None, None)?)?;
///     all.refine(&closer)?;
/// }
/// # let rows = Table::from_columns([("x", rows.into())])?;
/// assert_eq!(all.learn(&settings)?, learn_with(&rows, None, &settings)?);
/// # Ok(())
/// # }
/// ```
///
/// A column of text with more than 70,000 categories in all cannot be a feature.
///
/// A column of numbers names rows (see [`Naming`]) if a partition of 20 rows or more finds that it
/// does, no other such partition finds otherwise, and no number is kept of two partitions. With one
/// partition the result is that of `learn_with`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    rows: Count,
    /// True if a partition has weights that are not numbers of rows.
    fractional: bool,
    /// True if rows stand for other numbers of rows in quantiles.
    ranked: bool,
    columns: Vec<ColumnSummary>,
}

impl Summary {
    /// Summarises the rows of one partition, with weights as in [`learn_with`](crate::learn_with)
    /// and `ranks` as in [`LearnSettings::ranks`]. When the merged summary is used for learning,
    /// the `ranks` of the settings are ignored.
    ///
    /// # Errors
    /// [`BinarizeError::NotOnePerRow`] and [`BinarizeError::BadWeight`].
    pub fn of(table: &Table, weights: Option<&[f64]>, ranks: Option<&[f64]>) -> Result<Self, BinarizeError> {
        Summary::within(MOST, table, weights, ranks)
    }

    fn within(
        most: SummaryLimits,
        table: &Table,
        weights: Option<&[f64]>,
        ranks: Option<&[f64]>,
    ) -> Result<Self, BinarizeError> {
        let rows = Rows::new(table.rows(), weights, ranks)?;
        let columns = table.columns().par_iter().map(|column| ColumnSummary::within(most, column, &rows)).collect();
        Ok(Summary::with(&rows, columns))
    }

    /// Summarises the numbers of one partition in the intervals of the focus. Other columns are
    /// left out, and of other numbers only rows are counted. The results of all partitions are
    /// merged for [`Summary::refine`].
    ///
    /// # Errors
    /// As [`Summary::of`], and for a column that is missing or holds text.
    pub fn closer(
        focus: &Focus,
        table: &Table,
        weights: Option<&[f64]>,
        ranks: Option<&[f64]>,
    ) -> Result<Self, BinarizeError> {
        Summary::closer_within(MOST, focus, table, weights, ranks)
    }

    fn closer_within(
        most: SummaryLimits,
        focus: &Focus,
        table: &Table,
        weights: Option<&[f64]>,
        ranks: Option<&[f64]>,
    ) -> Result<Self, BinarizeError> {
        let rows = Rows::new(table.rows(), weights, ranks)?;
        let look = |(name, edges): &(String, Edges)| {
            ColumnSummary::closer(most, table.column(name)?, edges, &rows, focus.whole)
        };
        let columns = focus.columns.par_iter().map(look).collect::<Result<_, _>>()?;
        Ok(Summary::with(&rows, columns))
    }

    fn with(rows: &Rows, columns: Vec<ColumnSummary>) -> Self {
        Summary { rows: rows.all(), fractional: rows.fractional, ranked: rows.are_ranked(), columns }
    }

    /// Adds the summary of the next partition.
    ///
    /// A column with only missing cells is compatible with numbers and with text.
    ///
    /// # Errors
    /// [`BinarizeError::PartitionColumns`], [`BinarizeError::PartitionName`] and
    /// [`BinarizeError::PartitionKind`] if columns differ. Nothing is added then.
    pub fn merge(&mut self, next: &Summary) -> Result<(), BinarizeError> {
        self.merge_within(MOST, next)
    }

    fn merge_within(&mut self, most: SummaryLimits, next: &Summary) -> Result<(), BinarizeError> {
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

    /// Learns the features of the columns by settings as in [`learn_with`](crate::learn_with).
    ///
    /// # Errors
    /// [`BinarizeError::BadBins`].
    pub fn learn(&self, settings: &LearnSettings<'_>) -> Result<LearnedColumns, BinarizeError> {
        check_bins(settings.bins)?;
        Ok(self.columns.iter().map(|column| column.learn(self.is_whole(column), settings)).collect())
    }

    /// Returns a table with the same names and kinds of columns, without rows, for checks that only
    /// need these. A column with only missing cells is one of numbers.
    ///
    /// # Errors
    /// Two columns of a name.
    pub fn without_rows(&self) -> Result<Table, BinarizeError> {
        let without_rows = |column: &ColumnSummary| match (&column.present, column.dates) {
            (Kind::Words(_), _) => {
                let words = Values::Categorical { codes: Vec::new(), categories: Vec::new() };
                Column::new(column.name.clone(), words)
            }
            (_, Some(form)) => Column::of_dates(column.name.clone(), Vec::new(), form),
            (_, None) => Column::new(column.name.clone(), Vec::new()),
        };
        Ok(Table::new(self.columns.iter().map(without_rows).collect::<Result<_, _>>()?)?)
    }

    /// Returns the number of rows, as many as whole weights stand for (see
    /// [`row_counts`](crate::row_counts)).
    pub fn rows(&self) -> u64 {
        self.rows.of(self.whole())
    }

    /// Returns the intervals that partitions have to examine so that the features learned by these
    /// settings are exact, or `None` if they are exact already. Columns that are left out because
    /// they name rows are not examined.
    ///
    /// Each round leaves at most a fifth of the rows of the round before open, and usually far
    /// fewer. There are two or three rounds.
    ///
    /// # Errors
    /// [`BinarizeError::BadBins`].
    pub fn focus(&self, settings: &LearnSettings<'_>) -> Result<Option<Focus>, BinarizeError> {
        check_bins(settings.bins)?;
        let edges =
            |column: &ColumnSummary| Some((column.name.clone(), column.edges(self.is_whole(column), settings)?));
        let columns: Vec<_> = self.columns.iter().filter_map(edges).collect();
        let whole = self.whole() || self.ranked;
        Ok((!columns.is_empty()).then_some(Focus { whole, columns }))
    }

    /// Adds the merged answers of all partitions to a focus ([`Summary::closer`]).
    ///
    /// # Errors
    /// [`BinarizeError::PartitionChanged`] if it is not of the columns and rows of this summary.
    pub fn refine(&mut self, closer: &Summary) -> Result<(), BinarizeError> {
        let mut columns = self.columns.iter_mut();
        for next in &closer.columns {
            let column = columns.find(|column| column.name == next.name);
            if !column.is_some_and(|column| column.refine(next)) {
                return Err(BinarizeError::PartitionChanged { column: next.name.clone() });
            }
        }
        Ok(())
    }

    /// True if the numbers of rows that the rows of a column stand for are whole.
    fn is_whole(&self, column: &ColumnSummary) -> bool {
        self.whole() || (self.ranked && matches!(column.present, Kind::Numbers(_)))
    }

    /// True if weights are numbers of rows.
    fn whole(&self) -> bool {
        !self.fractional && self.rows.weight <= MOST_ROWS as u64
    }
}

/// A description of a column.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ColumnSummary {
    name: String,
    /// True if cells are missing.
    missing: bool,
    /// The form of the dates, if the numbers are days.
    dates: Option<DateForm>,
    present: Kind,
}

/// The cells that are not missing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum Kind {
    None,
    Numbers(Numbers),
    Words(Words),
}

impl ColumnSummary {
    fn within(most: SummaryLimits, column: &Column, rows: &Rows) -> Self {
        let (missing, present) = match column.values() {
            Values::Numeric(_) | Values::Sparse(_) => {
                let cells = column.values().numbers().unwrap_or_default();
                let numbers = Numbers::within(most.numbers, column.name(), rows.of_numbers(&cells));
                (rows.of_numbers(&cells).any(|(x, _)| x.is_nan()), numbers.map(Kind::Numbers))
            }
            Values::Categorical { codes, categories } => {
                let words = Words::within(most.categories, categories, rows.of(codes));
                (rows.of(codes).any(|(code, _)| code == MISSING), words.map(Kind::Words))
            }
        };
        let (name, dates) = (column.name().to_owned(), column.dates());
        ColumnSummary { name, missing, dates, present: present.unwrap_or(Kind::None) }
    }

    /// Returns the kind of the cells. `None` if all are missing.
    fn kind(&self) -> Option<&'static str> {
        match &self.present {
            Kind::None => None,
            Kind::Numbers(_) if self.dates.is_some() => Some("dates"),
            Kind::Numbers(_) => Some("numbers"),
            Kind::Words(_) => Some("text"),
        }
    }

    /// Summarises the numbers of a column in the intervals between edges. The column may also have
    /// only missing cells.
    fn closer(
        most: SummaryLimits,
        column: &Column,
        edges: &Edges,
        rows: &Rows,
        whole: bool,
    ) -> Result<Self, BinarizeError> {
        let cells = match column.values() {
            Values::Categorical { codes, .. } if rows.of(codes).any(|(code, _)| code != MISSING) => {
                let (found, expected) = ("text", "numbers");
                return Err(BinarizeError::PartitionKind { column: column.name().to_owned(), found, expected });
            }
            values => values.numbers().unwrap_or_default(),
        };
        let most = most.closer.max(most.between.saturating_mul(edges.asked()));
        let present = Kind::Numbers(Numbers::closer(most, edges, rows.of_numbers(&cells), whole));
        Ok(ColumnSummary { name: column.name().to_owned(), missing: false, dates: column.dates(), present })
    }

    /// Checks that the column in this place of the next partition is the same.
    fn check(&self, place: usize, next: &ColumnSummary) -> Result<(), BinarizeError> {
        if next.name != self.name {
            let (found, expected) = (next.name.clone(), self.name.clone());
            return Err(BinarizeError::PartitionName { column: place, found, expected });
        }
        match (next.kind(), self.kind()) {
            (Some(found), Some(expected)) if found != expected => {
                Err(BinarizeError::PartitionKind { column: self.name.clone(), found, expected })
            }
            _ => Ok(()),
        }
    }

    /// Adds a column that was checked.
    fn merge_within(&mut self, most: SummaryLimits, next: &ColumnSummary) {
        self.missing |= next.missing;
        self.dates = match (self.dates, next.dates) {
            // Partitions in several forms are merged in any order.
            (Some(own), Some(next)) => Some(if own == next { own } else { DateForm::ISO }),
            (own, next) => own.or(next),
        };
        match (&mut self.present, &next.present) {
            (present @ Kind::None, next) => *present = next.clone(),
            (Kind::Numbers(numbers), Kind::Numbers(next)) => numbers.merge(next),
            (Kind::Words(words), Kind::Words(next)) => words.merge_within(most.categories, next),
            _ => {}
        }
    }

    fn learn(&self, whole: bool, settings: &LearnSettings<'_>) -> LearnedFeature {
        let cells = || Cells { present: self.present(whole), missing: self.missing, dates: self.dates };
        feature(&self.name, settings, || self.naming(), cells)
    }

    fn present(&self, whole: bool) -> Present<'_> {
        match &self.present {
            Kind::None => Present::Categories(Vec::new()),
            Kind::Numbers(numbers) => Present::Numbers(numbers.ranked(whole), numbers.whole()),
            Kind::Words(words) => words.present(whole),
        }
    }

    fn naming(&self) -> Option<Naming> {
        match &self.present {
            // Dates are measured.
            _ if self.dates.is_some() => None,
            Kind::None => None,
            Kind::Numbers(numbers) => numbers.naming(),
            Kind::Words(words) => words.naming(),
        }
    }

    /// Returns the intervals to examine, or `None` if there are none.
    fn edges(&self, whole: bool, settings: &LearnSettings<'_>) -> Option<Edges> {
        match &self.present {
            Kind::Numbers(numbers) if left_out(&self.name, settings, || self.naming()).is_none() => {
                numbers.edges(settings.bins.quantiles(), whole)
            }
            _ => None,
        }
    }

    /// Adds the answer to a focus. Returns true if it is about this column.
    #[must_use]
    fn refine(&mut self, closer: &ColumnSummary) -> bool {
        match (&mut self.present, &closer.present) {
            (Kind::Numbers(numbers), Kind::Numbers(closer)) => numbers.refine(closer),
            _ => false,
        }
    }
}
