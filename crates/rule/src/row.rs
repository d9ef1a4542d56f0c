//! A single row: its raw cells, its codes, and its prediction.

use crate::cover::CodeTest;
use crate::{Predictor, RuleError};
use rulegen_data::{Column, DateForm, Table, Values};
use serde_json::Value;

impl Predictor {
    /// Returns the codes of one row, in the terms of [`Predictor::schema`].
    pub(crate) fn row_codes(&self, table: &Table, row: usize) -> Result<Vec<u16>, RuleError> {
        if row >= table.rows() {
            return Err(RuleError::NoSuchRow { row, rows: table.rows() });
        }
        let names: Vec<&str> = self.schema().features.iter().map(|feature| feature.name.as_str()).collect();
        let columns = table.columns().iter().filter(|column| names.contains(&column.name()));
        let one = columns.map(|column| column.select_rows(&[row])).collect();
        let coded = self.encode(&Table::new(one).expect("columns of a table stay sound"))?;
        Ok(coded.columns().iter().map(|codes| codes.get(0)).collect())
    }

    /// Returns the votes for each of the classes voted for, and true if any rule covers the row.
    pub(crate) fn row_votes(&self, codes: &[u16]) -> (Vec<f64>, bool) {
        let (mut votes, mut covered) = (vec![0.0; self.voted.len()], false);
        // Votes are added in the order of the rules, as `predict` does, because sums of doubles
        // depend on it.
        for vote in self.votes.iter().filter(|vote| holds(&vote.tests, codes)) {
            votes[vote.slot] += vote.weight;
            covered = true;
        }
        (votes, covered)
    }

    /// Returns the class of a row, as `predict` does for many rows side by side.
    pub(crate) fn row_class(&self, codes: &[u16]) -> u32 {
        let (votes, covered) = self.row_votes(codes);
        if let Some(cut) = self.cut {
            return cut.decide([votes[0], votes[1]]);
        }
        if !covered {
            let first = self.fallback.iter().find(|(tests, _)| holds(tests, codes));
            return first.map_or(self.otherwise, |(_, class)| *class);
        }
        let (mut best, mut class) = (0.0, 0);
        for (&votes, &voted) in votes.iter().zip(&self.voted) {
            if votes > best {
                (best, class) = (votes, voted);
            }
        }
        class
    }
}

/// True if the row satisfies all tests.
pub(crate) fn holds(tests: &[CodeTest], codes: &[u16]) -> bool {
    tests.iter().all(|test| test.holds(codes[test.column]))
}

/// Returns a cell of a column by its name: a number, a text (as of dates) or null. The column
/// exists if the row could be coded.
pub(crate) fn cell(table: &Table, name: &str, row: usize) -> Value {
    let column = table.columns().iter().find(|column| column.name() == name);
    let is_dates = column.is_some_and(|column| column.dates().is_some());
    match column.map(Column::values) {
        None => Value::Null,
        Some(values) if values.is_missing(row) => Value::Null,
        Some(Values::Categorical { codes, categories }) => categories[codes[row] as usize].clone().into(),
        Some(values) if is_dates => values.number(row).and_then(|day| DateForm::ISO.write(day)).into(),
        Some(values) => values.number(row).into(),
    }
}
