//! Explains the class of a row.

use crate::condition::Condition;
use crate::row::{cell, holds};
use crate::{Fallback, Literal, Model, Predictor, Rule, RuleError, Schema, Test, conditions, name_text};
use rulegen_data::Table;
use rulegen_numeric::softmax;
use serde::Serialize;
use serde_json::Value;

/// The reasons for the prediction for one row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The row, from 0.
    pub row: usize,
    /// The class that the model predicts.
    pub prediction: String,
    /// The part of the model that decided.
    pub decided_by: Decider,
    /// The votes that classes have before any rule. Empty if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub before: Vec<ClassVotes>,
    /// The rules that cover the row, in the order of the model.
    pub rules: Vec<CoveringRule>,
    /// The votes for each class, in the order of the classes.
    pub votes: Vec<ClassVotes>,
    /// The probability of each class, in the same order. `None` if the model has no probabilities
    /// ([`Model::has_probabilities`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probabilities: Option<Vec<f64>>,
    /// The threshold of the model ([`Model::threshold`]), if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
}

/// The part of a model that decides a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Decider {
    /// The votes of rules, and those before any rule.
    Votes,
    /// The default class, because no rule covers the row.
    Default,
    /// A leaf of the first tree, because no rule covers the row. In words, with the values of the
    /// row.
    Leaf(Vec<String>),
}

/// A rule that covers the row.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CoveringRule {
    /// Its number in the model, from 1.
    pub number: usize,
    /// Its conditions in words.
    pub conditions: Vec<String>,
    /// The values of the row next to the conditions: `age is 52, above 45`.
    pub because: Vec<String>,
    /// The class that it votes for.
    pub class: String,
    /// The weight of its vote.
    pub weight: f64,
    /// Its points ([`Model::points`]).
    pub points: f64,
}

/// The summed weights for a class.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ClassVotes {
    /// The class.
    pub class: String,
    /// The votes before any rule plus the weights of the rules that cover the row.
    pub votes: f64,
}

/// Explains the prediction of `model` for row `row` of `table`, whose columns are found by name.
///
/// # Errors
/// [`RuleError::NoSuchRow`], or an error if a column that the rules use is missing or holds words
/// instead of numbers.
pub fn explain(model: &Model, table: &Table, row: usize) -> Result<Explanation, RuleError> {
    let predictor = Predictor::new(model);
    let codes = predictor.row_codes(table, row)?;
    let class = |k: u32| model.classes[k as usize].clone();
    let met = |(number, rule): (usize, &crate::WeightedRule)| CoveringRule {
        number,
        conditions: conditions(&model.schema, &rule.rule),
        because: because(&model.schema, &rule.rule, table, row),
        class: class(rule.class),
        weight: rule.weight,
        points: model.points(rule),
    };
    let covering = (1..).zip(&model.rules).zip(predictor.rules()).filter(|(_, vote)| holds(&vote.tests, &codes));
    let rules: Vec<CoveringRule> = covering.map(|(rule, _)| met(rule)).collect();
    let leaf = predictor.fallback.iter().position(|(tests, _)| holds(tests, &codes));
    let decided_by = match (&model.fallback, leaf) {
        _ if !rules.is_empty() || !model.intercepts.is_empty() || model.threshold.is_some() => Decider::Votes,
        (Fallback::Rules { rules, .. }, Some(leaf)) => {
            Decider::Leaf(because(&model.schema, &rules[leaf].0, table, row))
        }
        _ => Decider::Default,
    };
    let before = model.classes.iter().zip(&model.intercepts).filter(|(_, votes)| **votes > 0.0);
    let before = before.map(|(class, &votes)| ClassVotes { class: class.clone(), votes }).collect();
    let mut votes: Vec<ClassVotes> =
        model.classes.iter().map(|class| ClassVotes { class: class.clone(), votes: 0.0 }).collect();
    for (&voted, sum) in predictor.voted.iter().zip(predictor.row_votes(&codes).0) {
        votes[voted as usize].votes = sum;
    }
    let probabilities = model.has_probabilities().then(|| {
        let mut scores: Vec<f64> = votes.iter().map(|class| class.votes).collect();
        softmax(&mut scores);
        scores
    });
    let prediction = class(predictor.row_class(&codes));
    Ok(Explanation { row, prediction, decided_by, before, rules, votes, probabilities, threshold: model.threshold })
}

/// Returns the values of the row next to the conditions of a rule that covers it, column by column.
fn because(schema: &Schema, rule: &Rule, table: &Table, row: usize) -> Vec<String> {
    let on_column = |literals: &[Literal]| {
        let feature = schema.feature(literals[0]);
        let name = &feature.name;
        let value = cell(table, name, row);
        if value.is_null() {
            return format!("{} is missing", name_text(name));
        }
        let cut = |of: fn(Test) -> Option<u16>| literals.iter().find_map(|literal| of(literal.test));
        let above = cut(|test| if let Test::Above(j) = test { Some(j) } else { None });
        let at_most = cut(|test| if let Test::AtMost(j) = test { Some(j) } else { None });
        let bounds = feature.of_value(&value).map(|x| feature.bounds(above, at_most, x)).unwrap_or_default();
        let others = literals.iter().filter_map(|&literal| match schema.condition(literal) {
            Condition::IsNot(word) => Some(format!("not {}", name_text(word))),
            Condition::Present => Some("not missing".into()),
            _ => None,
        });
        let held = bounds.into_iter().chain(others).collect::<Vec<_>>().join(" and ");
        let comma = if held.is_empty() { "" } else { ", " };
        format!("{} is {}{comma}{held}", name_text(name), shown(&value))
    };
    rule.literals().chunk_by(|a, b| a.column == b.column).map(on_column).collect()
}

/// Returns a cell in words.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Null => "missing".into(),
        Value::String(word) => name_text(word),
        Value::Number(number) => number.as_f64().map_or_else(|| number.to_string(), |x| x.to_string()),
        other => other.to_string(),
    }
}
