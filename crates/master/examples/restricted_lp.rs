//! The restricted LP alone: the best weights of rules that are given, without column generation.
//!
//!     cargo run -p rulegen-master --example restricted_lp

use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_bytes};
use rulegen_driver::Master;
use rulegen_limits::Limits;
use rulegen_master::{LinearSettings, RugMaster, RuleMaster, RuleTerms};
use rulegen_rule::{Rule, conditions};
use std::error::Error;
use std::sync::Arc;

/// Rules as text with their weights.
type RuleWeights = Vec<(String, f64)>;

/// Weighs every rule of one literal for each class. Returns the rules that the LP keeps, and the
/// objective.
fn solve() -> Result<(RuleWeights, f64), Box<dyn Error>> {
    let text = include_bytes!("monks1.csv");
    let table = read_bytes(text, &ReadOptions { text: vec!["class".into()], ..Default::default() })?;
    let data = Dataset::from_table(table, "class", None)?;
    let classes = &data.target.classes;
    let (samples, _) = Samples::learn(&data.features, &data.target.labels, None, classes.len(), Bins::Values)?;
    let samples = Arc::new(samples);

    let terms = RuleTerms { penalty: 0.5, ..RuleTerms::default() };
    let mut master = RugMaster::new(samples.clone(), LinearSettings { terms, ..LinearSettings::default() })?;
    let of_class = |class| samples.schema.literals().into_iter().map(move |literal| (Rule::new([literal]), class));
    master.add_rules((0..classes.len() as u32).flat_map(of_class).collect());
    let solution = master.solve(0.0, &Limits::default())?;

    let kept = master.rules().iter().zip(master.weights()).filter(|(_, weight)| *weight > 0.0);
    let words = |rule| conditions(&samples.schema, rule).join(" and ");
    let kept = kept
        .map(|(column, weight)| (format!("if {} then {}", words(&column.rule), classes[column.tag as usize]), weight));
    Ok((kept.collect(), solution.objective))
}

fn main() -> Result<(), Box<dyn Error>> {
    let (rules, objective) = solve()?;
    rules.iter().for_each(|(words, weight)| println!("{weight:.3}  {words}"));
    println!("objective {objective:.6}");
    Ok(())
}

#[test]
fn a_red_jacket_is_positive() {
    let (rules, objective) = solve().unwrap();
    assert!(rules.iter().any(|(words, _)| words == "if jacket_color = red then positive"), "{rules:?}");
    // Without rules all 432 rows are errors.
    assert!(objective > 0.0 && objective < 432.0, "{objective}");
}
