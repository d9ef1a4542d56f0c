//! Where a variable stands while others are solved for.

/// Where a variable stands while others are solved for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// Held at 0.
    AtZero,
    /// Held at its upper bound.
    AtUpper,
    /// Solved for.
    Open,
}
