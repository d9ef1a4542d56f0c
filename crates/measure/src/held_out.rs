//! The held-out quality that a model file keeps.

use crate::{Estimate, Quality, Rate, ScoreQuality};
use rulegen_rule::{HeldOut, HeldOutOf};

/// Returns the held-out quality of a model from its measures on at least one row. `share` is the
/// share of all rows that was held out at random, if it was.
pub fn held_out(of: HeldOutOf, share: Option<f64>, quality: &Quality, scores: &ScoreQuality) -> HeldOut {
    let right = (quality.accuracy * quality.n as f64).round() as usize;
    HeldOut {
        of,
        exact_weights: false,
        rules: None,
        rows: quality.n,
        share,
        accuracy: Some(Estimate { value: quality.accuracy, interval: Rate::new(right, quality.n).interval }),
        auc: scores.auc,
        log_loss: scores.log_loss,
        brier: scores.brier,
        ece: scores.ece,
    }
}
