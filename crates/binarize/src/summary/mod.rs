//! What is to know of columns whose rows lie on many machines.
//!
//! Each partition of a table makes a [`Summary`]. Merged in any order and grouping, summaries are the same. What is learned of them
//! is what [`learn_with`](crate::learn_with) learns of all rows together,
//!
//! * in columns of numbers. Of a partition that has more than 2,048 different ones, so many are kept, at evenly spaced ranks, and a
//!   quantile lies somewhere between two of them. The merged summary says between which ([`Summary::focus`]), partitions look closer
//!   there ([`Summary::closer`]), and after one to three looks, mostly, nothing is open;
//! * in columns of text, where there are at most 70,000 categories in all. More are too many for a feature, and are counted for each
//!   partition that has them. That most of them may be rare does not help;
//! * whatever names rows, where there is one partition. The order of rows is known within a partition only. So a column of numbers
//!   names rows if a partition says so (of 20 rows or more), none of 20 rows or more says otherwise, and no number is kept twice.
//!   Running numbers and unique codes are running numbers together. Text names rows by the values and rows of all partitions.

mod bounds;
mod count;
mod focus;
mod marks;
mod numbers;
mod rows;
mod thinned;
mod words;

#[cfg(test)]
mod tests;

use crate::BinarizeError;
use crate::feature::{Cells, Found, Present, feature, left_out};
use crate::learn::check_bins;
use crate::names::Naming;
use crate::rows::MOST_ROWS;
use crate::settings::{LearnSettings, Learned};
use count::Count;
use focus::Edges;
pub use focus::Focus;
use numbers::Numbers;
use rayon::prelude::*;
use rows::Rows;
use rulegen_data::{Column, MISSING, Table, Values};
use serde::{Deserialize, Serialize};
use words::Words;

/// The most different numbers of a column that are kept of a partition. More than [`Bins::MOST`](crate::Bins::MOST), so that columns
/// of so few are exact.
const KEPT: usize = 2048;

/// The most categories that are kept of a column. More than a feature can have, so that the number of a few too many is exact.
const KEPT_CATEGORIES: usize = 70_000;

/// The numbers that are kept, in the mean, for each place where a partition looks closer, if these are more than [`KEPT`]. Some five parts
/// of so many are left for the next look.
const KEPT_BETWEEN: usize = 32;

/// How much is kept of a column.
#[derive(Clone, Copy)]
struct Most {
    numbers: usize,
    /// Where a partition looks closer.
    closer: usize,
    between: usize,
    categories: usize,
}

const MOST: Most = Most { numbers: KEPT, closer: KEPT, between: KEPT_BETWEEN, categories: KEPT_CATEGORIES };

/// What is to know of the columns of a table to learn its schema, with rows that lie on many machines.
///
/// Each partition of the rows makes one, they are merged, and what is learned of the merged one is what
/// [`learn_with`](crate::learn_with) learns of all rows together. Where a column has more than 2,048 different numbers in a partition, that
/// takes some rounds: the merged summary says where to look closer, each partition does, and the merged answers refine it.
///
/// ```
/// # use rulegen_binarize::{Bins, BinarizeError, LearnSettings, Summary, learn_with};
/// # use rulegen_data::Table;
/// # fn main() -> Result<(), BinarizeError> {
/// let rows: Vec<f64> = (0..18_000).map(|i| f64::from(i * 7 % 17_989)).collect();
/// let [a, b] = [&rows[..9_000], &rows[9_000..]].map(|part| Table::from_columns([("x", part.into())]));
/// let (a, b) = (a?, b?);
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
/// A column of text with more than 70,000 categories in all cannot serve.
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
        let rows = Rows::new(table.rows(), weights, ranks)?;
        let columns = table.columns().par_iter().map(|column| ColumnSummary::within(most, column, &rows)).collect();
        Ok(Summary::with(&rows, columns))
    }

    /// Of the same rows of one partition: what numbers it has where the focus is. Other columns are left out. So are other numbers, of which
    /// only rows are counted. To be merged with those of the other partitions, for [`Summary::refine`].
    ///
    /// # Errors
    /// As [`Summary::of`]; and a column that is not there or is one of text.
    pub fn closer(
        focus: &Focus,
        table: &Table,
        weights: Option<&[f64]>,
        ranks: Option<&[f64]>,
    ) -> Result<Self, BinarizeError> {
        Summary::closer_within(MOST, focus, table, weights, ranks)
    }

    fn closer_within(
        most: Most,
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

    /// The number of rows: as many as whole weights say; see [`row_counts`](crate::row_counts).
    pub fn rows(&self) -> u64 {
        self.rows.of(self.whole())
    }

    /// Where partitions are to look closer, for what is learned by these settings to be exact; none where it is. Columns that are left out
    /// for naming rows need no closer look.
    ///
    /// Each look leaves a fifth at most of the rows that the last one was at, and mostly far fewer: there are two or three looks.
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

    /// Takes in what all partitions found in a closer look ([`Summary::closer`]), merged.
    ///
    /// # Errors
    /// [`BinarizeError::PartitionChanged`] where it is not of columns and rows of this summary.
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
    fn within(most: Most, column: &Column, rows: &Rows) -> Self {
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
        ColumnSummary { name: column.name().to_owned(), missing, present: present.unwrap_or(Kind::None) }
    }

    /// Of a column of numbers, or of one that has no cell in a row that counts, looked at closer.
    fn closer(most: Most, column: &Column, edges: &Edges, rows: &Rows, whole: bool) -> Result<Self, BinarizeError> {
        let cells = match column.values() {
            Values::Categorical { codes, .. } if rows.of(codes).any(|(code, _)| code != MISSING) => {
                let (found, expected) = ("text", "numbers");
                return Err(BinarizeError::PartitionKind { column: column.name().to_owned(), found, expected });
            }
            values => values.numbers().unwrap_or_default(),
        };
        let most = most.closer.max(most.between.saturating_mul(edges.asked()));
        let present = Kind::Numbers(Numbers::closer(most, edges, rows.of_numbers(&cells), whole));
        Ok(ColumnSummary { name: column.name().to_owned(), missing: false, present })
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

    /// Where to look closer; none if that is not needed.
    fn edges(&self, whole: bool, settings: &LearnSettings<'_>) -> Option<Edges> {
        match &self.present {
            Kind::Numbers(numbers) if left_out(&self.name, settings, || self.naming()).is_none() => {
                numbers.edges(settings.bins.quantiles(), whole)
            }
            _ => None,
        }
    }

    /// Takes in a closer look; whether it is one at this column.
    #[must_use]
    fn refine(&mut self, closer: &ColumnSummary) -> bool {
        match (&mut self.present, &closer.present) {
            (Kind::Numbers(numbers), Kind::Numbers(closer)) => numbers.refine(closer),
            _ => false,
        }
    }
}
