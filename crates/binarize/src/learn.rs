//! Learning a schema from training rows.

use crate::BinarizeError;
use crate::cuts::{Bins, Ranked, cuts};
use crate::error::one_per_row;
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_rule::{Domain, Feature, Schema};

/// The most categories of a column: with the codes of unseen and missing they fill two bytes.
const MOST_CATEGORIES: usize = u16::MAX as usize - 1;

/// A column that cannot serve as a feature.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Dropped {
    /// The same in every training row.
    Constant(String),
    /// Not constant, but most rows have its largest value, and no quantile lies below that.
    NoCut(String),
    /// More categories than two bytes can tell apart: an identifier, not a feature.
    TooManyCategories(String, usize),
}

impl std::fmt::Display for Dropped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Dropped::Constant(name) => write!(f, "column '{name}' is constant on the training rows: left out"),
            Dropped::NoCut(name) => write!(
                f,
                "column '{name}' has its largest value in most training rows, so that these bins have no cut point: left out \
                 (more bins, or naming it categorical, keep it)"
            ),
            Dropped::TooManyCategories(name, n) => {
                write!(f, "column '{name}' has {n} categories, more than {MOST_CATEGORIES}: left out")
            }
        }
    }
}

/// Learns cut points and categories from the columns of `table`, its training rows (docs/MATH.md 1).
///
/// Categories are those that occur, sorted as numbers where all are numbers, else as text. Columns
/// that cannot serve are left out of the schema and returned beside it.
///
/// `weights`, if given, are one per row and not negative. A row of weight 0 is as good as none. Where all are whole
/// numbers, a row counts in quantiles for so many; otherwise weights say how much a row matters, not how many it
/// stands for, and each counts once.
///
/// # Errors
/// [`BinarizeError::BadBins`], [`BinarizeError::NotOnePerRow`] and [`BinarizeError::BadWeight`].
pub fn learn(table: &Table, weights: Option<&[f64]>, bins: Bins) -> Result<(Schema, Vec<Dropped>), BinarizeError> {
    if let Bins::Quantiles(n) = bins
        && !(2..=Bins::MOST).contains(&n)
    {
        return Err(BinarizeError::BadBins(n));
    }
    if let Some(weights) = weights {
        check_weights(weights, table.rows())?;
    }
    let mut schema = Schema::default();
    let mut dropped = Vec::new();
    let rows = Rows::new(weights);
    for column in table.columns() {
        match feature(column, &rows, bins) {
            Ok(feature) => schema.features.push(feature),
            Err(why) => dropped.push(why),
        }
    }
    Ok((schema, dropped))
}

/// Checks that there is a weight for each row, finite and not negative.
pub(crate) fn check_weights(weights: &[f64], rows: usize) -> Result<(), BinarizeError> {
    one_per_row("weights", weights.len(), rows)?;
    // Phrased as acceptance, so that NaN fails.
    match weights.iter().position(|&weight| !(weight >= 0.0 && weight.is_finite())) {
        Some(row) => Err(BinarizeError::BadWeight { row: row + 1, weight: weights[row] }),
        None => Ok(()),
    }
}

/// Which rows count, and for how many.
struct Rows<'a> {
    weights: Option<&'a [f64]>,
    /// Whether weights are numbers of rows.
    whole: bool,
}

impl<'a> Rows<'a> {
    fn new(weights: Option<&'a [f64]>) -> Self {
        Rows { weights, whole: weights.is_some_and(|weights| weights.iter().all(|w| w.fract() == 0.0)) }
    }

    fn counts(&self, row: usize) -> bool {
        self.weights.is_none_or(|weights| weights[row] > 0.0)
    }

    /// The cells of the rows that count.
    fn of<T: Copy>(&self, cells: &[T]) -> impl Iterator<Item = T> {
        cells.iter().enumerate().filter(|(row, _)| self.counts(*row)).map(|(_, &cell)| cell)
    }

    /// The numbers among the cells of these rows, in order.
    fn ranked(&self, cells: &[f64]) -> Ranked {
        match self.weights.filter(|_| self.whole) {
            None => Ranked::new(self.of(cells).filter(|x| !x.is_nan()).collect()),
            Some(weights) => {
                let pairs = cells.iter().copied().zip(weights.iter().copied());
                Ranked::weighted(pairs.filter(|(x, weight)| !x.is_nan() && *weight > 0.0).collect())
            }
        }
    }
}

fn feature(column: &Column, rows: &Rows<'_>, bins: Bins) -> Result<Feature, Dropped> {
    let name = column.name().to_owned();
    let (domain, missing, values, varies) = match column.values() {
        Values::Numeric(cells) => {
            let present = rows.ranked(cells);
            let any = !present.is_empty();
            let varies = present.varies();
            let cuts = cuts(present, bins);
            let values = cuts.len() + usize::from(any);
            (Domain::Numeric { cuts }, rows.of(cells).any(f64::is_nan), values, varies)
        }
        Values::Categorical { codes, categories } => {
            let present = occurring(rows.of(codes), categories);
            if present.len() > MOST_CATEGORIES {
                return Err(Dropped::TooManyCategories(name, present.len()));
            }
            let values = present.len();
            (Domain::Categorical { categories: present }, rows.of(codes).any(|c| c == MISSING), values, false)
        }
    };
    if values + usize::from(missing) < 2 {
        return Err(if varies { Dropped::NoCut(name) } else { Dropped::Constant(name) });
    }
    Ok(Feature { name, domain, missing_seen: missing, forbidden: Vec::new() })
}

/// The categories that occur, in a stated order.
fn occurring(codes: impl Iterator<Item = u32>, categories: &[String]) -> Vec<String> {
    let mut occurs = vec![false; categories.len()];
    codes.filter(|&c| c != MISSING).for_each(|c| occurs[c as usize] = true);
    let mut names: Vec<String> = (categories.iter().zip(occurs)).filter(|(_, o)| *o).map(|(n, _)| n.clone()).collect();
    names.sort_unstable();
    let number = |name: &String| name.parse::<f64>().ok().filter(|x| x.is_finite());
    if names.iter().all(|name| number(name).is_some()) {
        names.sort_by(|a, b| number(a).partial_cmp(&number(b)).expect("finite numbers compare"));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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
        assert_eq!(dropped, [Dropped::Constant("constant".into()), Dropped::Constant("empty".into())]);
    }

    #[test]
    fn categories_are_those_that_occur_sorted() {
        let names = |texts: &[&str]| texts.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        assert_eq!(occurring([2, 0, MISSING].into_iter(), &names(&["b", "x", "a"])), names(&["a", "b"]));
        assert_eq!(occurring([0, 1].into_iter(), &names(&["10", "9"])), names(&["9", "10"]));
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
