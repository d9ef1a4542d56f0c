//! Learning.

use crate::failure::{bad_input, fit_failed};
use crate::fairness::group_columns;
use crate::model::{Model, certificate};
use crate::round::said;
use crate::task::Task;
use crate::watch::{Watched, watched};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::data::Table;
use rulegen::driver::{Observer, Round};
use rulegen::limits::StopFlag;
use rulegen::{FileLayout, Fitted, FrontRow, GroupedBy, MeanScore, ProvedRows, Sweep, SweepParameter};
use std::time::Duration;

/// A model, and how it was found.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Outcome {
    pub(crate) fitted: Fitted,
    pub(crate) rounds: Vec<Round>,
    /// The warnings of the run.
    #[pyo3(get)]
    pub(crate) notes: Vec<String>,
    /// Time in the library, for all models of a path.
    pub(crate) learning: Duration,
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
        dict.set_item("seconds_mip", fitted.mip.unwrap_or_default().as_secs_f64())?;
        dict.set_item("seconds_total", self.learning.as_secs_f64())?;
        dict.set_item("dropped", fitted.dropped.iter().map(ToString::to_string).collect::<Vec<_>>())?;
        Ok(dict)
    }

    /// The models of other sizes, if the size was chosen: a dictionary of scores for each, and the
    /// models.
    #[getter]
    fn front<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some(front) = &self.fitted.front else { return Ok(None) };
        let score = |of: &MeanScore| {
            let dict = PyDict::new(py);
            dict.set_item("mean", of.mean)?;
            dict.set_item("standard_error", of.standard_error)?;
            Ok(dict)
        };
        let row = |r: &FrontRow| {
            let dict = PyDict::new(py);
            dict.set_item("rules", r.rules)?;
            dict.set_item("conditions", r.conditions)?;
            dict.set_item("max_length", r.max_length)?;
            dict.set_item("penalty", r.penalty)?;
            if let Some(proved) = &r.certificate {
                dict.set_item("certificate", certificate(py, proved)?)?;
            }
            dict.set_item("scores", r.scores.iter().map(score).collect::<PyResult<Vec<_>>>()?)?;
            dict.set_item("chosen", r.chosen)?;
            Ok(dict)
        };
        let dict = PyDict::new(py);
        dict.set_item("measures", &front.measures)?;
        dict.set_item("folds", front.folds)?;
        dict.set_item("divisions", front.divisions)?;
        dict.set_item("choice", &front.choice)?;
        dict.set_item("rows", front.rows.iter().map(row).collect::<PyResult<Vec<_>>>()?)?;
        dict.set_item("models", front.models.iter().cloned().map(Model::new).collect::<Vec<_>>())?;
        Ok(Some(dict))
    }

    /// One dictionary per round of column generation; of a path, the rounds of all its models.
    #[getter]
    fn rounds<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        self.rounds.iter().map(|round| said(py, round)).collect()
    }

    /// The terms of column generation, as JSON. `null` if rules were chosen one by one.
    #[getter]
    fn terms(&self) -> PyResult<String> {
        serde_json::to_string(&self.fitted.terms).map_err(bad_input)
    }
}

/// Learns; `path` says `complexity` or `epsilon` and the values to fit one model for each of.
/// `each` is called after every round with its number, objective, bound and columns.
#[pyfunction]
#[pyo3(signature = (task, threads, path, each))]
pub(crate) fn fit(
    py: Python<'_>,
    task: &Bound<'_, Task>,
    threads: usize,
    path: Option<(String, Vec<f64>)>,
    each: Option<Py<PyAny>>,
) -> PyResult<Vec<Outcome>> {
    let Task { learner, data, target, .. } = task.get();
    let path = path.map(|(over, values)| match SweepParameter::ALL.into_iter().find(|known| known.name() == over) {
        Some(parameter) => Ok(Sweep { parameter, values }),
        None => Err(bad_input(format!("there is no path of {over}"))),
    });
    let path = path.transpose()?;
    let work = |stop: &StopFlag, observer: &mut dyn Observer| match &path {
        Some(path) => learner.fit_path(data, target, path, &stop.clone().into(), observer),
        None => learner.fit_observed(data, target, &stop.clone().into(), observer).map(|fitted| vec![fitted]),
    };
    let Watched { done, took, rounds, notes } = watched(py, threads, each.as_ref(), work)?;
    let outcome = |fitted: Fitted| Outcome { fitted, rounds: rounds.clone(), notes: notes.clone(), learning: took };
    Ok(done.map_err(fit_failed)?.into_iter().map(outcome).collect())
}

/// Learns a model once more with its proof. Returns the model and the text of the proof, which is
/// about the rows as CSV with commas; `weights` is the name of the column of weights there.
#[pyfunction]
#[pyo3(signature = (task, threads, weights))]
pub(crate) fn prove(
    py: Python<'_>,
    task: &Bound<'_, Task>,
    threads: usize,
    weights: Option<String>,
) -> PyResult<(Model, Option<String>)> {
    let Task { learner, data, target, sensitive, .. } = task.get();
    let learner = learner.with_proof();
    let work = |stop: &StopFlag, observer: &mut dyn Observer| {
        learner.fit_observed(data, target, &stop.clone().into(), observer)
    };
    let Watched { done, .. } = watched(py, threads, None, work)?;
    let Fitted { model, proof, .. } = done.map_err(fit_failed)?;
    let grouped = |table: &Table| {
        group_columns(table).iter().map(|column| GroupedBy::of(table, column)).collect::<Result<_, _>>()
    };
    let groups = sensitive.as_ref().map(grouped).transpose().map_err(fit_failed)?.unwrap_or_default();
    let layout = FileLayout { header: true, delimiter: ',', missing: Vec::new(), weights, groups };
    let rows = ProvedRows::of(data, Vec::new(), layout);
    Ok((Model::new(model), proof.map(|proof| rows.prove(proof).to_json())))
}
