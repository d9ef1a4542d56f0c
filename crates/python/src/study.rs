//! Reports, counterfactuals, and differences between models.

use crate::failure::bad_input;
use crate::fairness::groups;
use crate::frame::Frame;
use crate::model::Model;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rulegen::rule::{CounterfactualSettings, ModelDiff};
use rulegen_report::{Inputs, PageSettings, ReportError, Study, Trace, front_from_json, html, with_used_columns};
use serde_json::{Value, json};

/// The page of `rulegen report`. Labels are indices of the model's classes, `trace` is CSV and
/// `front` is JSON, as the command line writes them; the names are those of the model and of the
/// data.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "they are named in the one call")]
pub(crate) fn report(
    py: Python<'_>,
    model: &Bound<'_, Model>,
    frame: PyRef<'_, Frame>,
    labels: PyReadonlyArray1<'_, u32>,
    names: (String, String),
    held_out: Option<Vec<usize>>,
    sensitive: Option<PyRef<'_, Frame>>,
    trace: Option<&str>,
    front: Option<&str>,
    samples: usize,
    seed: u64,
) -> PyResult<String> {
    let said = |error: ReportError| bad_input(error);
    let (model_name, data_name) = names;
    let inputs = Inputs {
        model: model.get().inner().clone(),
        model_name,
        table: frame.table.clone(),
        labels: labels.as_slice()?.to_vec(),
        data_name,
        held_out,
        groups: sensitive.map(|sensitive| groups(&sensitive)).transpose()?,
        trace: trace.map(|csv| Trace::from_csv(csv.as_bytes())).transpose().map_err(said)?,
        front: front.map(front_from_json).transpose().map_err(said)?,
    };
    py.detach(|| html(&Study::new(inputs)?, &PageSettings { samples, seed })).map_err(said)
}

/// The names of the columns that a report looks at.
#[pyfunction]
pub(crate) fn report_columns(model: &Bound<'_, Model>) -> Vec<String> {
    with_used_columns(model.get().inner()).schema.features.iter().map(|feature| feature.name.clone()).collect()
}

/// The nearest changes of a row that turn its prediction, as JSON; `words` stands beside each
/// change of a column.
#[pyfunction]
#[pyo3(signature = (model, frame, row, fixed, to, allow_missing, most, work))]
#[expect(clippy::too_many_arguments, reason = "they are named in the one call")]
pub(crate) fn counterfactuals(
    py: Python<'_>,
    model: &Bound<'_, Model>,
    frame: PyRef<'_, Frame>,
    row: usize,
    fixed: Vec<String>,
    to: Option<u32>,
    allow_missing: bool,
    most: usize,
    work: usize,
) -> PyResult<String> {
    let (model, table) = (model.get().inner(), &frame.table);
    let settings = CounterfactualSettings { fixed, to, allow_missing, most, work };
    let found = py.detach(|| rulegen::rule::counterfactuals(model, table, row, &settings)).map_err(bad_input)?;
    let mut said = serde_json::to_value(&found).map_err(bad_input)?;
    for (change, said) in found.changes.iter().zip(said["changes"].as_array_mut().into_iter().flatten()) {
        for (column, said) in change.columns.iter().zip(said["columns"].as_array_mut().into_iter().flatten()) {
            said["words"] = column.to_string().into();
        }
    }
    Ok(said.to_string())
}

/// Compares the rules of two models, as JSON.
#[pyfunction]
pub(crate) fn diff(before: &Bound<'_, Model>, after: &Bound<'_, Model>) -> PyResult<String> {
    let differ = ModelDiff::new(before.get().inner(), after.get().inner());
    let rules: Value = serde_json::to_value(&differ).map_err(bad_input)?;
    Ok(json!({"rules": rules, "is_empty": differ.is_empty()}).to_string())
}
