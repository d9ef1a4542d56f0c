//! The problem that all strategies of a comparison solve.

use rulegen_eval::StrategyFit;
use serde_json::Value;

/// The settings that make the problem, in the order in which they are said.
const SETTINGS: &[&str] = &[
    "loss",
    "penalty",
    "complexity",
    "complexity_price",
    "ridge",
    "rule_cost",
    "cost_scaling",
    "bins",
    "max_length",
    "min_cover",
    "class_weight",
    "false_positive_weight",
    "false_negative_weight",
    "form",
    "fairness",
    "epsilon",
];

/// Writes the method, and the settings of the problem, in one line. A setting that is not that of
/// all fits, as the ridge that each chooses, has the value of each.
pub(super) fn problem(fits: &[StrategyFit]) -> String {
    let method = fits.first().map_or(String::new(), |fit| format!("method {}", fit.method));
    let recorded: Vec<_> =
        fits.iter().map(|fit| &fit.record.settings).filter(|settings| !settings.is_empty()).collect();
    let said = |name: &str| -> Option<String> {
        let of_fit = |value: Option<&Value>| value.filter(|value| !value.is_null()).map(word);
        let words: Vec<Option<String>> = recorded.iter().map(|settings| of_fit(settings.get(name))).collect();
        let (first, name) = (words.first()?, name.replace('_', "-"));
        if words.iter().all(|word| word == first) {
            return first.as_ref().map(|word| format!(", {name} {word}"));
        }
        let words: Vec<&str> = words.iter().map(|word| word.as_deref().unwrap_or("none")).collect();
        Some(format!(", {name} {} in turn", words.join(" and ")))
    };
    format!("{method}{}", SETTINGS.iter().copied().filter_map(said).collect::<String>())
}

fn word(value: &Value) -> String {
    match value {
        Value::String(word) => word.clone(),
        Value::Number(number) => number.as_f64().map_or(number.to_string(), |number| number.to_string()),
        other => other.to_string(),
    }
}
