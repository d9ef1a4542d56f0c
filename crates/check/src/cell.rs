//! Cells of data cubes.

/// A gain, its positive part, and a number of rows.
pub(crate) type Cell = [i64; 3];

pub(crate) fn plus(a: Cell, b: Cell) -> Cell {
    std::array::from_fn(|part| a[part] + b[part])
}

pub(crate) fn minus(a: Cell, b: Cell) -> Cell {
    std::array::from_fn(|part| a[part] - b[part])
}
