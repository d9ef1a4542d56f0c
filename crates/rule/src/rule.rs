//! Rules: conjunctions of literals in canonical form.

use crate::Literal;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// A conjunction of literals: the CG paper's clause.
///
/// Rules are in canonical form: literals are sorted, and none is implied by another. So equal rules
/// compare equal, and [`Rule::len`] is the length of docs/MATH.md 2 (an interval on one column
/// counts 2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<Literal>", into = "Vec<Literal>")]
pub struct Rule {
    literals: Vec<Literal>,
}

impl Rule {
    /// Makes the conjunction of `literals`, without duplicates and implied literals.
    pub fn new(literals: impl IntoIterator<Item = Literal>) -> Self {
        let mut all: Vec<Literal> = literals.into_iter().collect();
        all.sort_unstable();
        all.dedup();
        let implied = |l: &Literal| all.iter().any(|&other| other != *l && other.implies(*l));
        let literals = all.iter().filter(|l| !implied(l)).copied().collect();
        Rule { literals }
    }

    /// Returns the literals, sorted.
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// Returns the number of literals.
    pub fn len(&self) -> usize {
        self.literals.len()
    }

    /// True if the rule has no literal, and so covers everything.
    pub fn is_empty(&self) -> bool {
        self.literals.is_empty()
    }

    /// Returns the number of columns that the rule uses: the length in the published code of RUG
    /// (cost `merged`).
    pub fn merged_len(&self) -> usize {
        self.literals.chunk_by(|a, b| a.column == b.column).count()
    }

    /// Returns the rule with one more literal.
    pub fn and(&self, literal: Literal) -> Rule {
        Rule::new(self.literals.iter().copied().chain([literal]))
    }
}

impl From<Vec<Literal>> for Rule {
    fn from(literals: Vec<Literal>) -> Self {
        Rule::new(literals)
    }
}

impl From<Rule> for Vec<Literal> {
    fn from(rule: Rule) -> Self {
        rule.literals
    }
}

/// The order that breaks ties between rules: the shorter first, then by their literals.
impl Ord for Rule {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.len().cmp(&other.len())).then_with(|| self.literals.cmp(&other.literals))
    }
}

impl PartialOrd for Rule {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Test;

    #[test]
    fn canonical_form_drops_implied_literals_and_keeps_intervals() {
        let l = |test| Literal::new(3, test);
        let rule = Rule::new([l(Test::AtMost(5)), l(Test::Above(1)), l(Test::AtMost(4)), l(Test::Present)]);
        assert_eq!(rule.literals(), [l(Test::AtMost(4)), l(Test::Above(1))]);
        assert_eq!((rule.len(), rule.merged_len()), (2, 1));
        assert_eq!(rule, rule.and(l(Test::Above(0))));
    }

    #[test]
    fn shorter_rules_come_first() {
        let one = Rule::new([Literal::new(9, Test::Is(0))]);
        let two = Rule::new([Literal::new(0, Test::Is(0)), Literal::new(1, Test::Is(0))]);
        assert!(one < two);
    }
}
