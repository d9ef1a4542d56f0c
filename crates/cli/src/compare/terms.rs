//! The terms on which strategies are compared.

use crate::args::FitArgs;
use anyhow::Result;
use rulegen::{Learner, Method, ParameterValue, Settings};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;

/// The seconds of each strategy, if the user does not say.
const SECONDS: f64 = 60.0;

/// The settings of every strategy: the same limits, tolerance, LP strategy and smoothing for all,
/// except for those that were typed.
pub(super) fn settings(args: &FitArgs) -> Result<Settings> {
    let mut settings = args.method.equal_terms(&args.parameters.settings()?)?;
    settings.insert("time-limit".into(), ParameterValue::Number(SECONDS));
    Ok(settings)
}

/// The terms that flags may change, each with the sentence that its help is made of.
const TERMS: [(&str, &str); 4] = [
    ("size", "How many rules: auto, best, a number, or given (determined by the penalty or the complexity)"),
    ("time-limit", "The most seconds of each strategy"),
    ("tolerance", "Relative tolerance of the first linear programs"),
    ("lp-strategy", "How linear programs are solved. The logistic loss has none, and fairness needs interior"),
];

/// Writes the help of the terms with their defaults, for all methods or by method.
pub(crate) fn helps() -> impl Iterator<Item = (&'static str, String)> {
    // Among the losses, hinge has linear programs.
    let hinge = Settings::from([("loss".to_owned(), ParameterValue::Text("hinge".into()))]);
    let given = move |method| if method == Method::Rules { hinge.clone() } else { Settings::new() };
    let of = move |method: Method, name: &str| match name {
        "time-limit" => Some(ParameterValue::Number(SECONDS)),
        _ => method.equal_terms(&given(method)).ok()?.get(name).cloned(),
    };
    TERMS.into_iter().map(move |(name, sentence)| {
        let mut values: Vec<(Vec<&str>, String)> = Vec::new();
        for method in Method::ALL {
            let Some(value) = of(method, name).map(|value| value.to_string()) else { continue };
            match values.iter_mut().find(|(_, known)| *known == value) {
                Some((methods, _)) => methods.push(method.name()),
                None => values.push((vec![method.name()], value)),
            }
        }
        let by_method = |(methods, value): &(Vec<&str>, String)| format!("{}: {value}", methods.join(", "));
        let usual = match &values[..] {
            [(_, value)] => value.clone(),
            all => all.iter().map(by_method).collect::<Vec<_>>().join("; "),
        };
        (name, format!("{sentence} [default: {usual}]"))
    })
}

/// The settings that all strategies share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Terms {
    /// The most rounds, if there is a limit.
    pub(super) max_iterations: Option<usize>,
    /// Seconds.
    pub(super) time_limit: Option<f64>,
    /// The settings as models record them.
    pub(super) tolerance: Option<f64>,
    pub(super) lp_strategy: Option<String>,
    pub(super) smoothing: Option<f64>,
    pub(super) gap: Option<f64>,
}

impl Terms {
    /// The terms of a learner, with the settings that its model records.
    pub(super) fn new(args: &FitArgs, learner: &Learner, recorded: &BTreeMap<String, Value>) -> Self {
        let number = |name: &str| recorded.get(name).and_then(Value::as_f64);
        Terms {
            max_iterations: rounds(args, learner),
            time_limit: learner.time_limit().map(|limit| limit.as_secs_f64()),
            tolerance: number("tolerance"),
            lp_strategy: recorded.get("lp_strategy").and_then(Value::as_str).map(str::to_owned),
            smoothing: number("smoothing"),
            gap: number("gap"),
        }
    }
}

/// The most rounds, if the user wants a limit.
pub(super) fn rounds(args: &FitArgs, learner: &Learner) -> Option<usize> {
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
        let number = |x: Option<f64>| x.map_or("unknown".into(), |x| x.to_string());
        let [tolerance, smoothing, gap] = [self.tolerance, self.smoothing, self.gap].map(number);
        write!(f, "tolerance {tolerance}, ")?;
        if let Some(strategy) = &self.lp_strategy {
            write!(f, "LP strategy {strategy}, ")?;
        }
        write!(f, "smoothing {smoothing}, gap {gap}")
    }
}
