//! Learning a schema from training rows.

use crate::cuts::{Bins, cuts};
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
    /// More categories than two bytes can tell apart: an identifier, not a feature.
    TooManyCategories(String, usize),
}

impl std::fmt::Display for Dropped {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Dropped::Constant(name) => write!(f, "column '{name}' is constant on the training rows: left out"),
            Dropped::TooManyCategories(name, n) => {
                write!(f, "column '{name}' has {n} categories, more than {MOST_CATEGORIES}: left out")
            }
        }
    }
}

/// Learns cut points and categories from the columns of `table`, its training rows (MATH.md 1).
///
/// Categories are those that occur, sorted as numbers where all are numbers, else as text. Columns
/// that cannot serve are left out of the schema and returned beside it.
pub fn learn(table: &Table, bins: Bins) -> (Schema, Vec<Dropped>) {
    let mut schema = Schema::default();
    let mut dropped = Vec::new();
    for column in &table.columns {
        match feature(column, bins) {
            Ok(feature) => schema.features.push(feature),
            Err(why) => dropped.push(why),
        }
    }
    (schema, dropped)
}

fn feature(column: &Column, bins: Bins) -> Result<Feature, Dropped> {
    let name = column.name.clone();
    let (domain, missing, values) = match &column.values {
        Values::Numeric(cells) => {
            let present: Vec<f64> = cells.iter().copied().filter(|x| !x.is_nan()).collect();
            let (missing, any) = (cells.len() - present.len(), !present.is_empty());
            let cuts = cuts(present, bins);
            let values = cuts.len() + usize::from(any);
            (Domain::Numeric { cuts }, missing, values)
        }
        Values::Categorical { codes, categories } => {
            let present = occurring(codes, categories);
            if present.len() > MOST_CATEGORIES {
                return Err(Dropped::TooManyCategories(name, present.len()));
            }
            let missing = codes.iter().filter(|&&c| c == MISSING).count();
            let values = present.len();
            (Domain::Categorical { categories: present }, missing, values)
        }
    };
    if values + usize::from(missing > 0) < 2 {
        return Err(Dropped::Constant(name));
    }
    Ok(Feature { name, domain, missing_seen: missing > 0, forbidden: Vec::new() })
}

/// The categories that occur, in a stated order.
fn occurring(codes: &[u32], categories: &[String]) -> Vec<String> {
    let mut occurs = vec![false; categories.len()];
    codes.iter().filter(|&&c| c != MISSING).for_each(|&c| occurs[c as usize] = true);
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

    fn numeric(name: &str, cells: &[f64]) -> Column {
        Column { name: name.into(), values: Values::Numeric(cells.to_vec()) }
    }

    #[test]
    fn constant_columns_are_dropped_unless_cells_are_missing() {
        let table = Table {
            rows: 2,
            columns: vec![
                numeric("constant", &[1.0, 1.0]),
                numeric("half", &[1.0, f64::NAN]),
                numeric("empty", &[f64::NAN, f64::NAN]),
                numeric("good", &[1.0, 2.0]),
            ],
        };
        let (schema, dropped) = learn(&table, Bins::Values);
        let names: Vec<&str> = schema.features.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["half", "good"]);
        assert_eq!(dropped, [Dropped::Constant("constant".into()), Dropped::Constant("empty".into())]);
    }

    #[test]
    fn categories_are_those_that_occur_sorted() {
        let names = |texts: &[&str]| texts.iter().map(|t| t.to_string()).collect::<Vec<_>>();
        assert_eq!(occurring(&[2, 0, MISSING], &names(&["b", "x", "a"])), names(&["a", "b"]));
        assert_eq!(occurring(&[0, 1], &names(&["10", "9"])), names(&["9", "10"]));
    }
}
