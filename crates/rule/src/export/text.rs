//! Models in words.

use crate::{Fallback, Form, Model, Rule, WeightedRule, clause, conditions, name_text};

/// A rule in two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleLines {
    /// The conditions and the class.
    pub words: String,
    /// The weight, the training rows that it covers, and the number of these that are of its class.
    pub note: String,
}

impl Model {
    /// Writes the rules of a model in words, two lines each, under a sentence on how they decide.
    pub fn to_text(&self) -> String {
        let mut text = heading(self);
        let width = self.rules.len().to_string().len();
        for (number, RuleLines { words, note }) in (1..).zip(self.rule_lines()) {
            text.push_str(&format!("{number:>width$}. {words}\n{:width$}  {note}\n", ""));
        }
        text
    }

    /// Returns the rules in words, as [`Model::to_text`] writes them.
    pub fn rule_lines(&self) -> Vec<RuleLines> {
        let form = self.form();
        let lines = |rule: &WeightedRule| {
            let (condition, then) = (rule_words(self, &rule.rule), name_text(&self.classes[rule.class as usize]));
            let (words, covers) = match form {
                Form::AnyRule { .. } => (condition, "covers".into()),
                Form::AllClauses { .. } => (condition, "excludes".into()),
                Form::Votes => (format!("if {condition} then {then}"), format!("weight {:.3}, covers", rule.weight)),
            };
            let (rows, precision) = (rows(rule.support.covered), 100.0 * rule.support.precision());
            RuleLines { words, note: format!("{covers} {rows}, {precision:.1}% of them {then}") }
        };
        self.rules.iter().map(lines).collect()
    }
}

/// Writes a rule in the form of the model: its conditions, or the clause that holds if they do not.
pub(crate) fn rule_words(model: &Model, rule: &Rule) -> String {
    match model.form() {
        Form::AllClauses { .. } => clause(&model.schema, rule).join(" or "),
        _ if rule.is_empty() => "always".into(),
        _ => conditions(&model.schema, rule).join(" and "),
    }
}

/// Writes one or two lines on how the rules decide.
pub(crate) fn heading(model: &Model) -> String {
    let (target, class) = (name_text(&model.target), |k: u32| name_text(&model.classes[k as usize]));
    match model.form() {
        Form::AnyRule { class: k, otherwise } if model.rules.is_empty() => {
            format!("Rules for {target}: none is worth it; always {}, never {}.\n", class(otherwise), class(k))
        }
        Form::AnyRule { class: k, otherwise } => {
            format!("Rules for {target}: {} if any of these holds, else {}:\n\n", class(k), class(otherwise))
        }
        Form::AllClauses { class: k, otherwise } if model.rules.is_empty() => {
            format!("Clauses for {target}: none is worth it; always {}, never {}.\n", class(k), class(otherwise))
        }
        Form::AllClauses { class: k, otherwise } => format!(
            "Clauses for {target}: {} if all of these hold, else {}\n(a condition also holds where its cell is missing, unless it asks for presence):\n\n",
            class(k),
            class(otherwise)
        ),
        Form::Votes if model.has_probabilities() => format!(
            "Rules for {target}: each rule that a row meets adds its weight to the\nlog-odds of its class, and the most probable class wins;\nbefore any rule: {}\n\n",
            before_any_rule(model)
        ),
        Form::Votes if !model.intercepts.is_empty() => format!(
            "Rules for {target}: the class with most weight wins, of the rules\nthat a row meets and before any rule; before any rule: {}\n\n",
            model.before_any_rule()
        ),
        Form::Votes => {
            let otherwise = match &model.fallback {
                Fallback::Class(k) => class(*k),
                Fallback::Rules { rules, .. } => {
                    format!("the first tree, of {} {}", rules.len(), if rules.len() == 1 { "leaf" } else { "leaves" })
                }
            };
            format!(
                "Rules for {target}: of the rules that a row meets, the class with most weight wins;\nwhere it meets none: {otherwise}\n\n"
            )
        }
    }
}

/// Writes the votes before any rule, if there are any, and their probabilities.
fn before_any_rule(model: &Model) -> String {
    let base = model.base_probabilities().unwrap_or_default();
    let probabilities = format!("probabilities {}", model.shown_probabilities(&base));
    match (&model.fallback, model.intercepts.is_empty()) {
        (_, false) => format!("{}; {probabilities}", model.before_any_rule()),
        // All classes have the same votes then.
        (Fallback::Class(class), true) => {
            format!("{probabilities}, and {} is said", name_text(&model.classes[*class as usize]))
        }
        (_, true) => probabilities,
    }
}

fn rows(weight: f64) -> String {
    let unit = if weight == 1.0 { "row" } else { "rows" };
    if weight.fract() == 0.0 { format!("{weight} {unit}") } else { format!("{weight:.2} {unit}") }
}
