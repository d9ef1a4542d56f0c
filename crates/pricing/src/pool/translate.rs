//! Translation of rules from one schema to another.

use rulegen_rule::{Domain, Feature, Literal, Rule, Schema, Test};

/// Translates a rule of a former run into the schema `to`. Columns are found by name, cut points
/// and categories by value. Returns `None` where `to` lacks one of them, or has a column of the
/// same name and another kind.
pub fn translate_rule(rule: &Rule, from: &Schema, to: &Schema) -> Option<Rule> {
    let translate = |&literal: &Literal| {
        let old = from.features.get(literal.column as usize)?;
        let column = to.features.iter().position(|f| f.name == old.name)?;
        Some(Literal::new(column as u32, translate_test(literal.test, old, &to.features[column])?))
    };
    let literals: Option<Vec<Literal>> = rule.literals().iter().map(translate).collect();
    Some(Rule::new(literals?))
}

fn translate_test(test: Test, old: &Feature, new: &Feature) -> Option<Test> {
    match (&old.domain, &new.domain) {
        _ if old.dates.is_some() != new.dates.is_some() => None,
        (Domain::Numeric { cuts: old }, Domain::Numeric { cuts: new }) => {
            let cut = |j: u16| {
                let value = old.get(j as usize)?;
                new.iter().position(|cut| cut == value).map(|place| place as u16)
            };
            match test {
                Test::AtMost(j) => cut(j).map(Test::AtMost),
                Test::Above(j) => cut(j).map(Test::Above),
                Test::Missing | Test::Present => Some(test),
                Test::Is(_) | Test::IsNot(_) => None,
            }
        }
        (Domain::Categorical { categories: old }, Domain::Categorical { categories: new }) => {
            let category = |v: u16| {
                let name = old.get(v as usize)?;
                new.iter().position(|category| category == name).map(|place| place as u16)
            };
            match test {
                Test::Is(v) => category(v).map(Test::Is),
                Test::IsNot(v) => category(v).map(Test::IsNot),
                Test::Missing | Test::Present => Some(test),
                Test::AtMost(_) | Test::Above(_) => None,
            }
        }
        _ => None,
    }
}
