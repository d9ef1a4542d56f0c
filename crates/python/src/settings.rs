//! Parameters from Python, by their names there.

use crate::failure::bad_input;
use crate::pricer::stages;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::{
    Learner, Method, ParameterInfo, ParameterKind, ParameterValue, Parameters, PricerRegistry, Settings, SettingsError,
};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What a parameter is called in Python, where that is a word of its own.
const NAMES: [(&str, &str); 1] = [("fairness", "constraint")];

/// The parameter that may hold pricers written in Python.
const PRICERS: &str = "pricers";

fn python_name(name: &str) -> String {
    match NAMES.iter().find(|(ours, _)| *ours == name) {
        Some((_, theirs)) => (*theirs).to_owned(),
        None => name.replace('-', "_"),
    }
}

/// The parameters given, and what the names of pricers among them stand for.
fn settings(method: Method, given: &Bound<'_, PyDict>) -> PyResult<(Settings, PricerRegistry)> {
    let mut settings = Settings::new();
    let mut registry = PricerRegistry::default();
    for (info, default) in method.parameters() {
        let Some(value) = given.get_item(python_name(info.name))? else { continue };
        let value = match info.name == PRICERS && !value.is_none() {
            true => {
                let (names, own) = stages(&value)?;
                registry = own;
                ParameterValue::List(names)
            }
            false => read(info, &default, &value)?,
        };
        settings.insert(info.name.into(), value);
    }
    Ok((settings, registry))
}

/// The learner of this method, with checked parameters.
pub(crate) fn learner(method: &str, given: &Bound<'_, PyDict>) -> PyResult<Learner> {
    let method: Method = method.parse().map_err(bad_input)?;
    let (settings, registry) = settings(method, given)?;
    let learner = method.learner_with(settings, &registry).map_err(refused)?;
    learner.check_built().map_err(bad_input)?;
    Ok(learner)
}

/// What learns from rows that lie in shards.
pub(crate) enum OverShards {
    Rules(Learner),
    Rug(Learner),
}

/// The learner of a method over shards, with checked parameters. It has at most `rows_at_hand` merged rows at hand, and a checkpoint where a file
/// is named for it.
pub(crate) fn over_shards(
    method: &str,
    given: &Bound<'_, PyDict>,
    rows_at_hand: NonZeroUsize,
    checkpoint: Option<PathBuf>,
) -> PyResult<OverShards> {
    let method: Method = method.parse().map_err(bad_input)?;
    let (settings, registry) = settings(method, given)?;
    Ok(match method {
        Method::Rules => {
            let learner = Learner::of_settings(settings, &registry).map_err(refused)?;
            learner.check_built().map_err(bad_input)?;
            let parameters = Parameters { rows_at_hand, checkpoint, ..learner.parameters().clone() };
            OverShards::Rules(Learner::new(parameters).map_err(bad_input)?)
        }
        Method::Rug => {
            let learner = Learner::of_settings(settings, &registry).map_err(refused)?;
            learner.check_built().map_err(bad_input)?;
            let parameters = Parameters { rows_at_hand, checkpoint, ..learner.parameters().clone() };
            OverShards::Rug(Learner::new(parameters).map_err(bad_input)?)
        }
        _ => return Err(bad_input("rules of this method need all rows in memory")),
    })
}

/// An error of parameters, with their names in Python.
fn refused(error: SettingsError) -> PyErr {
    match error {
        SettingsError::Value { parameter, error } if !error.name.starts_with("a ") => {
            bad_input(format!("{} must be {}, not {}", python_name(parameter), error.range, error.value))
        }
        other => bad_input(other),
    }
}

/// The value of a parameter, which is its default where that is said to be None; its name is in every error.
fn read(info: &ParameterInfo, default: &ParameterValue, value: &Bound<'_, PyAny>) -> PyResult<ParameterValue> {
    if value.is_none() && *default == ParameterValue::None {
        return Ok(ParameterValue::None);
    }
    let read = || -> PyResult<ParameterValue> {
        Ok(match info.kind {
            ParameterKind::Number | ParameterKind::Seconds => ParameterValue::Number(value.extract()?),
            ParameterKind::Count => ParameterValue::Integer(value.extract::<u64>()?.into()),
            ParameterKind::Flag => ParameterValue::Flag(value.extract()?),
            ParameterKind::Words | ParameterKind::Texts => ParameterValue::List(value.extract()?),
            _ => ParameterValue::Text(value.extract()?),
        })
    };
    read().map_err(|error| {
        let text = format!("{}: {}", python_name(info.name), error.value(value.py()));
        if error.is_instance_of::<PyTypeError>(value.py()) { PyTypeError::new_err(text) } else { bad_input(text) }
    })
}

/// The parameters of a method by their names in Python, with their defaults: None where it depends on others.
#[pyfunction]
pub(crate) fn parameter_defaults<'py>(py: Python<'py>, method: &str) -> PyResult<Bound<'py, PyDict>> {
    let method: Method = method.parse().map_err(bad_input)?;
    written(py, method.parameters().into_iter().map(|(info, default)| (info.name.to_owned(), default)))
}

/// What pricers are compared on where these parameters are given, by the names of parameters in Python.
#[pyfunction]
pub(crate) fn equal_terms<'py>(method: &str, given: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyDict>> {
    let method: Method = method.parse().map_err(bad_input)?;
    let (settings, _) = settings(method, given)?;
    written(given.py(), method.equal_terms(&settings).map_err(bad_input)?)
}

fn written(
    py: Python<'_>,
    settings: impl IntoIterator<Item = (String, ParameterValue)>,
) -> PyResult<Bound<'_, PyDict>> {
    let dict = PyDict::new(py);
    for (name, value) in settings {
        let name = python_name(&name);
        match value {
            ParameterValue::Flag(yes) => dict.set_item(name, yes)?,
            ParameterValue::Integer(n) => dict.set_item(name, n)?,
            ParameterValue::Number(x) => dict.set_item(name, x)?,
            ParameterValue::Text(word) => dict.set_item(name, word)?,
            ParameterValue::List(words) => dict.set_item(name, words)?,
            _ => dict.set_item(name, py.None())?,
        }
    }
    Ok(dict)
}
