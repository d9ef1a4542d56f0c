//! Comparisons of pricing strategies, by the engine of experiments.

use crate::failure::{bad_input, fit_failed};
use crate::frame::Frame;
use crate::task::Task;
use crate::watch::{Watched, watched};
use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rulegen::FitError;
use rulegen::data::{Dataset, Target};
use rulegen::driver::Observer;
use rulegen::limits::StopFlag;
use rulegen_eval::{
    Comparison, FitFailure, GivenSet, RunOptions, SplitSpec, StrategyFit, compare_bounds, comparison_csv,
    models_by_size, run_comparison, sizes_csv,
};

/// The name of the data in tables.
const SET: &str = "data";

/// The result of a strategy.
#[pyclass(frozen, module = "rulegen._rulegen")]
#[derive(Debug)]
pub(crate) struct Strategy {
    fits: Vec<StrategyFit>,
    terms: rulegen::RunTerms,
    /// True if Ctrl-C cut it short.
    #[pyo3(get)]
    interrupted: bool,
}

/// Learns with the pricers of a task. `held_out` are rows to measure on, with their labels: codes
/// and the words that they stand for. Without them the rows of the task are measured on.
#[pyfunction]
pub(crate) fn run_strategy(
    py: Python<'_>,
    name: String,
    task: &Bound<'_, Task>,
    held_out: Option<(PyRef<'_, Frame>, PyReadonlyArray1<'_, i64>, Vec<String>)>,
    threads: usize,
) -> PyResult<Strategy> {
    let Task { learner, settings, data, target, .. } = task.get();
    let held_out = held_out.map(|(frame, codes, words)| rows(&frame, codes.as_slice()?, &words, data)).transpose()?;
    let p = learner.parameters();
    let comparison = Comparison {
        method: learner.method(),
        strategies: vec![(name, settings.clone())],
        seed: p.seed,
        splits: SplitSpec::None { repeats: None },
        catalogue: None,
        only: Vec::new(),
        max_rows: None,
        judge: None,
    };
    let given = GivenSet {
        name: SET.into(),
        file: "-".into(),
        target: target.clone(),
        flags: String::new(),
        data: Dataset::clone(data),
        held_out,
    };
    let work = |stop: &StopFlag, _: &mut dyn Observer| {
        let options = RunOptions {
            folder: None,
            at_once: 1,
            threads,
            budget: None,
            only: Vec::new(),
            registry: p.registry.clone(),
            stop: stop.clone(),
            memory: None,
        };
        run_comparison(&comparison, vec![given], &options, &|_, _, _| ())
    };
    let Watched { done, .. } = watched(py, threads, None, work)?;
    let (outcome, fits) = done.map_err(bad_input)?;
    match outcome.failure {
        Some((_, failure)) => Err(failed(failure)),
        None => Ok(Strategy { fits, terms: learner.terms(), interrupted: outcome.interrupted }),
    }
}

/// Converts the error of a fit.
fn failed(failure: FitFailure) -> PyErr {
    match failure.downcast::<FitError>() {
        Ok(error) => fit_failed(*error),
        Err(other) => bad_input(other),
    }
}

/// Returns rows with labels of the classes of `of`.
fn rows(frame: &Frame, codes: &[i64], words: &[String], of: &Dataset) -> PyResult<Dataset> {
    let classes = &of.target.classes;
    let class = |&code: &i64| {
        let word = usize::try_from(code).ok().and_then(|code| words.get(code));
        let place = word.and_then(|word| classes.iter().position(|class| class == word));
        place.map(|place| place as u32).ok_or_else(|| bad_input("held_out has labels that are not among those of y"))
    };
    let labels: Vec<u32> = codes.iter().map(class).collect::<PyResult<_>>()?;
    if labels.len() != frame.table.rows() {
        return Err(bad_input(format!("held_out has {} labels for {} rows", labels.len(), frame.table.rows())));
    }
    let target = Target { labels, classes: classes.clone(), ..of.target.select_rows(&[]) };
    Ok(Dataset { features: frame.table.clone(), target, weights: None, groups: None, blocks: None })
}

/// Returns the table of strategies on the same data as CSV, and that of the models of every size,
/// if there are any.
#[pyfunction]
pub(crate) fn compared(strategies: Vec<PyRef<'_, Strategy>>) -> PyResult<(String, Option<String>)> {
    let mut fits: Vec<StrategyFit> = strategies.iter().flat_map(|strategy| strategy.fits.iter().cloned()).collect();
    compare_bounds(&mut fits);
    let Some(first) = strategies.first() else { return Ok((String::new(), None)) };
    let sizes = models_by_size(&fits);
    let sizes = (!sizes.is_empty()).then(|| sizes_csv(&sizes));
    Ok((comparison_csv(&first.terms, &fits), sizes))
}
