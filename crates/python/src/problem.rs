//! Pricing problems as pricers in Python see them.

use crate::failure::bad_input;
use crate::rule::Rule;
use numpy::ndarray::{Array2, Axis};
use numpy::{Element, PyArray, PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::OnceLockExt;
use rulegen::binarize::Samples;
use rulegen::driver::PricingProblem;
use rulegen::limits::Limits;
use rulegen::rule::{Literal, RowSet, Schema, conditions};
use std::sync::{Arc, OnceLock};

/// The samples as Python sees them: what is the same for all problems over them, each array made
/// once, when it is asked for.
#[derive(Debug)]
pub(crate) struct View {
    pub(crate) samples: Arc<Samples>,
    pub(crate) schema: Arc<Schema>,
    classes: Vec<String>,
    literals: Vec<Literal>,
    words: Vec<String>,
    covers: OnceLock<Py<PyArray2<bool>>>,
    labels: OnceLock<Py<PyArray1<u32>>>,
    weights: OnceLock<Py<PyArray1<f64>>>,
    counts: OnceLock<Py<PyArray1<u64>>>,
}

impl View {
    pub(crate) fn new(samples: Arc<Samples>, classes: &[String]) -> View {
        let schema = Arc::new(samples.schema.clone());
        let literals = schema.literals();
        let words = |&literal: &Literal| conditions(&schema, &rulegen::rule::Rule::new([literal])).join(" and ");
        View {
            words: literals.iter().map(words).collect(),
            classes: classes.to_vec(),
            covers: OnceLock::new(),
            labels: OnceLock::new(),
            weights: OnceLock::new(),
            counts: OnceLock::new(),
            samples,
            schema,
            literals,
        }
    }

    /// A row for each literal, and in it whether each sample satisfies it.
    fn covers(&self) -> Array2<bool> {
        let mut covers = Array2::from_elem((self.literals.len(), self.samples.len()), false);
        for (mut row, &literal) in covers.axis_iter_mut(Axis(0)).zip(&self.literals) {
            self.samples.cover(&rulegen::rule::Rule::new([literal])).iter().for_each(|sample| row[sample] = true);
        }
        covers
    }

    /// True if a rule is one over these samples.
    pub(crate) fn holds(&self, rule: &Rule) -> bool {
        Arc::ptr_eq(&self.schema, &rule.schema) || self.schema == rule.schema
    }
}

/// An array that nobody writes to.
fn read_only<T: Element, D: numpy::ndarray::Dimension>(array: Bound<'_, PyArray<T, D>>) -> Py<PyArray<T, D>> {
    drop(array.readwrite().make_nonwriteable());
    array.unbind()
}

/// One array of one number per sample.
fn numbers<T: Element + Clone>(py: Python<'_>, numbers: &[T]) -> Py<PyArray1<T>> {
    read_only(PyArray1::from_vec(py, numbers.to_vec()))
}

/// A question that the master asks: among conjunctions of at least one condition, which have a gain
/// above ``threshold``?
///
/// The gain of a rule is ``gains[covered].sum() - fixed - per_literal * len(rule)``. A sample
/// stands for all rows that no rule can tell apart. Arrays are read-only.
#[pyclass(frozen, name = "PricingProblem", module = "rulegen")]
#[derive(Debug)]
pub(crate) struct Problem {
    view: Arc<View>,
    /// Its gains are those of the array.
    problem: PricingProblem,
    gains: Py<PyArray1<f64>>,
    incumbent: f64,
    limits: Limits,
}

impl Problem {
    /// The problem with the largest gain known, and what ends its pricing. Gains are moved into the
    /// array, not copied.
    pub(crate) fn new(
        py: Python<'_>,
        view: Arc<View>,
        mut problem: PricingProblem,
        best: Option<f64>,
        limits: Limits,
    ) -> Problem {
        let gains = read_only(PyArray1::from_vec(py, std::mem::take(&mut problem.gains)));
        let incumbent = best.unwrap_or(problem.threshold).max(problem.threshold);
        Problem { view, problem, gains, incumbent, limits }
    }

    fn covered(&self, rule: &Rule) -> PyResult<RowSet> {
        match self.view.holds(rule) {
            true => Ok(self.view.samples.cover(&rule.rule)),
            false => Err(bad_input(format!(
                "'{}' is a rule of other data",
                conditions(&rule.schema, &rule.rule).join(" and ")
            ))),
        }
    }
}

#[pymethods]
impl Problem {
    /// The index of the class that rules are wanted for.
    #[getter]
    fn tag(&self) -> u32 {
        self.problem.tag
    }

    /// The names of the classes.
    #[getter]
    fn classes(&self) -> Vec<String> {
        self.view.classes.clone()
    }

    /// The gain of covering each sample.
    #[getter]
    fn gains(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.gains.clone_ref(py)
    }

    /// The class of each sample, as an index of ``classes``.
    #[getter]
    fn labels(&self, py: Python<'_>) -> Py<PyArray1<u32>> {
        self.view.labels.get_or_init_py_attached(py, || numbers(py, &self.view.samples.labels)).clone_ref(py)
    }

    /// The weight of each sample.
    #[getter]
    fn weights(&self, py: Python<'_>) -> Py<PyArray1<f64>> {
        self.view.weights.get_or_init_py_attached(py, || numbers(py, &self.view.samples.weights)).clone_ref(py)
    }

    /// The number of rows of each sample, which ``min_cover`` is about.
    #[getter]
    fn counts(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        self.view.counts.get_or_init_py_attached(py, || numbers(py, &self.view.samples.counts)).clone_ref(py)
    }

    /// The conditions that rules are made of, in words.
    #[getter]
    fn literals(&self) -> Vec<String> {
        self.view.words.clone()
    }

    /// True where a sample meets a condition, with a row for each of ``literals``. The array is
    /// made on the first use, for all problems of a run.
    #[getter]
    fn covers(&self, py: Python<'_>) -> Py<PyArray2<bool>> {
        let made = || read_only(PyArray2::from_owned_array(py, self.view.covers()));
        self.view.covers.get_or_init_py_attached(py, made).clone_ref(py)
    }

    /// The cost of any rule.
    #[getter]
    fn fixed(&self) -> f64 {
        self.problem.fixed
    }

    /// The cost of each condition.
    #[getter]
    fn per_literal(&self) -> f64 {
        self.problem.per_literal
    }

    /// The most conditions of a rule, if there is a limit.
    #[getter]
    fn max_length(&self) -> Option<usize> {
        self.problem.max_length
    }

    /// The fewest rows that a rule may cover.
    #[getter]
    fn min_cover(&self) -> u64 {
        self.problem.min_cover
    }

    /// A rule is wanted when its gain is above this: a small positive number that stands for zero.
    #[getter]
    fn threshold(&self) -> f64 {
        self.problem.threshold
    }

    /// The largest gain known: of what the stages before have found in this round, or
    /// ``threshold``.
    #[getter]
    fn incumbent(&self) -> f64 {
        self.incumbent
    }

    /// True if the time is over or Ctrl-C was pressed. A long search should then return what it
    /// has.
    #[getter]
    fn stopped(&self) -> bool {
        self.limits.reached().is_some()
    }

    /// Returns the cost of a rule with this number of conditions.
    fn cost(&self, length: usize) -> f64 {
        self.problem.cost(length)
    }

    /// The rule of these conditions: indices into ``literals``. Those that others imply are left
    /// out of it.
    fn rule(&self, literals: &Bound<'_, PyAny>) -> PyResult<Rule> {
        let literal = |index: PyResult<Bound<'_, PyAny>>| {
            let index: usize = index?.extract()?;
            let known = self.view.literals.get(index).copied();
            known.ok_or_else(|| {
                PyIndexError::new_err(format!("there is no literal {index}: there are {}", self.view.literals.len()))
            })
        };
        let literals = literals.try_iter()?.map(literal).collect::<PyResult<Vec<Literal>>>()?;
        if literals.is_empty() {
            return Err(bad_input("a rule needs at least one literal"));
        }
        Ok(Rule { rule: rulegen::rule::Rule::new(literals), schema: self.view.schema.clone() })
    }

    /// Returns True for each sample that the rule covers.
    fn cover<'py>(&self, py: Python<'py>, rule: PyRef<'_, Rule>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let cover = self.covered(&rule)?;
        Ok(PyArray1::from_iter(py, (0..self.view.samples.len()).map(|sample| cover.contains(sample))))
    }

    /// The gain of a rule.
    fn gain(&self, py: Python<'_>, rule: PyRef<'_, Rule>) -> PyResult<f64> {
        let (cover, gains) = (self.covered(&rule)?, self.gains.bind(py).readonly());
        let gains = gains.as_slice()?;
        Ok(cover.iter().map(|sample| gains[sample]).sum::<f64>() - self.problem.cost(rule.rule.len()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<PricingProblem {} over {} samples>", self.problem.tag, self.gains.bind(py).len())
    }
}
