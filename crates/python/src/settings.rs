//! Parameters from Python, by their names there.

use crate::failure::bad_input;
use crate::pricer::stages;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::{
    Learner, Method, Parameter, ParameterInfo, ParameterKind, ParameterValue, Parameters, Registry, Settings,
    SettingsError,
};
use std::num::NonZeroUsize;

/// Parameters with another name in Python than the library's with `_` for `-`: the names that
/// scikit-learn and fairlearn have for them. `n_jobs` is no parameter of the library: it is
/// `--threads` on the command line.
const NAMES: [(&str, &str); 9] = [
    ("fairness", "constraint"),
    ("folds", "cv"),
    ("iterations", "max_iter"),
    ("min-leaf", "min_samples_leaf"),
    ("monotone", "monotonic_cst"),
    ("positive", "pos_label"),
    ("seed", "random_state"),
    ("together", "interaction_cst"),
    ("tolerance", "tol"),
];

/// The parameter that may hold pricers written in Python.
const PRICERS: &str = "pricers";

fn python_name(name: &str) -> String {
    match NAMES.iter().find(|(ours, _)| *ours == name) {
        Some((_, theirs)) => (*theirs).to_owned(),
        None => name.replace('-', "_"),
    }
}

/// Reads the given parameters, and registers the pricers written in Python among them.
fn settings(method: Method, given: &Bound<'_, PyDict>) -> PyResult<(Settings, Registry)> {
    let mut settings = Settings::new();
    let mut registry = Registry::default();
    for Parameter { info, default } in method.parameters() {
        let Some(value) = given.get_item(python_name(info.name))? else { continue };
        let value = match info.name == PRICERS && !value.is_none() {
            true => {
                let (names, own) = stages(&value)?;
                registry.pricers = own;
                ParameterValue::List(names)
            }
            false => read(info, &default, &value)?,
        };
        settings.insert(info.name.into(), value);
    }
    Ok((settings, registry))
}

/// Makes the learner of a method, with checked parameters, and returns the settings that it was
/// made of.
pub(crate) fn learner_and_settings(method: &str, given: &Bound<'_, PyDict>) -> PyResult<(Learner, Settings)> {
    let method: Method = method.parse().map_err(bad_input)?;
    let (settings, registry) = settings(method, given)?;
    let learner = method.learner_with(settings.clone(), &registry).map_err(refused)?;
    learner.check_built().map_err(bad_input)?;
    Ok((learner, settings))
}

/// Makes the learner of a method, with checked parameters.
pub(crate) fn learner(method: &str, given: &Bound<'_, PyDict>) -> PyResult<Learner> {
    Ok(learner_and_settings(method, given)?.0)
}

/// Makes the learner of a method over rows that lie in shards, with checked parameters. It has at
/// most `rows_at_hand` merged rows at hand, and records the cut points of the target.
pub(crate) fn over_shards(method: &str, given: &Bound<'_, PyDict>, rows_at_hand: NonZeroUsize) -> PyResult<Learner> {
    let target_cut = given.get_item("target_cut")?.map_or_else(|| Ok(Vec::new()), |cuts| cuts.extract())?;
    let parameters = Parameters { rows_at_hand, target_cut, ..learner(method, given)?.parameters().clone() };
    Learner::new(parameters).map_err(bad_input)
}

/// Converts an error of parameters, which it names as in Python.
fn refused(error: SettingsError) -> PyErr {
    match error {
        SettingsError::Value { parameter, error } if !error.name.starts_with("a ") => {
            bad_input(format!("{} must be {}, not {}", python_name(parameter), error.range, error.value))
        }
        other => bad_input(other),
    }
}

/// Reads the value of a parameter. None is accepted where it is the default. Every error names the
/// parameter.
fn read(info: &ParameterInfo, default: &ParameterValue, value: &Bound<'_, PyAny>) -> PyResult<ParameterValue> {
    if value.is_none() && *default == ParameterValue::None {
        return Ok(ParameterValue::None);
    }
    let read = || -> PyResult<ParameterValue> {
        Ok(match info.kind {
            ParameterKind::Number | ParameterKind::Seconds => ParameterValue::Number(value.extract()?),
            ParameterKind::Count => ParameterValue::Integer(value.extract::<u64>()?.into()),
            ParameterKind::Flag => ParameterValue::Flag(value.extract()?),
            ParameterKind::Words | ParameterKind::Texts | ParameterKind::Rules => {
                ParameterValue::List(value.extract()?)
            }
            ParameterKind::Numbers => {
                ParameterValue::List(value.extract::<Vec<f64>>()?.iter().map(f64::to_string).collect())
            }
            _ => ParameterValue::Text(value.extract()?),
        })
    };
    read().map_err(|error| {
        let text = format!("{}: {}", python_name(info.name), error.value(value.py()));
        if error.is_instance_of::<PyTypeError>(value.py()) { PyTypeError::new_err(text) } else { bad_input(text) }
    })
}

/// The parameters of a method, a dictionary for each: `name` in Python, `flag`, `kind`, `choices`
/// (pairs of a word and its meaning), `ranges` in words, `help`, `group`, and `default`, which is
/// None where it depends on others.
#[pyfunction]
pub(crate) fn parameters<'py>(py: Python<'py>, method: &str) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let method: Method = method.parse().map_err(bad_input)?;
    let described = |Parameter { info, default }| {
        let dict = PyDict::new(py);
        dict.set_item("name", python_name(info.name))?;
        dict.set_item("flag", info.name)?;
        dict.set_item("kind", kind(info.kind))?;
        dict.set_item("choices", choices(info.kind))?;
        dict.set_item("ranges", info.ranges.iter().map(|range| range.words).collect::<Vec<_>>())?;
        dict.set_item("help", info.help.trim())?;
        dict.set_item("group", format!("{:?}", info.group).to_lowercase())?;
        dict.set_item("default", written(py, default)?)?;
        Ok(dict)
    };
    method.parameters().into_iter().map(described).collect()
}

fn kind(kind: ParameterKind) -> &'static str {
    match kind {
        ParameterKind::Number => "number",
        ParameterKind::Count => "count",
        ParameterKind::Flag => "flag",
        ParameterKind::Choice(_) | ParameterKind::ChoiceOrName(_) => "choice",
        ParameterKind::Words => "words",
        ParameterKind::Numbers => "numbers",
        ParameterKind::Texts => "texts",
        ParameterKind::Seconds => "seconds",
        ParameterKind::Model => "model",
        ParameterKind::Rules => "rules",
        ParameterKind::ChoiceOrModel(_) => "choice or model",
        _ => "word",
    }
}

fn choices(kind: ParameterKind) -> Vec<(&'static str, &'static str)> {
    match kind {
        ParameterKind::Choice(words) | ParameterKind::ChoiceOrName(words) | ParameterKind::ChoiceOrModel(words) => {
            words.iter().map(|word| (word.name, word.help)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the settings on which strategies of pricing are compared, by their names in Python.
#[pyfunction]
pub(crate) fn equal_terms<'py>(py: Python<'py>, method: &str) -> PyResult<Bound<'py, PyDict>> {
    let method: Method = method.parse().map_err(bad_input)?;
    let dict = PyDict::new(py);
    for (name, value) in method.equal_terms() {
        dict.set_item(python_name(&name), written(py, value)?)?;
    }
    Ok(dict)
}

fn written(py: Python<'_>, value: ParameterValue) -> PyResult<Bound<'_, PyAny>> {
    match value {
        ParameterValue::Flag(yes) => yes.into_bound_py_any(py),
        ParameterValue::Integer(n) => n.into_bound_py_any(py),
        ParameterValue::Number(x) => x.into_bound_py_any(py),
        ParameterValue::Text(word) => word.into_bound_py_any(py),
        ParameterValue::List(words) => words.into_bound_py_any(py),
        _ => Ok(py.None().into_bound(py)),
    }
}
