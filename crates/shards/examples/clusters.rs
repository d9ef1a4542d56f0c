//! The rows of two workers as a coordinator sees them: one sample for all rows of a class that the
//! rules in use do not tell apart. Another division of the rows makes the same samples.
//!
//!     cargo run -p rulegen-shards --example clusters

use rulegen_binarize::{Bins, LearnSettings};
use rulegen_data::{Table, Values};
use rulegen_limits::Limits;
use rulegen_rule::Rule;
use rulegen_shards::{Coordinator, InProcess, Partition, RemoteRows, View};
use std::error::Error;
use std::sync::Arc;

const AGES: [f64; 6] = [25.0, 61.0, 33.0, 58.0, 47.0, 29.0];
const BUYS: [u32; 6] = [0, 1, 0, 1, 1, 1];

/// Returns the class and the weight of each sample if the first `first` rows are with one worker
/// and the others with another.
fn samples(first: usize) -> Result<Vec<(u32, f64)>, Box<dyn Error>> {
    let partition = |rows: std::ops::Range<usize>| -> Result<Partition, rulegen_data::DataError> {
        let ages = Values::from(AGES[rows.clone()].to_vec());
        Ok(Partition { table: Table::from_columns([("age", ages)])?, labels: BUYS[rows].to_vec(), weights: None })
    };
    let workers = InProcess::new(vec![partition(0..first)?, partition(first..AGES.len())?], 2);
    let coordinator = Coordinator::new(Arc::new(workers), false);
    let mut summary = coordinator.summary()?;
    let settings = LearnSettings::everything(Bins::Values);
    coordinator.refine(&mut summary, &settings, &Limits::default())?;
    let schema = summary.columns.learn(&settings)?.schema;
    let rule = Rule::new([schema.above("age", 40.0)?]);

    let rows = RemoteRows::new(coordinator.code(schema, 2)?, View::All)?;
    let samples = rows.over(&[&rule])?;
    Ok(samples.labels.iter().copied().zip(samples.weights.iter().copied()).collect())
}

fn main() -> Result<(), Box<dyn Error>> {
    let found = samples(2)?;
    for (class, weight) in &found {
        println!("{weight} rows of class {class}");
    }
    // Two of class 0 and one of class 1 are not covered, three of class 1 are.
    assert_eq!(found.len(), 3);
    assert_eq!(found, samples(5)?);
    Ok(())
}

#[test]
fn it_runs() {
    main().unwrap();
}
