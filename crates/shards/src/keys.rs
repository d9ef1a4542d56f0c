//! Keys of coded rows, by which they are drawn and divided into folds wherever they lie.

use rayon::prelude::*;
use rulegen_numeric::mix;
use rulegen_rule::CodedTable;

/// Returns a key for each row, made from its codes alone. Rows of equal codes have equal keys,
/// wherever they are and whatever their class.
pub(crate) fn code_keys(table: &CodedTable) -> Vec<u64> {
    let mut keys = vec![0; table.rows()];
    for column in table.columns() {
        keys.par_iter_mut().enumerate().for_each(|(row, key)| *key = mix(*key ^ u64::from(column.get(row))));
    }
    keys
}

/// Mixes a seed into a key.
pub(crate) fn seeded(key: u64, seed: u64) -> u64 {
    mix(key ^ mix(seed))
}
