//! The folds of a cross-validation that found a rule again.

use crate::RuleError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of folds whose model has a rule, or one that covers nearly the same rows. The model
/// of a fold is learned without its rows. A rule that few of them have hangs on single rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FoldsFound {
    /// The folds whose model has it.
    pub found: u32,
    /// All folds, at least 1.
    pub of: u32,
}

impl FoldsFound {
    /// Returns the share of the folds whose model has it.
    pub fn share(self) -> f64 {
        f64::from(self.found) / f64::from(self.of)
    }

    /// Checks that the numbers can be true.
    ///
    /// # Errors
    /// [`RuleError::Inconsistent`] if more folds found the rule than there are, or there are none.
    pub(crate) fn check(self) -> Result<(), RuleError> {
        match self.of > 0 && self.found <= self.of {
            true => Ok(()),
            false => Err(RuleError::Inconsistent(format!("a rule was found in {} of {} folds", self.found, self.of))),
        }
    }
}

impl fmt::Display for FoldsFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.found, self.of)
    }
}
