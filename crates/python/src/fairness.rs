//! Fairness between groups.

use crate::failure::bad_input;
use crate::frame::Frame;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rulegen::data::{Column, GroupColumn, Groups, Table};
use rulegen_eval::FairnessReport;

/// All columns of a table, to group its rows by.
pub(crate) fn group_columns(table: &Table) -> Vec<GroupColumn> {
    let column = |column: &Column| GroupColumn { name: column.name().to_owned(), cuts: Vec::new() };
    table.columns().iter().map(column).collect()
}

/// The groups that the columns of a frame make: a group for every combination of their values that
/// some row has.
pub(crate) fn groups(frame: &Frame) -> PyResult<Groups> {
    Groups::from_table(&frame.table, &group_columns(&frame.table)).map_err(bad_input)
}

/// Scores of fairness, and the rates of every group, as JSON. Predictions and labels are indices of
/// `classes`.
#[pyfunction]
pub(crate) fn fairness_report(
    classes: Vec<String>,
    predicted: PyReadonlyArray1<'_, u32>,
    labels: PyReadonlyArray1<'_, u32>,
    sensitive: PyRef<'_, Frame>,
    positive: Option<u32>,
) -> PyResult<String> {
    let (predicted, labels, groups) = (predicted.as_slice()?, labels.as_slice()?, groups(&sensitive)?);
    if predicted.len() != labels.len() || groups.of_row.len() != labels.len() {
        return Err(bad_input("predictions, labels and groups must be of the same rows"));
    }
    if predicted.iter().chain(labels).chain(&positive).any(|&k| k as usize >= classes.len()) {
        return Err(bad_input("a class is out of range"));
    }
    let report = FairnessReport::new(predicted, labels, &classes, &groups, positive);
    serde_json::to_string(&report).map_err(bad_input)
}
