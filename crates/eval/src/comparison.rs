//! The table of a comparison, with all that its results depend on.

use crate::StrategyFit;
use crate::experiment::Measure;
use rulegen::RunTerms;
use rulegen_data::csv_text;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Measures that comparisons do not have: nothing is chosen, nobody measures memory, and the
/// training rows have another name.
const LEFT_OUT: [&str; 4] = ["choice_score", "choice_seconds", "peak_megabytes", "n_train"];

/// The numbers that a judge of pricing calls gives.
const OF_JUDGE: [&str; 3] = ["judged_calls", "best_rule_share", "best_gain_share"];

/// Returns a JSON object for each fit, with the settings that its model records.
pub fn comparison_json(fits: &[StrategyFit]) -> Vec<Map<String, Value>> {
    let object = |fit: &StrategyFit| {
        let mut object: Map<String, Value> = record(fit).map(|(key, cell)| (key.to_owned(), cell)).collect();
        object.insert("settings".into(), json!(fit.record.settings));
        object
    };
    fits.iter().map(object).collect()
}

/// Writes fits as CSV with numbers in full, with the settings that their models record and the
/// terms that all share. A setting that has the name of a result is what was allowed.
pub fn comparison_csv(terms: &RunTerms, fits: &[StrategyFit]) -> String {
    let records: Vec<Vec<(String, String)>> = fits.iter().map(|fit| with_settings(terms, fit)).collect();
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

/// Returns the results of a fit with their keys, in the order of columns.
fn record(fit: &StrategyFit) -> impl Iterator<Item = (&'static str, Value)> {
    let first = [
        ("set", json!(fit.set)),
        ("seed", json!(fit.seed)),
        ("strategy", json!(fit.strategy)),
        ("method", json!(fit.method.name())),
        ("judge", json!(fit.judge)),
        ("rows", number(fit.get("n_train"))),
        ("features", json!(fit.features)),
        ("classes", json!(fit.classes)),
        ("status", json!(fit.status)),
        ("best_bound", number(fit.best_bound)),
        ("optimum_is_proved", json!(fit.optimum_is_proved)),
        ("gap_to_optimum", number(fit.gap_to_optimum)),
    ];
    let last = [
        ("scores_of", json!(if fit.held_out { "held-out rows" } else { "training rows" })),
        ("version", json!(fit.record.version)),
        ("machine", json!(fit.record.machine)),
        ("note", json!(fit.note)),
    ];
    let measures = Measure::names().filter(|name| !LEFT_OUT.contains(name)).chain(OF_JUDGE);
    first.into_iter().chain(measures.map(|name| (name, number(fit.get(name))))).chain(last)
}

/// Returns the cells of a fit with their keys: its results, its settings and the terms.
fn with_settings(terms: &RunTerms, fit: &StrategyFit) -> Vec<(String, String)> {
    let mut cells: Vec<_> = record(fit).map(|(key, cell)| (key.to_owned(), in_a_word(&cell))).collect();
    let mut settings = fit.record.settings.clone();
    // A limit that is none is said as such by the terms.
    let terms = serde_json::to_value(terms).ok();
    settings.extend(terms.and_then(|terms| terms.as_object().cloned()).unwrap_or_default());
    for (key, value) in settings {
        let is_measure = Measure::names().any(|name| name == key);
        let key = if is_measure { format!("allowed_{key}") } else { key };
        if cells.iter().all(|(known, _)| *known != key) {
            cells.push((key, in_a_word(&value)));
        }
    }
    cells
}

/// Returns a number that may be known, without a point if it is whole.
fn number(x: Option<f64>) -> Value {
    match x {
        Some(x) if x.fract() == 0.0 && x.abs() < 1e15 => json!(x as i64),
        x => json!(x),
    }
}

/// Returns a value in one word.
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
        Some(in_a_word(self.record.settings.get("pricers")?))
    }
}
