//! The terms on which strategies are compared.

use crate::args::FitArgs;
use rulegen::{Learner, ParameterValue, Settings};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// The seconds of each strategy, where the user does not say.
const SECONDS: f64 = 60.0;

/// What a strategy is learned with: the same limits, tolerance, LP strategy and smoothing for all, but for what was typed.
pub(super) fn settings(args: &FitArgs) -> Settings {
    let mut settings = args.method.equal_terms();
    settings.insert("time-limit".into(), ParameterValue::Number(SECONDS));
    settings
}

/// What holds for each strategy alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Terms {
    /// The most rounds, if there is a limit.
    pub(super) max_iterations: Option<usize>,
    /// Seconds.
    pub(super) time_limit: Option<f64>,
    /// As a model records them.
    pub(super) tolerance: Value,
    pub(super) lp_strategy: Value,
    pub(super) smoothing: Value,
    pub(super) gap: Value,
}

impl Terms {
    /// Those of a learner, with what its model records.
    pub(super) fn new(args: &FitArgs, learner: &dyn Learner, recorded: &BTreeMap<String, Value>) -> Self {
        let of = |name: &str| recorded.get(name).cloned().unwrap_or_default();
        Terms {
            max_iterations: rounds(args, learner),
            time_limit: learner.time_limit().map(|limit| limit.as_secs_f64()),
            tolerance: of("tolerance"),
            lp_strategy: of("lp_strategy"),
            smoothing: of("smoothing"),
            gap: of("gap"),
        }
    }
}

/// The most rounds, if the user wants a limit.
pub(super) fn rounds(args: &FitArgs, learner: &dyn Learner) -> Option<usize> {
    learner.max_iterations().filter(|_| args.parameters.get("iterations").is_some())
}

/// In one line.
impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.max_iterations {
            Some(1) => f.write_str("at most 1 round, ")?,
            Some(most) => write!(f, "at most {most} rounds, ")?,
            None => f.write_str("no limit on rounds, ")?,
        }
        match self.time_limit {
            Some(seconds) => write!(f, "{seconds} s, ")?,
            None => f.write_str("no limit of time, ")?,
        }
        let strategy = self.lp_strategy.as_str().unwrap_or("none");
        let Terms { tolerance, smoothing, gap, .. } = self;
        write!(f, "tolerance {tolerance}, LP strategy {strategy}, smoothing {smoothing}, gap {gap}")
    }
}
