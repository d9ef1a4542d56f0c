//! Rules as Python holds them.

use pyo3::prelude::*;
use rulegen::rule::{Schema, conditions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A conjunction of conditions: what a pricer answers with.
///
/// ``str(rule)`` says it in words, ``len(rule)`` is its number of conditions.
/// ``PricingProblem.rule`` makes one.
#[pyclass(frozen, module = "rulegen")]
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) rule: rulegen::rule::Rule,
    pub(crate) schema: Arc<Schema>,
}

#[pymethods]
impl Rule {
    /// Its conditions in words.
    #[getter]
    fn conditions(&self) -> Vec<String> {
        conditions(&self.schema, &self.rule)
    }

    fn __str__(&self) -> String {
        self.conditions().join(" and ")
    }

    fn __repr__(&self) -> String {
        format!("<Rule {}>", self.__str__())
    }

    fn __len__(&self) -> usize {
        self.rule.len()
    }

    fn __eq__(&self, other: PyRef<'_, Rule>) -> bool {
        self.rule == other.rule && (Arc::ptr_eq(&self.schema, &other.schema) || self.schema == other.schema)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.rule.hash(&mut hasher);
        hasher.finish()
    }
}
