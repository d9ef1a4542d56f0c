//! A rough estimate of the memory of a fit.

use super::sets::Set;
use crate::memory::usable_memory;

/// A fit of the smallest data.
const LEAST: u64 = 32 << 20;

/// Bytes a row beside its cells: coverage of the rules tried, the linear program and its factors. Peaks of a process
/// with one fit of trees were 67 MB on adult and 40 MB on skinnonskin (estimates: 105 and 516 MB); the rest is for
/// exact pricing.
const PER_ROW: u64 = 2_000;

/// Bytes a cell: the training and test rows, copied, and their codes.
const PER_CELL: u64 = 24;

/// An estimate of the bytes that one fit on a set takes.
pub(crate) fn estimate(set: &Set) -> u64 {
    let (rows, columns) = (set.rows() as u64, set.data.features.columns().len() as u64);
    LEAST + rows * (PER_ROW + columns * PER_CELL)
}

/// Half of the machine's memory, or 4 GB where it is not known.
pub(crate) fn usual_bound() -> u64 {
    usable_memory().map_or(4 << 30, |bytes| bytes / 2)
}
