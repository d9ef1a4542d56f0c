//! Sweeps: one model for each of several values of a parameter.

use crate::parameter_error::{ParameterError, accept};
use std::fmt;

/// A parameter and the values for which models are learned together.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The parameter.
    pub parameter: SweepParameter,
    /// The values, finite and not negative.
    pub values: Vec<f64>,
}

impl Sweep {
    /// Makes a sweep of these values in ascending order and each once, so that rules found for one
    /// value are allowed for the next.
    ///
    /// # Errors
    /// As [`Sweep::check`].
    pub fn ascending(parameter: SweepParameter, values: &[f64]) -> Result<Self, ParameterError> {
        let mut sweep = Sweep { parameter, values: values.to_vec() };
        sweep.check()?;
        sweep.values.sort_by(f64::total_cmp);
        sweep.values.dedup();
        Ok(sweep)
    }

    /// Checks that all values are finite and not negative.
    ///
    /// # Errors
    /// The first value that is not.
    pub fn check(&self) -> Result<(), ParameterError> {
        let noun = match self.parameter {
            SweepParameter::Complexity => "the complexity",
            SweepParameter::Epsilon => "the epsilon",
        };
        let check = |&x: &f64| accept(x >= 0.0 && x.is_finite(), noun, "finite and not negative", x);
        self.values.iter().try_for_each(check)
    }
}

/// A parameter that can be swept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SweepParameter {
    /// The bound on complexity (Boolean rules).
    Complexity,
    /// The epsilon of fairness (every loss but the logistic one).
    Epsilon,
}

impl SweepParameter {
    /// Both parameters.
    pub const ALL: [SweepParameter; 2] = [SweepParameter::Complexity, SweepParameter::Epsilon];

    /// The name of the parameter.
    pub fn name(self) -> &'static str {
        match self {
            SweepParameter::Complexity => "complexity",
            SweepParameter::Epsilon => "epsilon",
        }
    }
}

impl fmt::Display for SweepParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
