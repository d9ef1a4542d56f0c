//! The loss of Boolean rule sets.

use super::{Loss, ScoreKind};

/// The weighted errors of Boolean rules: positives that no rule covers, and negatives once for each
/// rule that covers them (docs/MATH.md 4). Its master needs a class and a bound on complexity, so
/// `path/boolean` makes it and solves an integer program at the end.
#[derive(Debug)]
pub(crate) struct BooleanLoss;

impl Loss for BooleanLoss {
    fn recorded_name(&self) -> Option<&'static str> {
        None
    }

    fn scores(&self) -> ScoreKind {
        ScoreKind::Decisions
    }

    fn is_linear(&self) -> bool {
        true
    }

    fn is_timed(&self) -> bool {
        true
    }
}
