//! The terms of a run in full, for every output.

use super::kind::ParameterType;
use super::table::Parameters;
use super::value::ParameterValue;
use serde::Serialize;
use std::fmt;
use std::time::Duration;

/// The terms of a run: all that decides when column generation ends and how finely it solves, with
/// all defaults resolved.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RunTerms {
    /// The name of the terms ([`Terms`](crate::Terms)). `None` for Boolean rules.
    pub terms: Option<String>,
    /// The first columns: `none`, `tree`, or the number of given rules.
    pub start: serde_json::Value,
    /// The most rounds, if there is a limit.
    pub max_iterations: Option<usize>,
    /// Seconds. Without any, limits of work end Boolean rules.
    pub time_limit: Option<f64>,
    /// The relative tolerance of the first linear programs.
    pub tolerance: f64,
    /// The way in which linear programs are solved, if the loss has any.
    pub lp_strategy: Option<String>,
    /// The share of dual smoothing.
    pub smoothing: f64,
    /// The gap at which a run ends.
    pub gap: f64,
}

impl Parameters {
    /// The terms of column generation.
    pub(crate) fn run_terms(&self) -> RunTerms {
        let word = |value: ParameterValue| value.to_string();
        RunTerms {
            terms: self.terms().map(|terms| word(terms.write())),
            start: self.start().record(),
            max_iterations: self.max_iterations(),
            time_limit: self.time_limit.map(|limit| limit.as_secs_f64()),
            tolerance: self.tolerance(),
            lp_strategy: self.loss().is_linear().then(|| word(self.lp_strategy().write())),
            smoothing: self.smoothing,
            gap: self.gap,
        }
    }
}

/// In one line.
impl fmt::Display for RunTerms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(terms) = &self.terms {
            write!(f, "terms {terms}, ")?;
        }
        match &self.start {
            serde_json::Value::String(word) => write!(f, "start {word}, ")?,
            rules => write!(f, "start with {rules} rules, ")?,
        }
        match self.max_iterations {
            Some(1) => f.write_str("at most 1 round, ")?,
            Some(most) => write!(f, "at most {most} rounds, ")?,
            None => f.write_str("no limit on rounds, ")?,
        }
        match self.time_limit {
            Some(seconds) if seconds < Duration::MAX.as_secs_f64() => write!(f, "{seconds} s, ")?,
            // Boolean rules without a time limit.
            None if self.terms.is_none() => f.write_str("limits of work, ")?,
            _ => f.write_str("no limit of time, ")?,
        }
        write!(f, "tolerance {}, ", self.tolerance)?;
        if let Some(strategy) = &self.lp_strategy {
            write!(f, "LP strategy {strategy}, ")?;
        }
        write!(f, "smoothing {}, gap {}", self.smoothing, self.gap)
    }
}
