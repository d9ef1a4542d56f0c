//! Branch and bound alone.

use crate::failure::bad_input;
use crate::frame::Frame;
use crate::rule::Rule;
use crate::watch::watched;
use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::binarize::{Bins, Samples};
use rulegen::driver::{Candidate, DriverError, Observer, Pricer, PricingProblem};
use rulegen::limits::{Limits, StopFlag};
use rulegen::pricing::{BranchAndBound, BranchAndBoundSettings, RulesAbove};
use rulegen::rule::ROUNDING;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

/// The rules of largest gain; gains are those of the rows of `frame`, which is empty afterwards.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "the face to Python, where they have names")]
pub(crate) fn branch_and_bound<'py>(
    py: Python<'py>,
    mut frame: PyRefMut<'_, Frame>,
    gains: PyReadonlyArray1<'_, f64>,
    cost: (f64, f64),
    max_length: Option<usize>,
    min_cover: u64,
    above: f64,
    most: NonZeroUsize,
    bins: Option<usize>,
    seconds: Option<f64>,
    threads: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let bins = match bins {
        None => Bins::Values,
        Some(bins) if (2..=Bins::MOST).contains(&bins) => Bins::Quantiles(bins),
        Some(bins) => return Err(bad_input(format!("bins must be from 2 to {}, not {bins}", Bins::MOST))),
    };
    let refused = |seconds| bad_input(format!("time_limit must be a time in seconds, not {seconds}"));
    let time = |seconds| Duration::try_from_secs_f64(seconds).map_err(|_| refused(seconds));
    let time = seconds.map(time).transpose()?;
    let table = std::mem::take(&mut frame.table);
    let (samples, _) = Samples::learn_unlabelled(&table, None, bins).map_err(bad_input)?;
    let problem = PricingProblem {
        tag: 0,
        gains: samples.sum_rows(gains.as_slice()?).map_err(bad_input)?,
        fixed: cost.0,
        per_literal: cost.1,
        max_length,
        min_cover,
        threshold: above,
    };
    problem.check(samples.len()).map_err(bad_input)?;
    let samples = Arc::new(samples);
    let work = |stop: &StopFlag, _: &mut dyn Observer| {
        search(&samples, &problem, most, &Limits::from(stop.clone()).within(time))
    };
    let found = watched(py, threads, None, work)?.done;
    let found = found.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let schema = Arc::new(samples.schema.clone());
    let rule = |c: &Candidate| Rule { rule: c.rule.clone(), schema: schema.clone() };
    let dict = PyDict::new(py);
    dict.set_item("rules", found.candidates.iter().map(rule).collect::<Vec<_>>())?;
    dict.set_item("gains", found.candidates.iter().map(|c| c.gain).collect::<Vec<_>>())?;
    dict.set_item("bound", found.bound)?;
    dict.set_item("proved", !found.stopped)?;
    dict.set_item("nodes", found.nodes)?;
    Ok(dict)
}

/// The best rule alone takes a much smaller tree than the best of several.
fn search(
    samples: &Arc<Samples>,
    problem: &PricingProblem,
    most: NonZeroUsize,
    limits: &Limits,
) -> Result<RulesAbove, DriverError> {
    let settings = BranchAndBoundSettings { columns: most, ..BranchAndBoundSettings::default() };
    let mut search = BranchAndBound::new(samples.clone(), settings);
    if most.get() > 1 {
        return search.rules_above(problem, problem.threshold, most, limits);
    }
    let outcome = search.price(std::slice::from_ref(problem), limits)?;
    let bound = outcome.bounds.into_iter().flatten().next().unwrap_or(f64::INFINITY);
    let best = outcome.candidates.first().map_or(problem.threshold, |best| best.gain);
    let stopped = bound > best + ROUNDING * best.abs().max(1.0);
    let nodes = outcome.nodes;
    Ok(RulesAbove { candidates: outcome.candidates, complete: !stopped, stopped, bound, nodes })
}
