//! A pricer of one's own: all rules of at most two conditions. It is run through the conformance
//! suite, and then by the driver with the RUG master until optimality is proved.
//!
//!     cargo run -p rulegen-pricing --example own_pricer

use rulegen_binarize::{Bins, Samples};
use rulegen_data::{Dataset, ReadOptions, read_bytes};
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem, RunSettings, run};
use rulegen_limits::Limits;
use rulegen_master::{LinearSettings, RugMaster, RuleTerms};
use rulegen_pricing::conformance::{CASES, Promise, check_pricer};
use rulegen_rule::{RowSet, Rule, Status};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Knows every rule of one or two conditions, and the samples and rows that it covers.
struct Pairs {
    samples: usize,
    rules: Vec<(Rule, RowSet, u64)>,
}

impl Pairs {
    fn new(samples: Arc<Samples>) -> Self {
        let literals = samples.schema.literals();
        let pairs = literals.iter().flat_map(|&a| literals.iter().map(move |&b| Rule::new([a, b])));
        let rules: BTreeSet<Rule> = pairs.collect();
        let covered = |rule: Rule| {
            let cover = samples.cover(&rule);
            let rows = samples.rows_of(&cover);
            (rule, cover, rows)
        };
        Pairs { samples: samples.len(), rules: rules.into_iter().map(covered).collect() }
    }
}

impl Pricer for Pairs {
    fn name(&self) -> &str {
        "pairs"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut outcome = PricingOutcome::default();
        for problem in problems {
            problem.check(self.samples)?;
            let mut best = problem.threshold;
            let admits = |rule: &Rule, rows: u64| problem.admits_length(rule.len()) && problem.admits_cover(rows);
            let admitted = self.rules.iter().filter(|(rule, _, rows)| admits(rule, *rows));
            for (rule, cover, _) in admitted.take_while(|_| limits.reached().is_none()) {
                let gain = problem.gain(cover.iter(), rule.len());
                if gain > problem.threshold {
                    best = best.max(gain);
                    outcome.candidates.push(Candidate { tag: problem.tag, rule: rule.clone(), gain });
                }
            }
            // These are all rules only where no longer ones are admitted. The slack allows for
            // rounding.
            let proved = problem.max_length.is_some_and(|most| most <= 2) && limits.reached().is_none();
            outcome.bounds.push(proved.then_some(best + 1e-9));
        }
        outcome.candidates.sort_by(Candidate::best_first);
        Ok(outcome)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    check_pricer(|samples| Box::new(Pairs::new(samples)), Promise::Honest, 0..CASES)?;
    let table = read_bytes(include_bytes!("monks1.csv"), &ReadOptions::default())?;
    let data = Dataset::from_table(table, "class", None)?;
    let samples = Arc::new(Samples::learn(&data.features, &data.target.labels, None, 2, Bins::Values)?.0);
    let settings = LinearSettings {
        terms: RuleTerms { max_length: Some(2), ..RuleTerms::default() },
        ..LinearSettings::default()
    };
    let mut master = RugMaster::new(samples.clone(), settings)?;
    let summary = run(&mut master, &mut [Box::new(Pairs::new(samples))], &RunSettings::default(), &mut ())?;
    println!("{:?}: objective {}, bound {:?}", summary.status, summary.objective, summary.lower_bound);
    assert_eq!(summary.status, Status::Optimal);
    Ok(())
}

#[test]
fn it_keeps_its_promise_and_proves_the_optimum() {
    main().unwrap();
}
