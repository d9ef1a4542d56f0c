//! Coded tables: one small code per cell.

use crate::{Domain, Feature, RuleError, Schema};
use rulegen_data::{Column, MISSING, Table, Values};
use rulegen_limits::Limits;
use std::collections::HashMap;
use std::sync::Arc;

/// The codes of one column: a byte each where they fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codes {
    /// At most 256 codes.
    Narrow(Vec<u8>),
    /// At most 65,536 codes.
    Wide(Vec<u16>),
}

impl Codes {
    /// The number of rows.
    pub fn len(&self) -> usize {
        match self {
            Codes::Narrow(codes) => codes.len(),
            Codes::Wide(codes) => codes.len(),
        }
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code in row `row`.
    pub fn get(&self, row: usize) -> u16 {
        match self {
            Codes::Narrow(codes) => codes[row].into(),
            Codes::Wide(codes) => codes[row],
        }
    }

    /// The first row with a code above this one.
    pub fn first_above(&self, most: usize) -> Option<usize> {
        match self {
            Codes::Narrow(codes) => codes.iter().position(|&code| usize::from(code) > most),
            Codes::Wide(codes) => codes.iter().position(|&code| usize::from(code) > most),
        }
    }

    /// The codes of the given rows, in that order.
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
    /// Shared by copies of the table.
    columns: Arc<Vec<Codes>>,
}

impl CodedTable {
    /// A table of `rows` rows. Whether the codes are those of a schema is for its user to see to:
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

    /// The given rows, in that order.
    pub fn select(&self, rows: &[u32]) -> CodedTable {
        let columns = self.columns.iter().map(|c| c.select(rows)).collect();
        CodedTable { rows: rows.len(), columns: Arc::new(columns) }
    }
}

impl Schema {
    /// Codes `table`, whose columns are found by name; others in it are ignored.
    ///
    /// # Errors
    /// [`RuleError::MissingColumn`] if a feature has no column in the table, and
    /// [`RuleError::ColumnKind`] if a numeric feature's column is categorical there.
    pub fn encode(&self, table: &Table) -> Result<CodedTable, RuleError> {
        self.encode_until(table, &Limits::default())
    }

    /// The same within limits.
    ///
    /// # Errors
    /// [`RuleError::Stopped`] where one is reached before; and as [`Schema::encode`].
    pub fn encode_until(&self, table: &Table, limits: &Limits) -> Result<CodedTable, RuleError> {
        let by_name: HashMap<&str, &Column> = table.columns().iter().map(|column| (column.name(), column)).collect();
        let encode = |feature: &Feature| {
            limits.check()?;
            let column = by_name.get(feature.name.as_str());
            encode_column(feature, column.ok_or_else(|| RuleError::MissingColumn(feature.name.clone()))?)
        };
        let columns = self.features.iter().map(encode).collect::<Result<_, _>>()?;
        Ok(CodedTable { rows: table.rows(), columns: Arc::new(columns) })
    }
}

fn encode_column(feature: &Feature, column: &Column) -> Result<Codes, RuleError> {
    let missing = feature.missing_code();
    match (&feature.domain, column.values()) {
        (Domain::Numeric { cuts }, Values::Numeric(_) | Values::Sparse(_)) => {
            let values = column.values().numbers().unwrap_or_default();
            let code = |x: &f64| if x.is_nan() { missing } else { code_of(cuts, *x) };
            Ok(Codes::collect(feature, values.iter().map(code)))
        }
        (Domain::Categorical { categories }, Values::Categorical { codes, categories: names }) => {
            Ok(Codes::collect(feature, translate(categories, codes, names).into_iter()))
        }
        // A column of digits is read as numbers when its file holds nothing else: their text is what was meant.
        (Domain::Categorical { categories }, Values::Numeric(_) | Values::Sparse(_)) => {
            let values = column.values().numbers().unwrap_or_default();
            let lookup: HashMap<&str, usize> =
                categories.iter().enumerate().map(|(v, name)| (name.as_str(), v)).collect();
            let code = |x: &f64| match x {
                x if x.is_nan() => missing,
                x => *lookup.get(x.to_string().as_str()).unwrap_or(&categories.len()),
            };
            Ok(Codes::collect(feature, values.iter().map(code)))
        }
        (Domain::Numeric { .. }, Values::Categorical { .. }) => {
            Err(RuleError::ColumnKind { column: feature.name.clone() })
        }
    }
}

/// `|{j : cuts[j] < x}|`, without a branch that depends on the data.
fn code_of(cuts: &[f64], x: f64) -> usize {
    /// Below this many cuts counting them all is faster than halving.
    const COUNT: usize = 16;
    let (mut low, mut rest) = (0, cuts.len());
    while rest > COUNT {
        let half = rest / 2;
        low += if cuts[low + half - 1] < x { half } else { 0 };
        rest -= half;
    }
    low + cuts[low..low + rest].iter().map(|&cut| usize::from(cut < x)).sum::<usize>()
}

/// Codes in terms of another file's categories, as codes of this schema's.
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
        let feature = Feature {
            name: "c".into(),
            domain: Domain::Categorical { categories: vec!["a".into(), "b".into()] },
            missing_seen: false,
            forbidden: Vec::new(),
        };
        let column = Column::new("c", ["b", "z", ""]).unwrap();
        assert_eq!(encode_column(&feature, &column).unwrap(), Codes::Narrow(vec![1, 2, 3]));
    }
}
