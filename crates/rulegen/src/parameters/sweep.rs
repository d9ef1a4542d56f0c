//! Sweeps: one model for each of several values of a parameter.

use crate::parameter_error::{ParameterError, accept};
use std::fmt;

/// A parameter and the values for which models are learned together.
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The parameter.
    pub parameter: SweepParameter,
    /// Its values, finite and not negative.
    pub values: Vec<f64>,
}

impl Sweep {
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
    /// Both.
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
