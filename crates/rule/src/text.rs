//! Rules in words.

use crate::{Domain, Feature, Literal, Model, Rule, Schema, Spelling, Test, name_text};

/// Returns the conditions of a rule in words ([`Feature::spellings`]), an interval on one column as
/// one: `30.5 < age <= 40`, or `31 <= age <= 40` if ages are whole.
pub fn conditions(schema: &Schema, rule: &Rule) -> Vec<String> {
    rule.literals().chunk_by(|a, b| a.column == b.column).flat_map(|on_column| words(schema, on_column)).collect()
}

/// Returns the negated conditions of a rule: the clause of an AND of ORs. One of them holds
/// whenever the rule does not. Each also holds if its cell is missing, except for `is present`.
pub fn clause(schema: &Schema, rule: &Rule) -> Vec<String> {
    let negated = |l: &Literal| words(schema, &[Literal::new(l.column, l.test.negated())]);
    rule.literals().iter().flat_map(negated).collect()
}

/// Writes `if CONDITION and CONDITION then CLASS`.
pub fn rule_text(model: &Model, rule: &Rule, class: u32) -> String {
    model.schema.rule_then_text(rule, &model.classes[class as usize])
}

impl Schema {
    /// Writes `if CONDITION and CONDITION then CLASS`, for a class of this name.
    ///
    /// # Panics
    /// If the rule is of another schema.
    pub fn rule_then_text(&self, rule: &Rule, class: &str) -> String {
        format!("if {} then {}", self.rule_text(rule), name_text(class))
    }

    /// Writes a rule in words: `CONDITION and CONDITION`, or `always` without conditions.
    ///
    /// # Panics
    /// If the rule is of another schema.
    pub fn rule_text(&self, rule: &Rule) -> String {
        match rule.is_empty() {
            true => "always".to_string(),
            false => conditions(self, rule).join(" and "),
        }
    }
}

/// Writes the conditions on one column.
fn words(schema: &Schema, literals: &[Literal]) -> Vec<String> {
    let feature = schema.feature(literals[0]);
    if let [a, b] = literals
        && let (Test::AtMost(high), Test::Above(low)) = (a.test, b.test)
    {
        return vec![feature.interval_text(low, high)];
    }
    literals.iter().map(|literal| word(feature, literal.test)).collect()
}

fn word(feature: &Feature, test: Test) -> String {
    let Spelling { operator, value } = feature.spellings(test).swap_remove(0);
    let value = match &feature.domain {
        Domain::Numeric { .. } => value,
        Domain::Categorical { .. } => value.map(|category| name_text(&category)),
    };
    let words = [Some(name_text(&feature.name)), Some(operator.into()), value];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
