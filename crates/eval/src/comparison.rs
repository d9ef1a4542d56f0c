//! The table of a comparison as CSV, with all that its results depend on.

use crate::StrategyFit;
use crate::table::csv_text;
use rulegen::RunTerms;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// The numbers of a fit, after its status.
const NUMBERS: [&str; 32] = [
    "lp_objective",
    "lp_lower_bound",
    "iterations",
    "columns",
    "pricing_calls",
    "best_rule_share",
    "best_gain_share",
    "pricing_seconds",
    "lp_seconds",
    "mip_seconds",
    "fit_seconds",
    "nodes",
    "accuracy",
    "f1",
    "auc",
    "n_rules",
    "judged_calls",
    "objective",
    "lower_bound",
    "gap",
    "train_accuracy",
    "weighted_f1",
    "log_loss",
    "brier",
    "avg_rule_length",
    "rules_per_sample",
    "rule_length_per_sample",
    "complexity",
    "dmc",
    "odm",
    "eop",
    "equalized_odds",
];

/// Writes fits as CSV with numbers in full, with the settings that their models record and the
/// terms that all share.
pub fn comparison_csv(terms: &RunTerms, fits: &[StrategyFit]) -> String {
    let records: Vec<Vec<(String, String)>> = fits.iter().map(|fit| record(terms, fit)).collect();
    let mut heading: Vec<&str> = Vec::new();
    for (key, _) in records.iter().flatten() {
        if !heading.contains(&key.as_str()) {
            heading.push(key);
        }
    }
    let line = |record: &Vec<(String, String)>| -> Vec<String> {
        let cells: BTreeMap<&str, &str> = record.iter().map(|(key, cell)| (key.as_str(), cell.as_str())).collect();
        heading.iter().map(|key| cells.get(key).copied().unwrap_or_default().to_owned()).collect()
    };
    let names = heading.iter().map(|&key| key.to_owned()).collect();
    csv_text(std::iter::once(names).chain(records.iter().map(line)))
}

/// Returns the cells of a fit with their keys, in the order of columns.
fn record(terms: &RunTerms, fit: &StrategyFit) -> Vec<(String, String)> {
    let number = |x: Option<f64>| x.map_or(String::new(), |x| x.to_string());
    let mut cells = vec![
        ("set", fit.set.clone()),
        ("seed", fit.seed.to_string()),
        ("strategy", fit.strategy.clone()),
        ("method", fit.method.to_string()),
        ("judge", fit.judge.clone().unwrap_or_default()),
        ("rows", number(fit.get("n_train"))),
        ("features", fit.features.to_string()),
        ("classes", fit.classes.to_string()),
        ("status", fit.status.clone()),
    ];
    for key in NUMBERS {
        cells.push((key, number(fit.get(key))));
        if key == "lp_lower_bound" {
            cells.push(("best_bound", number(fit.best_bound)));
            cells.push(("optimum_is_proved", fit.optimum_is_proved.to_string()));
            cells.push(("gap_to_optimum", number(fit.gap_to_optimum)));
        }
    }
    cells.push(("scores_of", if fit.held_out { "held-out rows" } else { "training rows" }.into()));
    let mut cells: Vec<(String, String)> = cells.into_iter().map(|(key, cell)| (key.to_owned(), cell)).collect();
    for (key, value) in settings(terms, fit) {
        // The gap at which a run may end is no result.
        let key = if key == "gap" { "allowed_gap".into() } else { key };
        if cells.iter().all(|(known, _)| *known != key) {
            cells.push((key, in_a_word(&value)));
        }
    }
    let last = [("version", &fit.version), ("machine", &fit.machine), ("note", &fit.note)];
    cells.extend(last.map(|(key, cell)| (key.to_owned(), cell.clone())));
    cells
}

/// Returns the settings that the model records, and the terms.
fn settings(terms: &RunTerms, fit: &StrategyFit) -> Map<String, Value> {
    let mut settings: Map<String, Value> = fit.settings.clone().into_iter().collect();
    let terms = serde_json::to_value(terms).ok();
    // A limit that is none is said as such by the terms.
    settings.extend(terms.and_then(|terms| terms.as_object().cloned()).unwrap_or_default());
    settings
}

/// Returns a recorded value in one word.
fn in_a_word(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(word) => word.clone(),
        Value::Array(items) => items.iter().map(in_a_word).collect::<Vec<_>>().join("+"),
        other => other.to_string(),
    }
}

impl StrategyFit {
    /// The stages of pricing that were used, written as the flag takes them, if the fit records
    /// them.
    pub fn stages(&self) -> Option<String> {
        Some(in_a_word(self.settings.get("pricers")?))
    }
}
