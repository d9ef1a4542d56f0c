//! Keys of coded rows, by which they are drawn and divided into folds wherever they lie.

use rayon::prelude::*;
use rulegen_rule::CodedTable;

/// Returns a key for each row, made from its codes alone. Rows of equal codes have equal keys,
/// wherever they are and whatever their class.
pub(super) fn code_keys(table: &CodedTable) -> Vec<u64> {
    let mut keys = vec![0; table.rows()];
    for column in table.columns() {
        keys.par_iter_mut().enumerate().for_each(|(row, key)| *key = mixed(*key ^ u64::from(column.get(row))));
    }
    keys
}

/// Mixes a seed into a key.
pub(crate) fn seeded(key: u64, seed: u64) -> u64 {
    mixed(key ^ mixed(seed))
}

/// The finaliser of splitmix64.
fn mixed(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
