//! Integration tests of the data crate, in one binary.

mod arbitrary;
mod dataset;
mod dates;
mod errors;
mod gzip;
mod limits;
mod memory;
#[cfg(feature = "parquet")]
mod parquet;
mod real;
mod rows;
mod text;
mod util;
mod written;

use rulegen_data::{Column, DataError, Dataset, ReadOptions, Table, Target, Values};

#[test]
fn public_types_cross_threads() {
    fn check<T: Send + Sync>() {}
    check::<Column>();
    check::<DataError>();
    check::<Dataset>();
    check::<ReadOptions>();
    check::<Table>();
    check::<Target>();
    check::<Values>();
}
