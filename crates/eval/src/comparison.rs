//! Pricing strategies side by side: the lines of the table of `rulegen compare`, here and in
//! Python.

use rulegen::Fitted;
use rulegen_measure::{Quality, ScoreQuality, Size};
use rulegen_rule::relative_gap;
use serde::Serialize;

/// The result of one pricing strategy. The fields are the columns of the table, in their order:
/// those of the paper's Table 9, and more.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparisonRow {
    /// The stages of pricing.
    pub pricers: String,
    /// Seconds in all.
    pub seconds: f64,
    /// Seconds in the master.
    pub lp_seconds: f64,
    /// F1 of the positive class, or of all classes, weighted by their rows.
    pub f1: f64,
    /// The share of right predictions.
    pub accuracy: f64,
    /// The area under the ROC curve, where it is known.
    pub auc: Option<f64>,
    /// The rules of the model.
    pub n_rules: usize,
    /// The objective of the last restricted problem.
    pub lp_objective: f64,
    /// The lower bound that is proved for it over all rules.
    pub lp_lower_bound: Option<f64>,
    /// The gap between the two, relative to the objective.
    pub lp_gap: Option<f64>,
    /// The reason why the run ended.
    pub status: String,
    /// Rounds of column generation.
    pub iterations: usize,
    /// Columns generated.
    pub columns: usize,
    /// Search nodes of the pricers.
    pub nodes: u64,
}

impl ComparisonRow {
    /// Summarises a strategy that took `seconds`. `quality` and `scores` are those of its model, on
    /// rows of the caller's choice.
    pub fn new(pricers: &str, fitted: &Fitted, seconds: f64, quality: &Quality, scores: &ScoreQuality) -> Self {
        let run = &fitted.run;
        let gap = |bound: f64| relative_gap(run.objective, bound).map(|gap| gap.max(0.0));
        ComparisonRow {
            pricers: pricers.to_owned(),
            seconds,
            lp_seconds: run.lp.as_secs_f64(),
            f1: quality.f1.unwrap_or(quality.weighted_f1),
            accuracy: quality.accuracy,
            auc: scores.auc.map(|auc| auc.value),
            n_rules: Size::of(&fitted.model).n_rules,
            lp_objective: run.objective,
            lp_lower_bound: run.lower_bound,
            lp_gap: run.lower_bound.and_then(gap),
            status: fitted.model.certificate.status.to_string(),
            iterations: run.iterations,
            columns: fitted.columns,
            nodes: run.nodes,
        }
    }
}
