//! Edits of models.

use crate::failure::fit_failed;
use crate::model::Model;
use crate::task::Task;
use crate::watch::{Watched, watched};
use pyo3::prelude::*;
use rulegen::Edit;
use rulegen::driver::Observer;
use rulegen::limits::StopFlag;
use std::sync::Arc;

/// Leaves rules out, adds and locks others, and fits the weights again to the rows of a task.
/// Returns the edited model, the rules that get no weight, and the notes of the run.
#[pyfunction]
pub(crate) fn edit(
    py: Python<'_>,
    task: &Bound<'_, Task>,
    threads: usize,
    model: PyRef<'_, Model>,
    drop: Vec<usize>,
    add: Vec<String>,
    lock: Vec<usize>,
) -> PyResult<(Model, Vec<String>, Vec<String>)> {
    let Task { learner, data, .. } = task.get();
    let (edit, model, data) = (Edit { drop, add, lock, ..Edit::default() }, model.inner().clone(), Arc::clone(data));
    let registry = &learner.parameters().registry;
    let work = |stop: &StopFlag, _: &mut dyn Observer| edit.of(&model, &data, registry, &stop.clone().into());
    let Watched { done, notes, .. } = watched(py, threads, None, work)?;
    let edited = done.map_err(fit_failed)?;
    Ok((Model::new(edited.after), edited.without_weight, notes))
}
