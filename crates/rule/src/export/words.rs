//! Rules and figures in the words of all texts.

use crate::{Form, Model, Rule, clause, conditions};

/// Writes a rule in the form of the model: its conditions, or the clause that holds if they do not.
pub(crate) fn rule_words(model: &Model, rule: &Rule) -> String {
    let or = matches!(model.form(), Form::AllClauses { .. });
    conditions_in_words(model, rule).join(if or { " or " } else { " and " })
}

/// Returns the conditions of a rule in the form of the model.
pub(crate) fn conditions_in_words(model: &Model, rule: &Rule) -> Vec<String> {
    match model.form() {
        Form::AllClauses { .. } => clause(&model.schema, rule),
        _ if rule.is_empty() => vec!["always".into()],
        _ => conditions(&model.schema, rule),
    }
}

/// Writes a number of rows, which may be a sum of weights.
pub(crate) fn weight_text(weight: f64) -> String {
    if weight.fract() == 0.0 { weight.to_string() } else { format!("{weight:.2}") }
}

/// Writes a share in percent.
pub(crate) fn share_text(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
