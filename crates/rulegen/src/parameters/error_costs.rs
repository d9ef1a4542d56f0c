//! The costs of the two errors, which decide a threshold.

use super::kind::{ParameterKind, ParameterType, Refusal, refused};
use super::value::ParameterValue;
use std::fmt;
use std::str::FromStr;

/// The costs of the two errors of a model of two classes, in any unit. Predicting the positive
/// class costs least where its probability is at least the threshold that follows from them.
///
/// ```
/// let costs: rulegen::ErrorCosts = "4,1".parse()?;
/// assert_eq!(costs.threshold(), 0.2);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorCosts {
    /// The cost of a positive row that is predicted to be negative, above 0.
    pub missed: f64,
    /// The cost of a negative row that is predicted to be positive, above 0.
    pub false_alarm: f64,
}

impl ErrorCosts {
    /// Returns the smallest probability of the positive class at which predicting it costs least:
    /// `false_alarm / (missed + false_alarm)`.
    pub fn threshold(self) -> f64 {
        self.false_alarm / (self.missed + self.false_alarm)
    }
}

impl FromStr for ErrorCosts {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let costs = text.split_once(',').and_then(|(missed, false_alarm)| {
            let [missed, false_alarm] = [missed, false_alarm].map(|cost| cost.trim().parse::<f64>().ok());
            Some(ErrorCosts { missed: missed?, false_alarm: false_alarm? })
        });
        let positive = |costs: &ErrorCosts| {
            let threshold = costs.threshold();
            costs.missed > 0.0 && costs.false_alarm > 0.0 && threshold > 0.0 && threshold < 1.0
        };
        costs.filter(positive).ok_or_else(|| format!("'{text}' is not {RANGE}"))
    }
}

/// The costs in words.
const RANGE: &str = "MISSED,FALSE, two positive costs";

impl fmt::Display for ErrorCosts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.missed, self.false_alarm)
    }
}

impl ParameterType for ErrorCosts {
    const KIND: ParameterKind = ParameterKind::Word;

    fn read(value: ParameterValue) -> Result<Self, Refusal> {
        let text = String::read(value)?;
        text.parse().or_else(|_| refused(RANGE, ParameterValue::Text(text)))
    }

    fn write(&self) -> ParameterValue {
        ParameterValue::Text(self.to_string())
    }
}
