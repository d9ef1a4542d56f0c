//! Branch and bound alone: which conjunction of conditions collects most of these gains?
//!
//!     cargo run -p rulegen-pricing --example branch_and_bound

use rulegen_binarize::Samples;
use rulegen_driver::{Pricer, PricingProblem};
use rulegen_limits::Limits;
use rulegen_pricing::{BranchAndBound, BranchAndBoundSettings};
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Schema, conditions};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The gain of covering each row.
const GAINS: [f64; 12] = [2.0, -1.0, 1.5, -0.5, 3.0, -2.0, 0.5, 1.0, -1.5, 2.5, -0.5, -1.0];
/// The code of each row's temperature, which counts the cut points 10, 20 and 30 below it: 0 is at
/// most 10, 3 is above 30.
const TEMPERATURE: [u8; 12] = [0, 0, 1, 1, 2, 2, 3, 3, 0, 1, 2, 3];
/// The colour of each row.
const COLOUR: [u8; 12] = [0, 1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 1];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let cuts = Domain::Numeric { cuts: vec![10.0, 20.0, 30.0] };
    let colours = Domain::Categorical { categories: vec!["red".into(), "blue".into()] };
    let schema = Schema { features: vec![Feature::new("temperature", cuts), Feature::new("colour", colours)] };
    let columns = vec![Codes::Narrow(TEMPERATURE.into()), Codes::Narrow(COLOUR.into())];
    let table = CodedTable::new(GAINS.len(), columns)?;
    // All rows have one label, so identical rows are one sample, whose gain is the sum of theirs.
    let samples = Arc::new(Samples::merge(schema, &table, &[0; 12], &[1.0; 12], 1)?);
    let gains = samples.sum_rows(&GAINS)?;
    let problem = PricingProblem {
        tag: 0,
        gains,
        fixed: 0.0,
        per_literal: 0.25,
        max_length: None,
        min_cover: 0,
        threshold: 1e-6,
    };

    let mut pricer = BranchAndBound::new(samples.clone(), BranchAndBoundSettings::default());
    let outcome = pricer.price(std::slice::from_ref(&problem), &Limits::default())?;
    let best = &outcome.candidates[0];
    println!("no rule gains more than {:?}; {} nodes", outcome.bounds[0], outcome.nodes);
    println!("the best gains {}: {}", best.gain, conditions(&samples.schema, &best.rule).join(" and "));
    // `colour = red`: 2 + 1.5 + 3 + 0.5 + 2.5 - 0.5, less the cost of one condition.
    assert_eq!((best.gain, best.rule.len()), (8.75, 1));

    let most = NonZeroUsize::new(5).expect("five is not zero");
    let above = pricer.rules_above(&problem, 1.0, most, &Limits::default())?;
    println!("{} rules of different covers gain more than 1 (all of them: {})", above.candidates.len(), above.complete);
    assert!(above.candidates.iter().all(|candidate| candidate.gain > 1.0));
    Ok(())
}

#[test]
fn the_best_rule_is_found_and_proved() {
    main().unwrap();
}
