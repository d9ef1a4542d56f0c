//! The models of every size that a fit has learned, as they are kept.

use serde::{Deserialize, Serialize};

/// The models of one fit by their number of rules.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct SizePath {
    pub(crate) models: Vec<SizedFit>,
    /// Seconds of the path and of its models.
    pub(crate) seconds: f64,
    /// The way in which the path ended.
    pub(crate) status: String,
}

/// The model of one size.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct SizedFit {
    /// The rules in words.
    pub(crate) rules: Vec<String>,
    /// The conditions of all rules together.
    pub(crate) conditions: usize,
    /// The objective on training rows without the costs of rules.
    pub(crate) loss: f64,
    /// The accuracy on test rows.
    pub(crate) accuracy: f64,
    /// The AUC on test rows.
    pub(crate) auc: Option<f64>,
}
