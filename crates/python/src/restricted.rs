//! The restricted linear program alone.

use crate::failure::{bad_input, fit_failed};
use crate::rule::Rule;
use crate::rule_set::{index_of, unweighted};
use crate::task::Task;
use crate::watch::{Watched, watched};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::driver::Observer;
use rulegen::limits::StopFlag;
use rulegen::rule::Model;
use std::sync::Arc;

/// Rules with their classes.
#[derive(FromPyObject)]
pub(crate) enum Given<'py> {
    /// The text of a model file.
    Model(String),
    /// Rules with the names of their classes.
    Rules(Vec<(PyRef<'py, Rule>, String)>),
}

impl Given<'_> {
    fn model(self, classes: &[String]) -> PyResult<Model> {
        match self {
            Given::Model(text) => Model::from_json(&text).map_err(bad_input),
            Given::Rules(rules) => model(&rules, classes),
        }
    }
}

/// A model of nothing but rules.
fn model(rules: &[(PyRef<'_, Rule>, String)], classes: &[String]) -> PyResult<Model> {
    let schema = rules.first().map(|(rule, _)| rule.schema.clone()).unwrap_or_default();
    let of_class = |(rule, class): &(PyRef<'_, Rule>, String)| {
        if !Arc::ptr_eq(&rule.schema, &schema) && rule.schema != schema {
            return Err(bad_input("the rules are of several data sets"));
        }
        let class = index_of(class, classes);
        let class = class.ok_or_else(|| bad_input("a rule is for a class that the data do not have"))?;
        Ok((rule.rule.clone(), class))
    };
    let rules = rules.iter().map(of_class).collect::<PyResult<Vec<_>>>()?;
    Ok(unweighted((*schema).clone(), rules, classes))
}

/// Weighs the rules, and these alone.
#[pyfunction]
pub(crate) fn restricted_lp<'py>(
    py: Python<'py>,
    task: &Bound<'py, Task>,
    threads: usize,
    rules: Given<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let Task { learner, data, target, .. } = task.get();
    let given = rules.model(&data.target.classes)?;
    let work = |stop: &StopFlag, _: &mut dyn Observer| learner.restricted(data, target, &given, &stop.clone().into());
    let Watched { done, notes, .. } = watched(py, threads, None, work)?;
    let found = done.map_err(fit_failed)?;
    let schema = Arc::new(found.schema);
    let (rules, classes): (Vec<_>, Vec<_>) = found.rules.into_iter().unzip();
    let rules: Vec<Rule> = rules.into_iter().map(|rule| Rule { rule, schema: schema.clone() }).collect();
    let dict = PyDict::new(py);
    dict.set_item("rules", rules)?;
    dict.set_item("classes", classes)?;
    dict.set_item("weights", PyArray1::from_vec(py, found.weights))?;
    dict.set_item("objective", found.objective)?;
    dict.set_item("optimal", found.optimal)?;
    dict.set_item("notes", notes)?;
    dict.set_item("duals", PyArray1::from_vec(py, found.duals))?;
    Ok(dict)
}
