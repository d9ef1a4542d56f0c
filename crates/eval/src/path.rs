//! Paths of complexities as files, which `fit --complexity-path ... --json` writes and reports
//! read.

use rulegen_rule::{Certificate, Status};
use serde::{Deserialize, Serialize};

/// A point of a path of complexities. `M` says how well the model of the point predicts: a reader
/// need know no more of it than [`Accuracy`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PathRow<M = Accuracy> {
    /// The bound on complexity that was asked for.
    #[serde(default)]
    pub bound_on_complexity: f64,
    /// The complexity of the rule set found.
    pub complexity: usize,
    /// The number of its rules.
    pub n_rules: usize,
    /// The objective of the master.
    #[serde(default)]
    pub objective: f64,
    /// The objective of its linear program.
    #[serde(default)]
    pub lp_objective: f64,
    /// No rule set has a smaller objective.
    #[serde(default)]
    pub lower_bound: Option<f64>,
    /// The relative gap between the two.
    #[serde(default)]
    pub gap: Option<f64>,
    /// The reason why the run ended.
    #[serde(default)]
    pub status: Option<Status>,
    /// On training rows.
    pub train: M,
    /// On rows held out.
    #[serde(default = "none")]
    pub holdout: Option<M>,
    /// Cross-validated.
    #[serde(default)]
    pub cv: Option<Validated>,
}

fn none<M>() -> Option<M> {
    None
}

/// The share of right predictions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accuracy {
    /// From 0 to 1.
    pub accuracy: f64,
}

/// The accuracy of a cross-validation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Validated {
    /// The mean over folds.
    pub accuracy: f64,
    /// Its standard error.
    #[serde(default)]
    pub standard_error: f64,
    /// The accuracy of each fold.
    #[serde(default)]
    pub folds: Vec<f64>,
}

impl<M> PathRow<M> {
    /// Makes a point of a certificate. The complexity is that of the rule set.
    pub fn of(
        bound_on_complexity: f64,
        complexity: usize,
        n_rules: usize,
        certificate: &Certificate,
        train: M,
    ) -> PathRow<M> {
        PathRow {
            bound_on_complexity,
            complexity,
            n_rules,
            objective: certificate.objective,
            lp_objective: certificate.lp_objective,
            lower_bound: certificate.lower_bound,
            gap: certificate.gap(),
            status: Some(certificate.status),
            train,
            holdout: None,
            cv: None,
        }
    }
}
