//! Learning tasks: a learner and its rows.

use crate::failure::bad_input;
use crate::fairness::groups;
use crate::frame::Frame;
use crate::scorer::PythonScorer;
use crate::settings::learner_and_settings;
use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::data::{Blocks, Column, DataError, Dataset, Groups, NumericClasses, Split, Table, Target, Values};
use rulegen::rule::name_text;
use rulegen::{Learner, Parameters, Scorer, Settings};
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
    /// The columns of groups of the rows that weigh something, if there are any.
    pub(crate) sensitive: Option<Table>,
    /// A warning about the target, if there is one.
    #[pyo3(get)]
    note: Option<String>,
}

/// The data of a task beside its features: labels, and whatever else there is for each row.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Rest<'py> {
    /// The name of the predicted column.
    target: String,
    /// The only column of this frame has the label of each row.
    labels: PyRef<'py, Frame>,
    /// The cut points of labels that are numbers.
    cuts: Vec<f64>,
    weights: Option<PyReadonlyArray1<'py, f64>>,
    sensitive: Option<PyRef<'py, Frame>>,
    blocks: Option<PyRef<'py, Frame>>,
    /// The folds, if they are given.
    splits: Option<Vec<Split>>,
    /// Measures of the caller's own, by name.
    scorers: Vec<(String, Py<PyAny>)>,
}

#[pymethods]
impl Task {
    /// Takes the rows of `frame`, which is empty afterwards. `rest` is a dictionary of the other
    /// data.
    #[new]
    fn new(
        method: &str,
        settings: &Bound<'_, PyDict>,
        mut frame: PyRefMut<'_, Frame>,
        rest: Rest<'_>,
    ) -> PyResult<Task> {
        let (learner, settings) = learner_and_settings(method, settings)?;
        let splits = rest.splits.map(Arc::from);
        let scorer = |(name, score)| -> Arc<dyn Scorer> { Arc::new(PythonScorer { name, score }) };
        let scorers = rest.scorers.into_iter().map(scorer).collect();
        let learner =
            Learner::new(Parameters { splits, scorers, ..learner.parameters().clone() }).map_err(bad_input)?;
        let groups = rest.sensitive.as_ref().map(|sensitive| groups(sensitive)).transpose()?;
        let blocks = rest.blocks.map(|frame| self::blocks(&frame)).transpose()?;
        let weights = rest.weights.map(|weights| Values::Numeric(weights.as_array().iter().copied().collect()));
        let sensitive = rest.sensitive.map(|frame| match &weights {
            None => frame.table.clone(),
            weights => frame.table.select_rows(&counted(weights.as_ref())),
        });
        let labels = only_column(&rest.labels, "y")?.clone();
        let data = dataset(std::mem::take(&mut frame.table), (labels, &rest.cuts), weights, groups, blocks)?;
        let note = note(&data.target, &rest.target)?;
        Ok(Task { learner, settings, data: Arc::new(data), target: rest.target, sensitive, note })
    }

    /// The names of the classes.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.data.target.classes.clone()
    }
}

/// Returns the names of the ranges between cut points, ascending.
#[pyfunction]
pub(crate) fn range_names(cuts: Vec<f64>) -> Vec<String> {
    Target::range_names(&cuts)
}

/// Returns the class of each number, an index into `classes`, which are the ranges between `cuts`.
#[pyfunction]
pub(crate) fn cut_labels<'py>(
    py: Python<'py>,
    labels: PyRef<'_, Frame>,
    cuts: Vec<f64>,
    classes: Vec<String>,
) -> PyResult<Bound<'py, PyArray1<u32>>> {
    let labels = only_column(&labels, "y")?.clone();
    Ok(Target::labels_of_numbers(labels, &cuts, &classes).map_err(bad_input)?.to_pyarray(py))
}

/// Refuses a target of very many numbers, and returns a warning for one of many.
fn note(target: &Target, name: &str) -> PyResult<Option<String>> {
    let setting = |numbers: &NumericClasses| format!("target_cut={:?}", numbers.thirds);
    match target.numbers(name) {
        Ok(numbers) => Ok(numbers.map(|numbers| numbers.warning(&name_text(name), &setting(&numbers)))),
        Err(DataError::NumericTarget { found, target }) => {
            let setting = setting(&found);
            Err(bad_input(format!("{}: {setting}", DataError::NumericTarget { found, target })))
        }
        Err(error) => Err(bad_input(error)),
    }
}

/// The only column of a frame, which an argument gives.
fn only_column<'a>(frame: &'a Frame, argument: &str) -> PyResult<&'a Column> {
    match frame.table.columns() {
        [column] => Ok(column),
        columns => Err(bad_input(format!("{argument} must be one column, not {}", columns.len()))),
    }
}

/// The blocks that the only column of a frame makes.
fn blocks(frame: &Frame) -> PyResult<Blocks> {
    Blocks::from_column(only_column(frame, "groups")?.clone()).map_err(bad_input)
}

/// Returns the rows that weigh something.
fn counted(weights: Option<&Values>) -> Vec<usize> {
    let counts = |row: &usize| !matches!(weights, Some(Values::Numeric(weights)) if weights[*row] == 0.0);
    (0..weights.map_or(0, Values::len)).filter(counts).collect()
}

/// The rows that count. Labels are a column and its cut points.
fn dataset(
    features: Table,
    (labels, cuts): (Column, &[f64]),
    weights: Option<Values>,
    groups: Option<Groups>,
    blocks: Option<Blocks>,
) -> PyResult<Dataset> {
    let counted = counted(weights.as_ref());
    // A row of weight 0 is as good as none; classes that only such rows have are none either.
    let some_do_not = weights.is_some() && counted.len() < features.rows();
    let column = |column: Column| {
        let (name, cells, rows) = (column.name(), column.values().len(), features.rows());
        if cells != rows {
            return Err(bad_input(format!("{name} has {cells} cells, and there are {rows} rows")));
        }
        Ok(if some_do_not { column.select_rows(&counted) } else { column })
    };
    let labels = column(labels)?;
    let weights = weights.map(|weights| column(Column::new(WEIGHTS, weights).map_err(bad_input)?)).transpose()?;
    let name = labels.name().to_owned();
    let target = if cuts.is_empty() { Target::from_column(labels) } else { Target::from_numbers(labels, cuts) };
    let features = if some_do_not { features.select_rows(&counted) } else { features };
    let mut data = Dataset::with_target(features, &name, target.map_err(bad_input)?, weights).map_err(bad_input)?;
    data.groups = groups.map(|groups| if some_do_not { groups.select_rows(&counted) } else { groups });
    data.blocks = blocks.map(|blocks| if some_do_not { blocks.select_rows(&counted) } else { blocks });
    data.check().map_err(bad_input)?;
    Ok(data)
}
