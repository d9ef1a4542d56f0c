//! Rules in words.

use crate::{Domain, Literal, Model, Rule, Schema, Test, quoted};

/// The conditions of a rule in words, an interval on one column as one: `30.5 < age <= 40`.
pub fn conditions(schema: &Schema, rule: &Rule) -> Vec<String> {
    rule.literals().chunk_by(|a, b| a.column == b.column).flat_map(|on_column| words(schema, on_column)).collect()
}

/// The conditions, one of which holds where the rule does not: the clause of an AND of ORs. Each also holds
/// where its cell is missing, but `is present`.
pub fn clause(schema: &Schema, rule: &Rule) -> Vec<String> {
    let negated = |l: &Literal| words(schema, &[Literal::new(l.column, l.test.negated())]);
    rule.literals().iter().flat_map(negated).collect()
}

/// `if CONDITION and CONDITION then CLASS`.
pub fn rule_text(model: &Model, rule: &Rule, class: u32) -> String {
    format!("if {} then {}", model.schema.rule_text(rule), quoted(&model.classes[class as usize]))
}

impl Schema {
    /// A rule in words: `CONDITION and CONDITION`, or `always` where it has none.
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

/// The conditions on one column.
fn words(schema: &Schema, literals: &[Literal]) -> Vec<String> {
    let feature = schema.feature(literals[0]);
    let name = quoted(&feature.name);
    let value = |j: u16| match &feature.domain {
        Domain::Numeric { cuts } => cuts[j as usize].to_string(),
        Domain::Categorical { categories } => quoted(&categories[j as usize]),
    };
    if let [a, b] = literals
        && let (Test::AtMost(high), Test::Above(low)) = (a.test, b.test)
    {
        return vec![format!("{} < {name} <= {}", value(low), value(high))];
    }
    let word = |literal: &Literal| match literal.test {
        Test::AtMost(j) => format!("{name} <= {}", value(j)),
        Test::Above(j) => format!("{name} > {}", value(j)),
        Test::Is(v) => format!("{name} = {}", value(v)),
        Test::IsNot(v) => format!("{name} != {}", value(v)),
        Test::Missing => format!("{name} is missing"),
        Test::Present => format!("{name} is present"),
    };
    literals.iter().map(word).collect()
}
