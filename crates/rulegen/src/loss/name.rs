//! Names of losses.

use rulegen_rule::Model;
use std::borrow::Cow;
use std::fmt;

/// The name of a loss on the command line, in experiments, in Python and in model files. A
/// [`LossRegistry`](crate::LossRegistry) knows the loss of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LossName(Cow<'static, str>);

impl LossName {
    /// `log sum_c exp f_c - f_y`: votes are log-odds, and the model gives probabilities.
    pub const LOGISTIC: LossName = LossName::built_in(Model::LOGISTIC);
    /// `max(0, 1 - f_y + max_{c != y} f_c)`: the margin to the best other class (Crammer and Singer
    /// 2001).
    pub const HINGE: LossName = LossName::built_in("hinge");

    const fn built_in(name: &'static str) -> LossName {
        LossName(Cow::Borrowed(name))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for LossName {
    fn from(name: &str) -> Self {
        LossName(Cow::Owned(name.into()))
    }
}

impl From<String> for LossName {
    fn from(name: String) -> Self {
        LossName(Cow::Owned(name))
    }
}

impl fmt::Display for LossName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
