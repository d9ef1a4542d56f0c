//! The restricted linear program alone.

use crate::failure::{bad_input, fit_failed};
use crate::rule::Rule;
use crate::task::Task;
use crate::watch::{Watched, watched};
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rulegen::limits::StopFlag;
use rulegen::rule::{Certificate, Fallback, Model, Status, Support, WeightedRule};
use std::collections::BTreeMap;
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

/// A model that says nothing but rules.
fn model(rules: &[(PyRef<'_, Rule>, String)], classes: &[String]) -> PyResult<Model> {
    let schema = rules.first().map(|(rule, _)| rule.schema.clone()).unwrap_or_default();
    let weighted = |(rule, class): &(PyRef<'_, Rule>, String)| {
        if !Arc::ptr_eq(&rule.schema, &schema) && rule.schema != schema {
            return Err(bad_input("the rules are of several data sets"));
        }
        let class = classes.iter().position(|name| name == class);
        let class = class.ok_or_else(|| bad_input("a rule is for a class that the data do not have"))? as u32;
        let support = Support { covered: 0.0, correct: 0.0 };
        Ok(WeightedRule { rule: rule.rule.clone(), class, weight: 1.0, support })
    };
    Ok(Model {
        method: "rug".into(),
        loss: None,
        target: String::new(),
        classes: classes.to_vec(),
        positive: None,
        rules: rules.iter().map(weighted).collect::<PyResult<_>>()?,
        schema: (*schema).clone(),
        intercepts: Vec::new(),
        fallback: Fallback::Class(0),
        certificate: Certificate { status: Status::NoColumn, objective: 0.0, lower_bound: None, lp_objective: 0.0 },
        settings: BTreeMap::new(),
    })
}

/// Weighs the rules, and these alone.
#[pyfunction]
pub(crate) fn restricted_lp<'py>(
    py: Python<'py>,
    task: &Bound<'py, Task>,
    threads: usize,
    rules: Given<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let Task { learner, data, target } = task.get();
    let (given, stop) = (rules.model(&data.target.classes)?, StopFlag::default());
    let work = |_: &mut dyn rulegen::driver::Observer| learner.restricted(data, target, &given, &stop.clone().into());
    let Watched { done, notes, .. } = watched(py, threads, &stop, None, work)?;
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
