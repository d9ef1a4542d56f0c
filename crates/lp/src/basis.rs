/// Where a variable or the activity of a row stands in a basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasisStatus {
    /// In the basis.
    Basic,
    /// Not in it, at the lower bound.
    Lower,
    /// Not in it, at the upper bound.
    Upper,
    /// Not in it, at 0, without bounds.
    Free,
}

/// A starting point for a simplex: as many [`BasisStatus::Basic`] as there are rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// One status per variable.
    pub variables: Vec<BasisStatus>,
    /// One status per row.
    pub rows: Vec<BasisStatus>,
}
