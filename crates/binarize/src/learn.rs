//! Learns a schema from training rows.

use crate::BinarizeError;
use crate::cuts::{Bins, RankedNumbers};
use crate::dropped::DroppedColumn;
use crate::error::one_per_row;
use crate::feature::{Cells, LearnedFeature, Present, feature};
use crate::names::{self, Naming};
use crate::rows::are_whole;
use crate::settings::{LearnSettings, LearnedColumns};
use rayon::prelude::*;
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_limits::Limits;
use rulegen_rule::Schema;

/// Learns cut points and categories from all columns of the training rows in `table` (docs/MATH.md
/// 1), as [`learn_with`] does.
///
/// # Errors
/// As [`learn_with`].
pub fn learn(
    table: &Table,
    weights: Option<&[f64]>,
    bins: Bins,
) -> Result<(Schema, Vec<DroppedColumn>), BinarizeError> {
    let LearnedColumns { schema, dropped, .. } = learn_with(table, weights, &LearnSettings::everything(bins))?;
    Ok((schema, dropped))
}

/// Learns cut points and categories from the columns of the training rows in `table` (docs/MATH.md
/// 1).
///
/// Categories are those that occur, sorted as numbers if all are numbers, else as text. Columns
/// that cannot be features are left out of the schema and returned separately.
///
/// `weights`, if given, are one per row and not negative. A row of weight 0 is ignored. If all
/// weights are whole numbers, each is the number of rows that its row stands for, in quantiles
/// (unless the settings have `ranks`) and among the rows of its category. Otherwise weights express
/// importance, and each row counts once.
///
/// # Errors
/// [`BinarizeError::BadBins`], [`BinarizeError::NotOnePerRow`] and [`BinarizeError::BadWeight`].
pub fn learn_with(
    table: &Table,
    weights: Option<&[f64]>,
    settings: &LearnSettings<'_>,
) -> Result<LearnedColumns, BinarizeError> {
    learn_until(table, weights, settings, &Limits::default())
}

/// Learns cut points and categories as [`learn_with`] does, within limits and on all threads.
///
/// # Errors
/// [`BinarizeError::Stopped`] if a limit is reached first, and as [`learn_with`].
pub fn learn_until(
    table: &Table,
    weights: Option<&[f64]>,
    settings: &LearnSettings<'_>,
    limits: &Limits,
) -> Result<LearnedColumns, BinarizeError> {
    check_bins(settings.bins)?;
    for weights in [weights, settings.ranks].into_iter().flatten() {
        check_weights(weights, table.rows())?;
    }
    let rows = Rows::new(weights, settings.ranks);
    let look = |column: &Column| limits.check().map(|()| of_column(column, &rows, settings));
    let found: Vec<LearnedFeature> = table.columns().par_iter().map(look).collect::<Result<_, _>>()?;
    Ok(found.into_iter().collect())
}

/// Checks the number of quantiles.
pub(crate) fn check_bins(bins: Bins) -> Result<(), BinarizeError> {
    match bins {
        Bins::Quantiles(n) if !(2..=Bins::MOST).contains(&n) => Err(BinarizeError::BadBins(n)),
        _ => Ok(()),
    }
}

/// Checks that there is a weight for each row, finite and not negative.
pub(crate) fn check_weights(weights: &[f64], rows: usize) -> Result<(), BinarizeError> {
    one_per_row("weights", weights.len(), rows)?;
    // Phrased as acceptance, so that NaN fails.
    match weights.iter().position(|&weight| !(weight >= 0.0 && weight.is_finite())) {
        Some(row) => Err(BinarizeError::BadWeight { row, weight: weights[row] }),
        None => Ok(()),
    }
}

/// The rows that count, and the number of rows that each stands for.
struct Rows<'a> {
    weights: Option<&'a [f64]>,
    /// The number of rows that each stands for in quantiles, if it is different there.
    ranks: Option<&'a [f64]>,
    /// True if weights are numbers of rows.
    whole: bool,
}

impl<'a> Rows<'a> {
    fn new(weights: Option<&'a [f64]>, ranks: Option<&'a [f64]>) -> Self {
        Rows { weights, ranks, whole: weights.is_some_and(are_whole) }
    }

    fn counts(&self, row: usize) -> bool {
        self.weights.is_none_or(|weights| weights[row] > 0.0)
    }

    /// Returns the cells of the rows that count.
    fn of<T: Copy>(&self, cells: &[T]) -> impl Iterator<Item = T> {
        cells.iter().enumerate().filter(|(row, _)| self.counts(*row)).map(|(_, &cell)| cell)
    }

    /// Returns the number of rows of each category.
    fn by_category(&self, codes: &[u32], categories: usize) -> Vec<u64> {
        let mut rows = vec![0; categories];
        for (row, &code) in codes.iter().enumerate().filter(|(_, code)| **code != MISSING) {
            rows[code as usize] += match self.weights {
                Some(weights) if self.whole => weights[row] as u64,
                _ => u64::from(self.counts(row)),
            };
        }
        rows
    }

    /// Returns the numbers of these rows in order, without missing cells. Each counts as often as
    /// `ranks` says, else by its weight if all weights are whole, else once.
    fn ranked(&self, cells: &[f64]) -> RankedNumbers {
        match self.ranks.or(self.weights.filter(|_| self.whole)) {
            None => RankedNumbers::new(self.of(cells).filter(|x| !x.is_nan()).collect()),
            Some(weights) => {
                let pairs = self.of(cells).zip(self.of(weights));
                RankedNumbers::weighted(pairs.filter(|(x, weight)| !x.is_nan() && *weight > 0.0).collect())
            }
        }
    }
}

/// Makes the feature of a column.
fn of_column(column: &Column, rows: &Rows<'_>, settings: &LearnSettings<'_>) -> LearnedFeature {
    feature(column.name(), settings, || naming(column, rows), || cells(column, rows))
}

fn cells<'a>(column: &'a Column, rows: &Rows<'_>) -> Cells<'a> {
    let dates = column.dates();
    match column.values() {
        Values::Numeric(_) | Values::Sparse(_) => {
            let cells = column.values().numbers().unwrap_or_default();
            let ranked = rows.ranked(&cells);
            let whole = ranked.whole();
            Cells { present: Present::Numbers(ranked, whole), missing: rows.of(&cells).any(f64::is_nan), dates }
        }
        Values::Categorical { codes, categories } => {
            let counts = rows.by_category(codes, categories.len());
            let present = Present::Categories(categories.iter().map(String::as_str).zip(counts).collect());
            Cells { present, missing: rows.of(codes).any(|code| code == MISSING), dates }
        }
    }
}

/// Returns how a column names rows, if it does. Dates never do: they are measured.
fn naming(column: &Column, rows: &Rows<'_>) -> Option<Naming> {
    match column.values() {
        _ if column.dates().is_some() => None,
        Values::Numeric(cells) => names::of_numbers(column.name(), rows.of(cells)),
        Values::Sparse(cells) => names::of_numbers(column.name(), rows.of(&cells.to_dense())),
        Values::Categorical { codes, categories } => names::of_text(rows.of(codes), categories.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::Names;
    use proptest::prelude::*;
    use rulegen_rule::{Domain, WholeNumbers};

    fn numeric(name: &str, cells: &[f64]) -> Column {
        Column::new(name, cells).unwrap()
    }

    #[test]
    fn constant_columns_are_dropped_unless_cells_are_missing() {
        let columns = vec![
            numeric("constant", &[1.0, 1.0]),
            numeric("half", &[1.0, f64::NAN]),
            numeric("empty", &[f64::NAN, f64::NAN]),
            numeric("good", &[1.0, 2.0]),
        ];
        let table = Table::new(columns).unwrap();
        let (schema, dropped) = learn(&table, None, Bins::Values).unwrap();
        let names: Vec<&str> = schema.features.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["half", "good"]);
        assert_eq!(dropped, [DroppedColumn::Constant("constant".into()), DroppedColumn::Empty("empty".into())]);
    }

    #[test]
    fn columns_of_whole_numbers_are_known_with_their_range() {
        let columns = vec![
            numeric("count", &[3.0, 0.0, f64::NAN, 0.5]),
            numeric("share", &[0.25, 1.0, 2.0, 3.0]),
            numeric("huge", &[1.0, 1e300, 2.0, 3.0]),
        ];
        let table = Table::new(columns).unwrap();
        let whole = |weights: Option<&[f64]>| {
            let (schema, _) = learn(&table, weights, Bins::Values).unwrap();
            schema.features.iter().map(|feature| feature.whole).collect::<Vec<_>>()
        };
        assert_eq!(whole(None), [None, None, None]);
        // A row of weight 0 does not count.
        let range = |least, most| Some(WholeNumbers { least, most });
        assert_eq!(whole(Some(&[1.0, 1.0, 1.0, 0.0])), [range(0, 3), None, None]);
        assert_eq!(whole(Some(&[0.5, 0.0, 1.5, 0.0])), [range(3, 3), None, range(1, 2)]);
    }

    /// A column of text with this many rows of each category.
    fn words(rows: &[(&str, usize)]) -> Table {
        let cells: Vec<&str> = rows.iter().flat_map(|&(word, n)| std::iter::repeat_n(word, n)).collect();
        Table::new(vec![Column::new("word", Values::from_text(cells)).unwrap()]).unwrap()
    }

    fn categories(learned: &LearnedColumns) -> Vec<&str> {
        match &learned.schema.features[0].domain {
            Domain::Categorical { categories } => categories.iter().map(String::as_str).collect(),
            Domain::Numeric { .. } => unreachable!("a column of text"),
        }
    }

    #[test]
    fn rare_categories_are_unseen_and_three_stay() {
        let settings = LearnSettings { min_category: 5, ..LearnSettings::everything(Bins::Values) };
        let of = |rows: &[(&str, usize)]| learn_with(&words(rows), None, &settings).unwrap();
        let learned = of(&[("a", 9), ("b", 5), ("c", 6), ("d", 4), ("e", 1)]);
        assert_eq!((categories(&learned), &learned.pooled[..]), (vec!["a", "b", "c"], &["word".to_owned()][..]));
        // The third largest category stays, and all that have as many rows.
        let learned = of(&[("a", 9), ("b", 5), ("c", 1), ("d", 4), ("e", 4)]);
        assert_eq!((categories(&learned), learned.pooled.len()), (vec!["a", "b", "d", "e"], 1));
        let learned = of(&[("a", 2), ("b", 1), ("c", 1)]);
        assert_eq!((categories(&learned), learned.pooled.len()), (vec!["a", "b", "c"], 0));
        let learned = of(&[("a", 4), ("b", 4), ("c", 4), ("d", 1)]);
        assert_eq!(learned.dropped, [DroppedColumn::Rare("word".into(), 5)]);
        // Whole weights are numbers of rows.
        let weights: Vec<f64> = [vec![5.0; 3], vec![0.0], vec![1.0; 4]].concat();
        let table = words(&[("a", 1), ("b", 1), ("c", 1), ("d", 1), ("e", 4)]);
        let learned = learn_with(&table, Some(&weights), &settings).unwrap();
        assert_eq!((categories(&learned), learned.pooled.len()), (vec!["a", "b", "c"], 1));
    }

    #[test]
    fn columns_that_name_rows_are_left_out_unless_they_are_kept() {
        let ids: Vec<String> = (0..40).map(|row| format!("C-{row}")).collect();
        let column = |name: &str, values: Values| Column::new(name, values).unwrap();
        let table = Table::new(vec![
            column("id", Values::from_text(&ids)),
            column("row", Values::from((0..40).map(f64::from).collect::<Vec<f64>>())),
            column("x", Values::from((0..40).map(|x| f64::from(x).sqrt()).collect::<Vec<f64>>())),
        ])
        .unwrap();
        let names = |but: &[String], weights: Option<&[f64]>| {
            let settings = LearnSettings { names: Names::LeftOut { but }, ..LearnSettings::everything(Bins::Values) };
            let learned = learn_with(&table, weights, &settings).unwrap();
            let features = learned.schema.features.iter().map(|f| f.name.clone()).collect::<Vec<_>>().join(" ");
            (features, DroppedColumn::names_rows(&learned.dropped))
        };
        let says = "columns that name rows: 'id' (text, mostly once each), 'row' (running numbers): left out \
                    (name them in `keep` to keep them)";
        assert_eq!(names(&[], None), ("x".into(), Some(says.into())));
        let says = "column that names rows: 'row' (running numbers): left out (name it in `keep` to keep it)";
        assert_eq!(names(&["id".into()], None), ("id x".into(), Some(says.into())));
        assert_eq!(names(&["row".into(), "id".into()], None), ("id row x".into(), None));
        // Rows of weight 0 are ignored: too few are left to decide.
        let weights: Vec<f64> = (0..40).map(|row| if row < 19 { 0.5 } else { 0.0 }).collect();
        assert_eq!(names(&[], Some(&weights)), ("id row x".into(), None));
        let everything = learn(&table, None, Bins::Values).unwrap();
        assert_eq!((everything.0.features.len(), everything.1.len()), (3, 0));
    }

    proptest! {
        #[test]
        fn whole_weights_are_numbers_of_rows(
            rows in prop::collection::vec((0i32..30, 0u32..4, 0usize..4), 1..40),
            n in 2usize..12,
        ) {
            let table = |rows: &[(i32, u32, usize)]| {
                let number = |x: i32| if x == 0 { f64::NAN } else { f64::from(x) };
                let codes = rows.iter().map(|r| if r.1 == 3 { MISSING } else { r.1 }).collect();
                let categories = ["a", "b", "c"].map(String::from).to_vec();
                let words = Column::new("words", Values::Categorical { codes, categories }).unwrap();
                let numbers: Vec<f64> = rows.iter().map(|r| number(r.0)).collect();
                Table::new(vec![numeric("numbers", &numbers), words]).unwrap()
            };
            let repeated: Vec<_> = rows.iter().flat_map(|row| vec![*row; row.2]).collect();
            let weights: Vec<f64> = rows.iter().map(|r| r.2 as f64).collect();
            for bins in [Bins::Quantiles(n), Bins::Values] {
                let weighted = learn(&table(&rows), Some(&weights), bins).unwrap();
                prop_assert_eq!(weighted, learn(&table(&repeated), None, bins).unwrap());
            }
        }
    }

    #[test]
    fn weights_that_are_no_numbers_of_rows_count_once() {
        let table = Table::new(vec![numeric("x", &[1.0, 2.0, 3.0, 4.0, 9.0])]).unwrap();
        let weights = [0.5, 1.0, 1.0, 7.0, 0.0];
        let first = Table::new(vec![numeric("x", &[1.0, 2.0, 3.0, 4.0])]).unwrap();
        let halves = Bins::Quantiles(2);
        assert_eq!(learn(&table, Some(&weights), halves).unwrap(), learn(&first, None, halves).unwrap());
    }
}
