/// The status of a variable, or of the activity of a row, in a basis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BasisStatus {
    /// Basic.
    Basic,
    /// Non-basic at the lower bound.
    Lower,
    /// Non-basic at the upper bound.
    Upper,
    /// Non-basic at 0, without bounds.
    Free,
}

/// A basis from which a simplex can start, with as many [`BasisStatus::Basic`] as there are rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis {
    /// One status per variable.
    pub variables: Vec<BasisStatus>,
    /// One status per row.
    pub rows: Vec<BasisStatus>,
}
