//! A proof checked against its data, and against the same data with one cell changed.
//!
//!     cargo run -p rulegen-check --example one_cell

use rulegen_check::{Fault, check};

fn main() -> Result<(), Fault> {
    let (proof, data) = (include_str!("boolean.proof"), include_str!("boolean.csv"));
    for line in check(proof, data.as_bytes())? {
        println!("{line}");
    }
    let changed = data.replacen("7,b,yes", "5,b,yes", 1);
    let fault = check(proof, changed.as_bytes()).expect_err("the proof has a sum over the cells of each column");
    println!("with 5 for 7 in the second row: {fault}");
    assert!(matches!(fault, Fault::Refused { .. }));
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
