//! Rules without weights as models.

use crate::failure::bad_input;
use pyo3::prelude::*;
use rulegen::rule::{
    Certificate, Domain, Fallback, Feature, Literal, Model, Rule, Schema, Status, Support, Test, WeightedRule,
};
use std::collections::{BTreeMap, HashMap};

/// A value that a condition compares a column with.
#[derive(FromPyObject)]
pub(crate) enum Value {
    Number(f64),
    Word(String),
}

/// A column, an operator (`<=`, `>`, `=`, `!=`) and a value.
type Condition = (String, String, Value);

/// Writes the model file of rules without weights, each of some conditions and the name of a class.
///
/// # Errors
/// `ValueError` for a class or an operator that is none, and for a column that is compared with
/// numbers and with words.
#[pyfunction]
pub(crate) fn rule_set_to_json(rules: Vec<(Vec<Condition>, String)>, classes: Vec<String>) -> PyResult<String> {
    let columns = Columns::of(rules.iter().flat_map(|(conditions, _)| conditions))?;
    let rule = |(conditions, class): &(Vec<Condition>, String)| {
        let literals = conditions.iter().map(|condition| columns.literal(condition)).collect::<PyResult<Vec<_>>>()?;
        let class = index_of(class, &classes);
        Ok((
            Rule::new(literals),
            class.ok_or_else(|| bad_input("a rule is for a class that is not among the classes"))?,
        ))
    };
    let rules = rules.iter().map(rule).collect::<PyResult<Vec<_>>>()?;
    Ok(unweighted(columns.schema, rules, &classes).to_json())
}

/// A model of rules of equal weight, of which nothing else is known.
pub(crate) fn unweighted(schema: Schema, rules: impl IntoIterator<Item = (Rule, u32)>, classes: &[String]) -> Model {
    let support = Support { covered: 0.0, correct: 0.0 };
    let weighted = |(rule, class)| WeightedRule { rule, class, weight: 1.0, support, folds: None };
    Model {
        method: "rug".into(),
        loss: None,
        log_odds: false,
        target: "target".into(),
        classes: classes.to_vec(),
        positive: None,
        rules: rules.into_iter().map(weighted).collect(),
        schema,
        intercepts: Vec::new(),
        fallback: Fallback::Class(0),
        points_per_doubling: None,
        threshold: None,
        clauses: false,
        held_out: None,
        certificate: Certificate::of(Status::NoColumn, 0.0, 0.0, None),
        settings: BTreeMap::new(),
    }
}

/// Returns the index of a class by its name.
pub(crate) fn index_of(class: &str, classes: &[String]) -> Option<u32> {
    classes.iter().position(|name| name == class).map(|place| place as u32)
}

/// The columns that conditions name, in the order in which they first do, with the values that
/// these are compared with.
struct Columns {
    schema: Schema,
    places: HashMap<String, usize>,
}

impl Columns {
    fn of<'a>(conditions: impl Iterator<Item = &'a Condition>) -> PyResult<Self> {
        let mut columns = Columns { schema: Schema::default(), places: HashMap::new() };
        for (name, _, value) in conditions {
            let features = &mut columns.schema.features;
            let place = *columns.places.entry(name.clone()).or_insert(features.len());
            if place == features.len() {
                let domain = match value {
                    Value::Number(_) => Domain::Numeric { cuts: Vec::new() },
                    Value::Word(_) => Domain::Categorical { categories: Vec::new() },
                };
                features.push(Feature::new(name.clone(), domain));
            }
            match (&mut features[place].domain, value) {
                // Minus zero is zero.
                (Domain::Numeric { cuts }, Value::Number(number)) => cuts.push(number + 0.0),
                (Domain::Categorical { categories }, Value::Word(word)) => categories.push(word.clone()),
                _ => return Err(bad_input(format!("column '{name}' is compared with numbers and with words"))),
            }
        }
        for feature in &mut columns.schema.features {
            match &mut feature.domain {
                Domain::Numeric { cuts } => {
                    cuts.sort_by(f64::total_cmp);
                    cuts.dedup();
                }
                Domain::Categorical { categories } => {
                    categories.sort();
                    categories.dedup();
                }
            }
        }
        columns.schema.check().map_err(bad_input)?;
        Ok(columns)
    }

    fn literal(&self, (name, operator, value): &Condition) -> PyResult<Literal> {
        let column = self.places[name];
        let place = match (&self.schema.features[column].domain, value) {
            (Domain::Numeric { cuts }, Value::Number(number)) => {
                cuts.binary_search_by(|cut| cut.total_cmp(&(number + 0.0))).ok()
            }
            (Domain::Categorical { categories }, Value::Word(word)) => categories.binary_search(word).ok(),
            _ => None,
        };
        let place = place.unwrap_or_default() as u16;
        let test = match (operator.as_str(), value) {
            ("<=", Value::Number(_)) => Test::AtMost(place),
            (">", Value::Number(_)) => Test::Above(place),
            ("=", Value::Word(_)) => Test::Is(place),
            ("!=", Value::Word(_)) => Test::IsNot(place),
            _ => return Err(bad_input(format!("column '{name}' has no condition '{operator}' with such a value"))),
        };
        Ok(Literal::new(column as u32, test))
    }
}
