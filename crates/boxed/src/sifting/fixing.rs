//! The role of a variable in the program of the open variables.

/// The role of a variable in the program of the open variables.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fixing {
    /// Fixed at 0.
    AtZero,
    /// Fixed at its upper bound.
    AtUpper,
    /// Free to move: a variable of the program that is solved.
    Open,
}
