//! The result of one strategy.

use crate::measured::Measured;
use rulegen::Fitted;
use serde_json::Value;

/// The result of one strategy.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) name: String,
    pub(super) fitted: Fitted,
    pub(super) seconds: f64,
    pub(super) measured: Measured,
    pub(super) json: Value,
}
