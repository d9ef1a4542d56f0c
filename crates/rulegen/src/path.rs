//! Paths: one model for each of several values of a parameter.

use crate::parameters::{ParameterError, Range, accept};
use std::fmt;

/// A parameter and the values for which models are learned together.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The parameter.
    pub parameter: PathParameter,
    /// Its values, finite and not negative.
    pub values: Vec<f64>,
}

impl Path {
    /// That there are no values but finite ones that are not negative.
    ///
    /// # Errors
    /// The first that is.
    pub fn check(&self) -> Result<(), ParameterError> {
        let noun = match self.parameter {
            PathParameter::Complexity => "the complexity",
            PathParameter::Epsilon => "the epsilon",
        };
        let range = Range::NOT_NEGATIVE;
        self.values.iter().try_for_each(|&value| accept((range.accepts)(value), noun, range.words, value))
    }
}

/// A parameter of which there is a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathParameter {
    /// The bound on complexity (Boolean rules).
    Complexity,
    /// The epsilon of fairness (all methods; of the losses of rules the hinge).
    Epsilon,
}

impl PathParameter {
    /// All of them.
    pub const ALL: [PathParameter; 2] = [PathParameter::Complexity, PathParameter::Epsilon];

    /// The name of the parameter.
    pub fn name(self) -> &'static str {
        match self {
            PathParameter::Complexity => "complexity",
            PathParameter::Epsilon => "epsilon",
        }
    }
}

impl fmt::Display for PathParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
