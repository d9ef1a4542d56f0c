//! Tests on codes.

use rulegen_rule::Test;

/// True if a cell of this code satisfies the test, where `missing` is the code of missing cells.
pub(crate) fn satisfies(test: Test, code: usize, missing: usize) -> bool {
    match test {
        Test::Missing => code == missing,
        _ if code == missing => false,
        Test::AtMost(j) => code <= j as usize,
        Test::Above(j) => code > j as usize,
        Test::Is(v) => code == v as usize,
        Test::IsNot(v) => code != v as usize,
        Test::Present => true,
    }
}
