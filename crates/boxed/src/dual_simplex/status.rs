//! The status of a variable in a basis.

/// The bound at which a variable lies, or its position in the working basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VariableStatus {
    Lower,
    Upper,
    /// Basic, at this position of the working basis.
    Basic(usize),
}
