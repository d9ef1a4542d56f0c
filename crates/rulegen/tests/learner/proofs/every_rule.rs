//! Lists of all rules, from the conditions of a schema and the cells of the table alone.

use crate::proofs::instance::Instance;
use rulegen::data::Values;
use rulegen::rule::{Domain, Literal, Rule, Schema, Test};
use std::collections::BTreeMap;

/// The rows of a table, one bit for each.
pub(crate) type Rows = u32;

/// Returns the indices of the rows of a set.
pub(crate) fn rows(of: Rows) -> impl Iterator<Item = usize> {
    (0..Rows::BITS as usize).filter(move |row| of >> row & 1 == 1)
}

/// Lists the rules of at most `longest` conditions that may be said for a class, and the rows that
/// they cover. Of rules that cover the same rows only a shortest is kept: no loss prefers another.
/// In a conjunction a rule shows the negated conditions.
pub(crate) fn every_rule(
    instance: &Instance,
    schema: &Schema,
    class: u32,
    longest: usize,
    negated: bool,
) -> Vec<(Rule, Rows)> {
    let may = |literal: &Literal| is_permitted(instance, schema, *literal, class, negated);
    let literals: Vec<(Literal, Rows)> = schema
        .without_forbidden()
        .literals()
        .into_iter()
        .filter(may)
        .map(|literal| (literal, covered(instance, schema, literal)))
        .collect();
    let name = |literal: &Literal| schema.features[literal.column as usize].name.as_str();
    let counts = instance.counts();
    let all = Rows::MAX >> (Rows::BITS as usize - counts.len());
    let mut shortest: BTreeMap<Rows, Vec<Literal>> = BTreeMap::new();
    let mut level: Vec<(Vec<Literal>, usize, Rows)> = vec![(Vec::new(), 0, all)];
    for _ in 0..longest {
        let mut longer = Vec::new();
        for (rule, next, rows_of_rule) in &level {
            for (at, (literal, rows_of_literal)) in literals.iter().enumerate().skip(*next) {
                let cover = rows_of_rule & rows_of_literal;
                let apart = |other: &Literal| (name(other) == "z") != (name(literal) == "z");
                let enough = rows(cover).map(|row| counts[row]).sum::<u64>() >= instance.min_cover;
                if enough && !(instance.together && rule.iter().any(apart)) {
                    let rule: Vec<Literal> = rule.iter().copied().chain([*literal]).collect();
                    shortest.entry(cover).or_insert_with(|| rule.clone());
                    longer.push((rule, at + 1, cover));
                }
            }
        }
        level = longer;
    }
    shortest.into_iter().map(|(cover, literals)| (Rule::new(literals), cover)).collect()
}

/// True if a rule for a class may have a condition.
fn is_permitted(instance: &Instance, schema: &Schema, literal: Literal, class: u32, negated: bool) -> bool {
    let column = schema.features[literal.column as usize].name.as_str();
    let categories: &[String] = match &schema.features[literal.column as usize].domain {
        Domain::Categorical { categories } => categories,
        Domain::Numeric { .. } => &[],
    };
    let shown = match (negated, literal.test) {
        (false, test) => test,
        (true, Test::AtMost(j)) => Test::Above(j),
        (true, Test::Above(j)) => Test::AtMost(j),
        (true, Test::Is(v)) => Test::IsNot(v),
        (true, Test::IsNot(v)) => Test::Is(v),
        (true, Test::Missing) => Test::Present,
        (true, Test::Present) => Test::Missing,
    };
    let forbidden = match (instance.forbidden, column, shown) {
        (Some("x"), "x", _) => true,
        (Some("x <="), "x", Test::AtMost(_)) => true,
        (Some("z >"), "z", Test::Above(_)) => true,
        (Some("c !="), "c", Test::IsNot(_)) => true,
        // With two categories, not to be the one is to be the other.
        (Some("c !="), "c", Test::Is(_)) => categories.len() == 2,
        (Some("c = u"), "c", Test::Is(v)) => categories[v as usize] == "u",
        (Some("c = u"), "c", Test::IsNot(v)) => categories.len() == 2 && categories[v as usize] != "u",
        (Some("c is missing"), "c", Test::Missing) => true,
        _ => false,
    };
    let upward = match (column, literal.test) {
        ("x", Test::Above(_)) => Some(true),
        ("x", Test::AtMost(_)) => Some(false),
        _ => None,
    };
    let bends = instance.rises.zip(upward).is_some_and(|(rises, upward)| (class == 1) != (rises == upward));
    !forbidden && !bends
}

/// Returns the rows whose cells satisfy a condition.
fn covered(instance: &Instance, schema: &Schema, literal: Literal) -> Rows {
    let feature = &schema.features[literal.column as usize];
    let columns = instance.data.features.columns();
    let values = columns.iter().find(|column| column.name() == feature.name).unwrap().values();
    let satisfies = |row: usize| match (values, &feature.domain) {
        (Values::Numeric(values), Domain::Numeric { cuts }) => match literal.test {
            Test::AtMost(j) => values[row] <= cuts[j as usize],
            Test::Above(j) => values[row] > cuts[j as usize],
            Test::Missing => values[row].is_nan(),
            Test::Present => !values[row].is_nan(),
            Test::Is(_) | Test::IsNot(_) => unreachable!(),
        },
        (Values::Categorical { codes, categories }, Domain::Categorical { categories: known }) => {
            let word = categories.get(codes[row] as usize);
            match literal.test {
                Test::Is(v) => word == Some(&known[v as usize]),
                Test::IsNot(v) => word.is_some_and(|word| *word != known[v as usize]),
                Test::Missing => word.is_none(),
                Test::Present => word.is_some(),
                Test::AtMost(_) | Test::Above(_) => unreachable!(),
            }
        }
        _ => unreachable!(),
    };
    (0..instance.labels().len()).filter(|&row| satisfies(row)).map(|row| 1 << row).sum()
}

/// Returns the rows that a rule covers.
pub(crate) fn cover(instance: &Instance, schema: &Schema, rule: &Rule) -> Rows {
    rule.literals().iter().fold(Rows::MAX, |rows, literal| rows & covered(instance, schema, *literal))
}
