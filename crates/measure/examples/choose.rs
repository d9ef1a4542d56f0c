//! A choice by cross-validation: the score from which on a row counts as positive.
//!
//!     cargo run -p rulegen-measure --example choose

use rulegen_data::{Target, stratified_splits};
use rulegen_measure::{Quality, Rate, Scores};

/// The thresholds to choose from.
const THRESHOLDS: [f64; 3] = [0.2, 0.5, 0.8];

fn main() {
    // Scores of rows of which those from row 30 on are positive, except for every tenth.
    let scores: Vec<f64> = (0..60).map(|row| f64::from(row) / 60.0).collect();
    let labels: Vec<u32> = (0..60).map(|row| u32::from(row >= 30 && row % 10 != 0)).collect();
    let target = Target { classes: vec!["no".into(), "yes".into()], labels, ..Target::default() };

    // Nothing is learned here, so the training rows are ignored.
    let accuracies = |(_, test): &(Vec<usize>, Vec<usize>)| -> Vec<f64> {
        let labels = target.select_rows(test).labels;
        let said = |threshold: f64| test.iter().map(|&row| u32::from(scores[row] >= threshold)).collect::<Vec<u32>>();
        THRESHOLDS.iter().map(|&t| Quality::new(&said(t), &labels, 2, Some(1)).accuracy).collect()
    };
    let splits = stratified_splits(&target, None, 5, 1).expect("there are more rows than folds");
    let folds = Scores { folds: splits.iter().map(accuracies).collect() };
    for (candidate, threshold) in THRESHOLDS.iter().enumerate() {
        println!("{threshold}: {:.3} +- {:.3}", folds.mean(candidate), folds.standard_error(candidate));
    }
    assert_eq!(THRESHOLDS[folds.best()], 0.5);

    // The interval of a share of so few rows.
    let rate = Rate::new(57, 60);
    println!("57 of 60 right: {:.3}, 95% interval {:.3?}", rate.rate.unwrap_or_default(), rate.interval);
    assert!(rate.interval.is_some_and(|[low, high]| low < 0.95 && 0.95 < high));
}

#[test]
fn it_runs() {
    main();
}
