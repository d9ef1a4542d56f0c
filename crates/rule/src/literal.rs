//! Literals: one condition on one column, in terms of the codes of a [`Schema`](crate::Schema).

use serde::{Deserialize, Serialize};

/// A test of the code of a cell.
///
/// Every test but [`Test::Missing`] is false on a missing cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Test {
    /// `x <= cuts[j]` of a numeric column.
    AtMost(u16),
    /// `x > cuts[j]` of a numeric column.
    Above(u16),
    /// `x = categories[v]` of a categorical column.
    Is(u16),
    /// `x != categories[v]`; a category that training did not see satisfies it.
    IsNot(u16),
    /// The cell is missing.
    Missing,
    /// The cell is not missing.
    Present,
}

impl Test {
    /// Returns the test that a cell satisfies if and only if it does not satisfy this one. Missing
    /// cells are an exception: they satisfy neither, or one of [`Test::Missing`] and
    /// [`Test::Present`].
    pub fn negated(self) -> Test {
        match self {
            Test::AtMost(j) => Test::Above(j),
            Test::Above(j) => Test::AtMost(j),
            Test::Is(v) => Test::IsNot(v),
            Test::IsNot(v) => Test::Is(v),
            Test::Missing => Test::Present,
            Test::Present => Test::Missing,
        }
    }
}

/// One condition on one column.
///
/// Literals are ordered by column, then by test: the order in which ties between rules are broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Literal {
    /// Index of the feature in its [`Schema`](crate::Schema).
    pub column: u32,
    /// The condition.
    pub test: Test,
}

impl Literal {
    /// Makes the literal `test` on feature `column`.
    pub fn new(column: u32, test: Test) -> Self {
        Literal { column, test }
    }

    /// True if every cell that satisfies `self` satisfies `other`, another literal on the same
    /// column.
    ///
    /// The tests alone decide: `x <= 3` implies `x <= 5`, `x = a` implies `x != b`, and all but `x
    /// is missing` imply `x is present`.
    pub fn implies(self, other: Literal) -> bool {
        use Test::*;
        self.column == other.column
            && match (self.test, other.test) {
                (a, b) if a == b => true,
                (Missing, _) => false,
                (_, Present) => true,
                (AtMost(a), AtMost(b)) => a <= b,
                (Above(a), Above(b)) => a >= b,
                (Is(a), IsNot(b)) => a != b,
                _ => false,
            }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn implication_follows_the_nesting_of_thresholds_and_categories() {
        let literal = |test| Literal::new(0, test);
        let implies = |a, b| literal(a).implies(literal(b));
        assert!(implies(Test::AtMost(1), Test::AtMost(2)));
        assert!(!implies(Test::AtMost(2), Test::AtMost(1)));
        assert!(implies(Test::Above(2), Test::Above(1)));
        assert!(implies(Test::Is(0), Test::IsNot(1)));
        assert!(!implies(Test::Is(0), Test::IsNot(0)));
        assert!(implies(Test::IsNot(0), Test::Present));
        assert!(!implies(Test::Missing, Test::Present));
        assert!(!Literal::new(0, Test::Is(0)).implies(Literal::new(1, Test::Is(0))));
    }
}
