//! Literals on raw values.

use crate::{Domain, Literal, Rule, Schema, Test};

/// A [`Test`] with its value in the terms of the data.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Condition<'a> {
    /// The number is at most this.
    AtMost(f64),
    /// The number is above this.
    Above(f64),
    /// The category is this.
    Is(&'a str),
    /// The category is another one.
    IsNot(&'a str),
    /// The cell is missing.
    Missing,
    /// The cell is not missing.
    Present,
}

impl Schema {
    /// Returns the condition of a literal on the raw cell of its column. Panics if the literal is
    /// of another schema.
    pub(crate) fn condition(&self, literal: Literal) -> Condition<'_> {
        match (literal.test, &self.feature(literal).domain) {
            (Test::AtMost(j), Domain::Numeric { cuts }) => Condition::AtMost(cuts[j as usize]),
            (Test::Above(j), Domain::Numeric { cuts }) => Condition::Above(cuts[j as usize]),
            (Test::Is(v), Domain::Categorical { categories }) => Condition::Is(&categories[v as usize]),
            (Test::IsNot(v), Domain::Categorical { categories }) => Condition::IsNot(&categories[v as usize]),
            (Test::Missing, _) => Condition::Missing,
            (Test::Present, _) => Condition::Present,
            (test, domain) => unreachable!("{test:?} is no test of {domain:?}"),
        }
    }

    /// Returns the conditions of a rule, each with its column, in the order of the rule.
    pub(crate) fn conditions_of<'a>(&'a self, rule: &'a Rule) -> impl Iterator<Item = (usize, Condition<'a>)> {
        rule.literals().iter().map(|&literal| (literal.column as usize, self.condition(literal)))
    }
}
