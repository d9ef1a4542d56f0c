//! From a file to folds: the types of its columns, and rows to learn from and to test on.
//!
//!     cargo run -p rulegen-data --example folds

use rulegen_data::{DataError, Dataset, ReadOptions, Values, read_bytes, stratified_splits};

const CSV: &[u8] =
    b"age;city;member;visits\n31;Rome;yes;3\n;Oslo;no;7\n44;Rome;yes;NA\n52;Bern;no;1\n29;Oslo;no;2\n60;Rome;yes;5\n";

fn main() -> Result<(), DataError> {
    // The delimiter is detected, and `NA` among numbers is a missing cell.
    let table = read_bytes(CSV, &ReadOptions::default())?;
    for column in table.columns() {
        let kind = if matches!(column.values(), Values::Numeric(_)) { "numbers" } else { "categories" };
        let missing = (0..table.rows()).filter(|&row| column.values().is_missing(row)).count();
        println!("{}: {kind}, {missing} missing", column.name());
    }

    let data = Dataset::from_table(table, "member", None)?;
    println!("{} rows of the classes {:?}: {:?}", data.target.labels.len(), data.target.classes, data.target.counts());
    assert_eq!(data.target.counts(), [3, 3]);

    // Each class is divided among the folds.
    for (train, test) in stratified_splits(&data.target, None, 3, 1)? {
        println!("learn from {train:?}, test on {test:?}");
        assert_eq!(data.target.select_rows(&test).counts(), [1, 1]);
    }
    Ok(())
}

#[test]
fn it_runs() -> Result<(), DataError> {
    main()
}
