//! Learning tasks: a learner and its rows.

use crate::failure::bad_input;
use crate::fairness::groups;
use crate::frame::Frame;
use crate::settings::learner_and_settings;
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::data::{Blocks, Column, Dataset, Groups, Table, Values};
use rulegen::{Learner, Settings};
use std::sync::Arc;

/// The column of weights, in messages.
const WEIGHTS: &str = "sample_weight";

/// A learner with checked parameters, and the rows that it learns from.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) learner: Learner,
    /// The settings that the learner was made of.
    pub(crate) settings: Settings,
    pub(crate) data: Arc<Dataset>,
    /// The name of the column predicted.
    pub(crate) target: String,
}

#[pymethods]
impl Task {
    /// Takes the rows of `frame`, which is empty afterwards. `target` is the name of the predicted
    /// column, the code of each row, and the labels that codes stand for.
    #[new]
    fn new(
        method: &str,
        settings: &Bound<'_, PyDict>,
        mut frame: PyRefMut<'_, Frame>,
        target: (String, PyReadonlyArray1<'_, i32>, Vec<String>),
        weights: Option<PyReadonlyArray1<'_, f64>>,
        sensitive: Option<PyRef<'_, Frame>>,
        blocks: Option<PyRef<'_, Frame>>,
    ) -> PyResult<Task> {
        let (learner, settings) = learner_and_settings(method, settings)?;
        let (target, labels, classes) = target;
        let labels = labels.as_array().into_iter().map(|&code| u32::try_from(code).map_err(bad_input));
        let labels = Values::Categorical { codes: labels.collect::<PyResult<_>>()?, categories: classes };
        let weights = weights.map(|weights| Values::Numeric(weights.as_array().iter().copied().collect()));
        let groups = sensitive.map(|sensitive| groups(&sensitive)).transpose()?;
        let blocks = blocks.map(|frame| self::blocks(&frame)).transpose()?;
        let data = dataset(std::mem::take(&mut frame.table), &target, labels, weights, groups, blocks)?;
        Ok(Task { learner, settings, data: Arc::new(data), target })
    }
}

/// The blocks that the only column of a frame makes.
fn blocks(frame: &Frame) -> PyResult<Blocks> {
    match frame.table.columns() {
        [column] => Blocks::from_column(column.clone()).map_err(bad_input),
        columns => Err(bad_input(format!("groups must be one column, not {}", columns.len()))),
    }
}

/// The rows that count.
fn dataset(
    features: Table,
    target: &str,
    labels: Values,
    weights: Option<Values>,
    groups: Option<Groups>,
    blocks: Option<Blocks>,
) -> PyResult<Dataset> {
    let counts = |row: &usize| !matches!(&weights, Some(Values::Numeric(weights)) if weights[*row] == 0.0);
    let counted: Vec<usize> = (0..weights.as_ref().map_or(0, Values::len)).filter(counts).collect();
    // A row of weight 0 is as good as none; classes that only such rows have are none either.
    let some_do_not = weights.is_some() && counted.len() < features.rows();
    let column = |name: &str, values: Values| {
        if values.len() != features.rows() {
            return Err(bad_input(format!(
                "{name} has {} cells, and there are {} rows",
                values.len(),
                features.rows()
            )));
        }
        let column = Column::new(name, values).map_err(bad_input)?;
        Ok(if some_do_not { column.select_rows(&counted) } else { column })
    };
    let labels = column(target, labels)?;
    let weights = weights.map(|weights| column(WEIGHTS, weights)).transpose()?;
    let features = if some_do_not { features.select_rows(&counted) } else { features };
    let mut data = Dataset::from_columns(features, labels, weights).map_err(bad_input)?;
    data.groups = groups.map(|groups| if some_do_not { groups.select_rows(&counted) } else { groups });
    data.blocks = blocks.map(|blocks| if some_do_not { blocks.select_rows(&counted) } else { blocks });
    data.check().map_err(bad_input)?;
    Ok(data)
}
