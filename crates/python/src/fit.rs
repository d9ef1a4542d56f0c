//! Learning.

use crate::failure::{bad_input, fit_failed};
use crate::fairness::groups;
use crate::frame::Frame;
use crate::model::{Model, certificate};
use crate::settings::learner;
use crate::watch::{Watched, watched};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::data::{Column, Dataset, Groups, Table, Values};
use rulegen::driver::{Round, StopFlag};
use rulegen::{Fitted, FrontRow, Path, PathParameter};
use std::time::{Duration, Instant};

/// The column of weights, in messages.
const WEIGHTS: &str = "sample_weight";

/// A model, and how it was found.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Outcome {
    fitted: Fitted,
    rounds: Vec<Round>,
    /// Time in the library, for all models of a path.
    learning: Duration,
}

#[pymethods]
impl Outcome {
    /// The model.
    #[getter]
    fn model(&self) -> Model {
        Model::new(self.fitted.model.clone())
    }

    /// The run in numbers; times in seconds.
    #[getter]
    fn run<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (fitted, run) = (&self.fitted, &self.fitted.run);
        let dict = PyDict::new(py);
        dict.set_item("iterations", run.iterations)?;
        dict.set_item("columns", fitted.columns)?;
        dict.set_item("nodes", run.nodes)?;
        dict.set_item("samples", fitted.samples)?;
        dict.set_item("lp_lower_bound", run.lower_bound)?;
        dict.set_item("seconds_lp", run.lp.as_secs_f64())?;
        dict.set_item("seconds_pricing", run.pricing.as_secs_f64())?;
        dict.set_item("seconds_mip", fitted.mip.as_secs_f64())?;
        dict.set_item("seconds_total", self.learning.as_secs_f64())?;
        dict.set_item("dropped", fitted.dropped.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// The models of other sizes where the size was chosen: what their scores are, a dictionary for each, and themselves.
    #[getter]
    fn front<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(front) = &self.fitted.front else { return Ok(None) };
        let row = |r: &FrontRow| {
            let dict = PyDict::new(py);
            dict.set_item("rules", r.rules)?;
            dict.set_item("conditions", r.conditions)?;
            dict.set_item("max_length", r.max_length)?;
            dict.set_item("penalty", r.penalty)?;
            if let Some(proved) = &r.certificate {
                dict.set_item("certificate", certificate(py, proved)?)?;
            }
            dict.set_item("score", r.score)?;
            dict.set_item("score_se", r.score_se)?;
            dict.set_item("chosen", r.chosen)?;
            Ok(dict)
        };
        let dict = PyDict::new(py);
        dict.set_item("measure", &front.measure)?;
        dict.set_item("rows", front.rows.iter().map(row).collect::<PyResult<Vec<_>>>()?)?;
        dict.set_item("models", front.models.iter().cloned().map(Model::new).collect::<Vec<_>>())?;
        Ok(Some(dict))
    }

    /// One dictionary per round of column generation; of a path, the rounds of all its models.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let round = |r: &Round| {
            let dict = PyDict::new(py);
            dict.set_item("iteration", r.iteration)?;
            dict.set_item("pricer", &r.pricer)?;
            dict.set_item("objective", r.objective)?;
            dict.set_item("lower_bound", r.lower_bound)?;
            dict.set_item("columns", r.columns)?;
            dict.set_item("added", r.added)?;
            dict.set_item("best_gain", r.best_gain)?;
            dict.set_item("proved", r.proved)?;
            dict.set_item("seconds_lp", r.lp.as_secs_f64())?;
            dict.set_item("seconds_pricing", r.pricing.as_secs_f64())?;
            dict.set_item("seconds_elapsed", r.elapsed.as_secs_f64())?;
            Ok(dict)
        };
        self.rounds.iter().map(round).collect()
    }
}

/// Learns from the rows of `frame`, which is empty afterwards. `target` is the name of the column predicted, the code of
/// every row, and what codes stand for; `path` says `complexity` or `epsilon` and the values to fit one model for
/// each of. `each` is called after every round with its number, objective, bound and columns.
#[pyfunction]
#[pyo3(signature = (method, settings, threads, frame, target, weights, sensitive, path, each))]
#[allow(clippy::too_many_arguments, reason = "the face to Python, where they have names")]
pub(crate) fn fit(
    py: Python<'_>,
    method: &str,
    settings: &Bound<'_, PyDict>,
    threads: usize,
    mut frame: PyRefMut<'_, Frame>,
    target: (String, PyReadonlyArray1<'_, i32>, Vec<String>),
    weights: Option<PyReadonlyArray1<'_, f64>>,
    sensitive: Option<PyRef<'_, Frame>>,
    path: Option<(String, Vec<f64>)>,
    each: Option<Py<PyAny>>,
) -> PyResult<Vec<Outcome>> {
    let learner = learner(method, settings)?;
    let path = path.map(|(over, values)| match PathParameter::ALL.into_iter().find(|known| known.name() == over) {
        Some(parameter) => Ok(Path { parameter, values }),
        None => Err(bad_input(format!("there is no path of {over}"))),
    });
    let path = path.transpose()?;
    let (name, labels, classes) = target;
    let labels = labels.as_array().into_iter().map(|&code| u32::try_from(code).map_err(bad_input));
    let labels = Values::Categorical { codes: labels.collect::<PyResult<_>>()?, categories: classes };
    let weights = weights.map(|weights| Values::Numeric(weights.as_array().iter().copied().collect()));
    let groups = sensitive.map(|sensitive| groups(&sensitive)).transpose()?;
    let data = dataset(std::mem::take(&mut frame.table), &name, labels, weights, groups)?;
    let stop = StopFlag::default();
    let work = |observer: &mut dyn rulegen::driver::Observer| {
        let start = Instant::now();
        let fitted = match &path {
            Some(path) => learner.fit_path(&data, &name, path, &stop.clone().into(), observer),
            None => learner.fit_observed(&data, &name, &stop.clone().into(), observer).map(|fitted| vec![fitted]),
        };
        (fitted, start.elapsed())
    };
    let Watched { done: (fitted, learning), rounds } = watched(py, threads, &stop, each.as_ref(), work)?;
    let outcome = |fitted: Fitted| Outcome { fitted, rounds: rounds.clone(), learning };
    Ok(fitted.map_err(fit_failed)?.into_iter().map(outcome).collect())
}

/// The rows that count.
fn dataset(
    features: Table,
    target: &str,
    labels: Values,
    weights: Option<Values>,
    groups: Option<Groups>,
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
    Ok(data)
}
