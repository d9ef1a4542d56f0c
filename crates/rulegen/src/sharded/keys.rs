//! Keys of rows, by which they are divided into folds wherever they lie.

use rayon::prelude::*;
use rulegen_data::{MISSING, Table, Values};
use rulegen_rule::CodedTable;

/// For each row bits that its cells alone decide: equal rows have equal keys, in whatever partition they are, whatever their class. So equal
/// rows are in the same fold.
pub(crate) fn row_keys(table: &Table) -> Vec<u64> {
    let mut keys = vec![0; table.rows()];
    for column in table.columns() {
        match column.values() {
            Values::Categorical { codes, categories } => {
                let of_category: Vec<u64> = categories.iter().map(|text| of_text(text)).collect();
                let bits = |code: u32| if code == MISSING { 0 } else { of_category[code as usize] };
                keys.par_iter_mut().zip(codes).for_each(|(key, &code)| *key = mixed(*key ^ bits(code)));
            }
            values => {
                let cells = values.numbers().unwrap_or_default();
                keys.par_iter_mut().zip(&*cells).for_each(|(key, &x)| *key = mixed(*key ^ of_number(x)));
            }
        }
    }
    keys
}

/// The same of coded rows: of their codes alone.
pub(super) fn code_keys(table: &CodedTable) -> Vec<u64> {
    let mut keys = vec![0; table.rows()];
    for column in table.columns() {
        keys.iter_mut().enumerate().for_each(|(row, key)| *key = mixed(*key ^ u64::from(column.get(row))));
    }
    keys
}

/// Another key for each seed.
pub(crate) fn seeded(key: u64, seed: u64) -> u64 {
    mixed(key ^ mixed(seed))
}

/// Bits for some bytes.
pub(crate) fn bits(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |bits, byte| mixed(bits ^ u64::from(*byte)))
}

/// 0 and -0 are the same number, and so are all that are none.
fn of_number(x: f64) -> u64 {
    if x.is_nan() { 0 } else { (x + 0.0).to_bits() ^ 1 }
}

fn of_text(text: &str) -> u64 {
    text.bytes().fold(2, |key, byte| mixed(key ^ u64::from(byte)))
}

/// The finaliser of splitmix64.
fn mixed(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
