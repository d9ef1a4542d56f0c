//! Pricers written in Python.

use crate::failure::bad_input;
use crate::problem::{Problem, View};
use crate::rule::Rule;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rulegen::driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen::limits::Limits;
use rulegen::rule::conditions;
use rulegen::{PricerName, PricerRegistry};
use std::sync::Arc;

/// A `rulegen.Pricer` as the driver sees it. Its rules' gains are computed here: Python claims
/// none.
struct PythonPricer {
    name: String,
    object: Arc<Py<PyAny>>,
    view: Arc<View>,
    best: Vec<Option<f64>>,
}

impl PythonPricer {
    /// Asks about one problem: the rules that gain, and the bound if one is claimed.
    fn ask(
        &self,
        py: Python<'_>,
        problem: &PricingProblem,
        best: Option<f64>,
        limits: &Limits,
    ) -> PyResult<(Vec<Candidate>, Option<f64>)> {
        let asked = Problem::new(py, self.view.clone(), problem.clone(), best, limits.clone());
        let answer = self.object.bind(py).call_method1("_answer", (asked,))?;
        let (rules, bound): (Vec<PyRef<'_, Rule>>, Option<f64>) = answer.extract()?;
        let candidates = rules.iter().map(|rule| self.candidate(problem, rule)).collect::<PyResult<Vec<_>>>()?;
        Ok((candidates.into_iter().filter(|c| c.gain > problem.threshold).collect(), bound))
    }

    /// A rule with its gain, if it is one that was asked for.
    fn candidate(&self, problem: &PricingProblem, rule: &Rule) -> PyResult<Candidate> {
        let refused = |why: String| {
            let said = conditions(&rule.schema, &rule.rule).join(" and ");
            Err(bad_input(format!("the pricer '{}' returned '{said}', {why}", self.name)))
        };
        if !self.view.holds(rule) {
            return refused("a rule of other data".into());
        }
        let length = rule.rule.len();
        if !problem.admits_length(length) {
            let most = problem.max_length.unwrap_or_default();
            return refused(format!("a rule of {length} conditions, and it may have {most}"));
        }
        let cover = self.view.samples.cover(&rule.rule);
        let rows = self.view.samples.rows_of(&cover);
        if !problem.admits_cover(rows) {
            return refused(format!("a rule that covers {rows} rows, and it has to cover {}", problem.min_cover));
        }
        Ok(Candidate { tag: problem.tag, rule: rule.rule.clone(), gain: problem.gain(cover.iter(), length) })
    }
}

impl Pricer for PythonPricer {
    fn name(&self) -> &str {
        &self.name
    }

    fn incumbents(&mut self, best: &[Option<f64>]) {
        self.best = best.to_vec();
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let failed = |error: PyErr| DriverError::Pricer { name: self.name.clone(), source: Box::new(error) };
        let mut outcome = PricingOutcome::default();
        for (place, problem) in problems.iter().enumerate() {
            let best = self.best.get(place).copied().flatten();
            // Python may be ending: then nobody waits for an answer.
            let asked = Python::try_attach(|py| self.ask(py, problem, best, limits))
                .unwrap_or_else(|| Err(PyRuntimeError::new_err("the interpreter is shutting down")));
            let (candidates, bound) = asked.map_err(failed)?;
            outcome.candidates.extend(candidates);
            outcome.bounds.push(bound);
        }
        outcome.candidates.sort_by(Candidate::best_first);
        outcome.candidates.dedup();
        Ok(outcome)
    }
}

/// The names of stages of pricing, and a registry that knows them: each is a name, or a
/// `rulegen.Pricer` to be registered.
pub(crate) fn stages(given: &Bound<'_, PyAny>) -> PyResult<(Vec<String>, PricerRegistry)> {
    let mut registry = PricerRegistry::default();
    let mut names = Vec::new();
    for stage in given.try_iter()? {
        let stage = stage?;
        if let Ok(name) = stage.extract::<String>() {
            names.push(name);
            continue;
        }
        let name: String = stage.getattr("name")?.extract()?;
        let (object, exact) = (Arc::new(stage.clone().unbind()), stage.getattr("exact")?.extract()?);
        register(&mut registry, name.clone(), object, exact)?;
        names.push(name);
    }
    Ok((names, registry))
}

fn register(registry: &mut PricerRegistry, name: String, object: Arc<Py<PyAny>>, exact: bool) -> PyResult<()> {
    let called = PricerName::from(name.clone());
    let create = move |samples: &Arc<rulegen::binarize::Samples>, settings: &rulegen::StageSettings<'_>| {
        let view = Arc::new(View::new(samples.clone(), settings.classes));
        let pricer = PythonPricer { name: name.clone(), object: object.clone(), view, best: Vec::new() };
        Ok(Box::new(pricer) as Box<dyn Pricer>)
    };
    let registered = match exact {
        true => registry.register_exact(called, create),
        false => registry.register_heuristic(called, create),
    };
    registered.map_err(bad_input)
}
