//! The gap of a heuristic: a CSV file is binarized, and in every round of column generation greedy
//! search and an exact pricer are asked for the best rule.
//!
//!     cargo run -p rulegen-pricing --example heuristic_gap -- DATA.csv TARGET

use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_path};
use rulegen_driver::{Master, Pricer, PricingOutcome};
use rulegen_limits::Limits;
use rulegen_master::{LinearSettings, RugMaster, RuleTerms};
use rulegen_pricing::{Cube, CubeSettings, Greedy, GreedySettings};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;

/// The gains of the best rules of a round.
struct RoundGains {
    heuristic: f64,
    exact: f64,
}

impl RoundGains {
    /// The part of the largest gain that the heuristic has not found.
    fn gap(&self) -> f64 {
        1.0 - self.heuristic / self.exact
    }
}

/// Generates rules of at most two conditions with the exact pricer, until none improves, and asks
/// the heuristic the same in each round.
fn rounds(file: &Path, target: &str) -> Result<Vec<RoundGains>, Box<dyn std::error::Error>> {
    // The column of the target is read as words, so that numbers are classes too.
    let table = read_path(file, &ReadOptions { text: vec![target.into()], ..ReadOptions::default() })?;
    let Dataset { features, target, .. } = Dataset::from_table(table, target, None)?;
    let (samples, dropped) =
        Samples::learn(&features, &target.labels, None, target.classes.len(), Bins::Quantiles(10))?;
    let samples = Arc::new(samples);
    println!("{} rows, {} samples, {} literals", features.rows(), samples.len(), samples.schema.literals().len());
    dropped.iter().for_each(|column| println!("{column}"));

    let terms = RuleTerms { max_length: Some(2), ..RuleTerms::default() };
    let mut master = RugMaster::new(samples.clone(), LinearSettings { terms, ..LinearSettings::default() })?;
    // A beam of one rule: the best literal is extended by the one that gains most.
    let settings = GreedySettings { beam: NonZeroUsize::MIN, ..GreedySettings::default() };
    let mut heuristic = Greedy::new(samples.clone(), settings);
    let mut exact = Cube::new(samples, CubeSettings::default());
    let limits = Limits::default();
    let best = |outcome: &PricingOutcome| outcome.candidates.first().map_or(0.0, |best| best.gain);
    let mut rounds = Vec::new();
    loop {
        master.solve(0.0, &limits)?;
        let problems = master.pricing_problems();
        let answer = exact.price(&problems, &limits)?;
        if answer.candidates.is_empty() {
            return Ok(rounds);
        }
        let found = heuristic.price(&problems, &limits)?;
        rounds.push(RoundGains { heuristic: best(&found), exact: best(&answer) });
        if master.add(&problems, &answer.candidates)?.new == 0 {
            return Ok(rounds);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, target] = &arguments[..] else { return Err("say the CSV file and the column to predict".into()) };
    let rounds = rounds(Path::new(file), target)?;
    for (number, round) in (1..).zip(&rounds) {
        let RoundGains { heuristic, exact } = round;
        println!("round {number}: greedy {heuristic:.4}, exact {exact:.4}, gap {:.1}%", 100.0 * round.gap());
    }
    let mean = rounds.iter().map(RoundGains::gap).sum::<f64>() / rounds.len().max(1) as f64;
    println!("mean gap over {} rounds: {:.1}%", rounds.len(), 100.0 * mean);
    Ok(())
}

#[test]
fn no_rule_of_the_heuristic_gains_more_than_the_exact_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/wine.csv");
    let rounds = rounds(&file, "cultivar").unwrap();
    assert!(rounds.len() > 3, "{} rounds", rounds.len());
    assert!(rounds.iter().all(|round| (-1e-9..=1.0).contains(&round.gap())));
    assert!(rounds.iter().any(|round| round.gap() > 1e-3), "a beam of one rule misses the best at times");
}
