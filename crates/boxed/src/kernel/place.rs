//! Where a variable stands in a basis.

/// Where a variable stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Lower,
    Upper,
    /// In the kernel, at this place.
    Basic(usize),
}
