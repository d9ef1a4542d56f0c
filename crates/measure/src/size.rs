//! Sizes of models, as readers meet them.

use rulegen_data::Table;
use rulegen_rule::{Model, Predictor, RuleError};
use serde::Serialize;

/// The size of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Size {
    /// The number of rules.
    pub n_rules: usize,
    /// The mean number of conditions of a rule, or 0 without rules.
    pub avg_rule_length: f64,
    /// The number of rules plus the number of all their conditions.
    pub complexity: usize,
}

impl Size {
    /// Returns the size of the rule set of a model, without its fallback.
    pub fn of(model: &Model) -> Self {
        let (n_rules, conditions) = (model.rules.len(), model.conditions());
        Size { n_rules, avg_rule_length: mean(conditions as f64, n_rules), complexity: n_rules + conditions }
    }
}

/// The amount of reading that it takes to understand a single prediction.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SampleSize {
    /// The mean number of rules that cover a row.
    pub rules_per_sample: f64,
    /// The mean over rows of the mean number of conditions of the rules that cover it (0 if none
    /// does).
    pub rule_length_per_sample: f64,
}

impl SampleSize {
    /// Returns the means over the rows of `table`.
    ///
    /// # Errors
    /// As [`Predictor::predict`].
    pub fn of(predictor: &Predictor, table: &Table) -> Result<Self, RuleError> {
        let coverage = predictor.coverage(table)?;
        let rules: f64 = coverage.iter().map(|c| f64::from(c.rules)).sum();
        let lengths: f64 = coverage.iter().map(|c| mean(c.conditions.into(), c.rules as usize)).sum();
        Ok(SampleSize {
            rules_per_sample: mean(rules, table.rows()),
            rule_length_per_sample: mean(lengths, table.rows()),
        })
    }
}

fn mean(sum: f64, n: usize) -> f64 {
    if n == 0 { 0.0 } else { sum / n as f64 }
}
