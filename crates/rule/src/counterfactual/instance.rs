//! The search problem: a row, the cells that its columns may change to, and the rules over them.

use super::cells::{Cell, Cells};
use crate::Predictor;

/// A row and the ways in which it may change.
pub(super) struct Instance<'a> {
    pub(super) predictor: &'a Predictor,
    /// The codes of the row.
    pub(super) row: Vec<u16>,
    /// The class of the row.
    pub(super) class: u32,
    /// The class to change to, if a certain one is asked for.
    pub(super) to: Option<u32>,
    /// The cells that each column may change to.
    pub(super) cells: &'a [Vec<Cell>],
    /// The columns that each voting rule uses.
    pub(super) rules: Vec<Vec<ColumnTests>>,
}

/// The tests of a rule on a column.
pub(super) struct ColumnTests {
    pub(super) column: usize,
    /// True if the cell of the row satisfies them.
    pub(super) now: bool,
    /// True for each cell that the column may change to if it satisfies them.
    pub(super) then: Vec<bool>,
    /// True for each code that satisfies them.
    pub(super) holds: Vec<bool>,
}

impl<'a> Instance<'a> {
    pub(super) fn new(predictor: &'a Predictor, row: Vec<u16>, cells: &'a Cells, to: Option<u32>) -> Self {
        let Cells(cells) = cells;
        let codes: Vec<usize> = predictor.schema().features.iter().map(|feature| feature.codes()).collect();
        let rule = |vote: &crate::predict::Vote| {
            let on_column = |tests: &[crate::cover::CodeTest]| {
                let column = tests[0].column;
                let satisfies = |code: u16| tests.iter().all(|test| test.holds(code));
                ColumnTests {
                    column,
                    now: satisfies(row[column]),
                    then: cells[column].iter().map(|cell| satisfies(cell.code)).collect(),
                    holds: (0..codes[column] as u16).map(satisfies).collect(),
                }
            };
            vote.tests.chunk_by(|a, b| a.column == b.column).map(on_column).collect()
        };
        let rules = predictor.votes.iter().map(rule).collect();
        Instance { predictor, class: predictor.row_class(&row), row, to, cells, rules }
    }

    /// True if this class is asked for.
    pub(super) fn wants(&self, class: u32) -> bool {
        class != self.class && self.to.is_none_or(|to| to == class)
    }

    /// True if the column may change.
    pub(super) fn may_change(&self, column: usize) -> bool {
        !self.cells[column].is_empty()
    }
}
