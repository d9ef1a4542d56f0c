//! Coded tables: one small code per cell.

use crate::{Domain, Feature, RuleError, Schema};
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_limits::Limits;
use std::collections::HashMap;
use std::sync::Arc;

/// The codes of one column, in one byte each if they fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// At most 256 codes.
    Narrow(Vec<u8>),
    /// At most 65,536 codes.
    Wide(Vec<u16>),
}

impl Codes {
    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        match self {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    /// True if there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the code in row `row`.
    pub fn get(&self, row: usize) -> u16 {
        match self {
            Codes::Narrow(codes) => codes[row].into(),
            Codes::Wide(codes) => codes[row],
        }
    }

    /// Returns the first row with a code above this one.
    pub fn first_above(&self, most: usize) -> Option<usize> {
        match self {
            Codes::Narrow(codes) => codes.iter().position(|&code| usize::from(code) > most),
            Codes::Wide(codes) => codes.iter().position(|&code| usize::from(code) > most),
        }
    }

    /// Returns the codes of the given rows, in that order.
    pub fn select(&self, rows: &[u32]) -> Codes {
        match self {
            Codes::Narrow(codes) => Codes::Narrow(rows.iter().map(|&r| codes[r as usize]).collect()),
            Codes::Wide(codes) => Codes::Wide(rows.iter().map(|&r| codes[r as usize]).collect()),
        }
    }

    fn collect(feature: &Feature, codes: impl Iterator<Item = usize>) -> Codes {
        if feature.codes() <= 256 {
            Codes::Narrow(codes.map(|c| c as u8).collect())
        } else {
            Codes::Wide(codes.map(|c| c as u16).collect())
        }
    }
}

/// A table of codes, one column per feature of its schema, all of the same length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CodedTable {
    rows: usize,
    /// The columns, shared by all copies of the table.
    columns: Arc<Vec<Codes>>,
}

impl CodedTable {
    /// Makes a table of `rows` rows. The caller guarantees that the codes are those of a schema, as
    /// [`Schema::encode`] does.
    ///
    /// # Errors
    /// [`RuleError::RaggedCodes`] unless every column has a code for each row.
    pub fn new(rows: usize, columns: Vec<Codes>) -> Result<Self, RuleError> {
        match columns.iter().position(|column| column.len() != rows) {
            Some(column) => Err(RuleError::RaggedCodes { column, codes: columns[column].len(), rows }),
            None => Ok(CodedTable { rows, columns: Arc::new(columns) }),
        }
    }

    /// The number of rows of every column.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The columns, in the schema's order.
    pub fn columns(&self) -> &[Codes] {
        &self.columns
    }

    /// Returns the given rows, in that order.
    pub fn select(&self, rows: &[u32]) -> CodedTable {
        let columns = self.columns.iter().map(|c| c.select(rows)).collect();
        CodedTable { rows: rows.len(), columns: Arc::new(columns) }
    }
}

impl Schema {
    /// Codes `table`. Columns are found by name, and columns that are no features are ignored.
    /// Booleans may be words or 0 and 1, whatever they were in training.
    ///
    /// # Errors
    /// [`RuleError::MissingColumn`] if a feature has no column in the table, and
    /// [`RuleError::ColumnKind`] if a numeric feature's column is categorical there, or only one of
    /// them is of dates.
    pub fn encode(&self, table: &Table) -> Result<CodedTable, RuleError> {
        self.encode_until(table, &Limits::default())
    }

    /// Codes `table` as [`Schema::encode`] does, within limits.
    ///
    /// # Errors
    /// [`RuleError::Stopped`] if a limit is reached first, and as [`Schema::encode`].
    pub fn encode_until(&self, table: &Table, limits: &Limits) -> Result<CodedTable, RuleError> {
        self.encode_learned(&self.features, table, limits)
    }

    /// Codes the columns of a schema that knows only some of the values of `learned`, the same
    /// features as training saw them.
    pub(crate) fn encode_learned(
        &self,
        learned: &[Feature],
        table: &Table,
        limits: &Limits,
    ) -> Result<CodedTable, RuleError> {
        let by_name: HashMap<&str, &Column> = table.columns().iter().map(|column| (column.name(), column)).collect();
        let encode = |(feature, learned): (&Feature, &Feature)| -> Result<Codes, RuleError> {
            limits.check()?;
            let column = by_name.get(feature.name.as_str());
            let column = column.ok_or_else(|| RuleError::MissingColumn(feature.name.clone()))?;
            let cells = learned.as_learned(column)?;
            Ok(encode_cells(feature, &cells))
        };
        let columns = self.features.iter().zip(learned).map(encode).collect::<Result<_, _>>()?;
        Ok(CodedTable { rows: table.rows(), columns: Arc::new(columns) })
    }
}

/// Codes cells that are in the form that their column had in training.
fn encode_cells(feature: &Feature, cells: &Values) -> Codes {
    let missing = feature.missing_code();
    match (&feature.domain, cells) {
        (Domain::Numeric { cuts }, cells) => {
            let values = cells.numbers().unwrap_or_default();
            let code = |x: &f64| if x.is_nan() { missing } else { code_of(cuts, *x) };
            Codes::collect(feature, values.iter().map(code))
        }
        (Domain::Categorical { categories }, Values::Categorical { codes, categories: names }) => {
            Codes::collect(feature, translate(categories, codes, names).into_iter())
        }
        // A column of digits is read as numbers if its file holds nothing else. The categories are
        // the text of the numbers.
        (Domain::Categorical { categories }, cells) => {
            let values = cells.numbers().unwrap_or_default();
            let lookup: HashMap<&str, usize> =
                categories.iter().enumerate().map(|(v, name)| (name.as_str(), v)).collect();
            let code = |x: &f64| match x {
                x if x.is_nan() => missing,
                // Minus zero is zero.
                x => *lookup.get((x + 0.0).to_string().as_str()).unwrap_or(&categories.len()),
            };
            Codes::collect(feature, values.iter().map(code))
        }
    }
}

/// Returns `|{j : cuts[j] < x}|`, without a branch that depends on the data.
fn code_of(cuts: &[f64], x: f64) -> usize {
    /// The number of cuts below which counting all of them is faster than bisection.
    const COUNT: usize = 16;
    let (mut low, mut rest) = (0, cuts.len());
    while rest > COUNT {
        let half = rest / 2;
        low += if cuts[low + half - 1] < x { half } else { 0 };
        rest -= half;
    }
    low + cuts[low..low + rest].iter().map(|&cut| usize::from(cut < x)).sum::<usize>()
}

/// Returns the code in this schema for each code of the categories of another file.
fn translate(categories: &[String], codes: &[u32], names: &[String]) -> Vec<usize> {
    let lookup: HashMap<&str, usize> = categories.iter().enumerate().map(|(v, name)| (name.as_str(), v)).collect();
    let table: Vec<usize> = names.iter().map(|name| *lookup.get(name.as_str()).unwrap_or(&categories.len())).collect();
    codes.iter().map(|&c| if c == MISSING { categories.len() + 1 } else { table[c as usize] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn code_counts_the_cuts_below(mut cuts in prop::collection::vec(-50i32..50, 0..60), x in -60i32..60) {
            cuts.sort_unstable();
            cuts.dedup();
            let cuts: Vec<f64> = cuts.into_iter().map(f64::from).collect();
            let x = f64::from(x) / 1.5;
            prop_assert_eq!(code_of(&cuts, x), cuts.iter().filter(|&&c| c < x).count());
        }
    }

    #[test]
    fn unseen_and_missing_categories_have_their_own_codes() {
        let feature = Feature::new("c", Domain::Categorical { categories: vec!["a".into(), "b".into()] });
        let column = Column::new("c", ["b", "z", ""]).unwrap();
        assert_eq!(encode_cells(&feature, column.values()), Codes::Narrow(vec![1, 2, 3]));
    }
}
