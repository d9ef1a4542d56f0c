//! The size of a model: the choice of it, and caps on it.

use std::num::NonZeroUsize;

/// The rule by which the number of rules is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SizeChoice {
    /// The fewest rules whose cross-validated scores are close to the best: within the standard
    /// error of the difference, or 0.0075, but then at most half as far from it as the smallest
    /// size is.
    #[default]
    Auto,
    /// The model that cross-validates best. Among those within a thousandth of it, the one of
    /// fewest rules.
    Best,
    /// This many rules, or fewer if no more pay. The most conditions of a rule are
    /// cross-validated.
    Rules(NonZeroUsize),
    /// The optimum at the given penalty or complexity.
    Given,
}

/// The caps on the size of a model.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Caps {
    /// The most rules.
    pub(crate) rules: usize,
    /// The most conditions of all rules together.
    pub(crate) conditions: Option<usize>,
}
