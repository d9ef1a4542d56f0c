//! The smallest loop: a master that wants the one best rule, and a pricer that tries all rules of
//! up to two conditions.
//!
//!     cargo run -p rulegen-driver --example best_rule

use rulegen_driver::{
    AddCounts, Candidate, DriverError, Master, MasterSolution, Pricer, PricingOutcome, PricingProblem, RunSettings, run,
};
use rulegen_limits::Limits;
use rulegen_rule::{CodedTable, Codes, Domain, Feature, Rule, Schema, Status, conditions};
use std::error::Error;

/// The gain of covering each row.
const GAINS: [f64; 8] = [2.0, -1.0, 1.5, -0.5, 3.0, -2.0, 0.5, -1.0];

/// Minimises minus the gain of its best rule. A rule that gains no more than the best improves
/// nothing.
struct BestRule {
    found: Vec<(Rule, f64)>,
}

impl BestRule {
    fn best(&self) -> f64 {
        self.found.iter().map(|(_, worth)| *worth).fold(0.0, f64::max)
    }
}

impl Master for BestRule {
    fn solve(&mut self, _: f64, _: &Limits) -> Result<MasterSolution, DriverError> {
        Ok(MasterSolution { objective: -self.best(), converged: true, warm: true })
    }

    fn pricing_problems(&self) -> Vec<PricingProblem> {
        vec![PricingProblem {
            tag: 0,
            gains: GAINS.to_vec(),
            fixed: self.best(),
            per_literal: 0.25,
            max_length: Some(2),
            min_cover: 0,
            threshold: 1e-9,
        }]
    }

    fn add(&mut self, problems: &[PricingProblem], candidates: &[Candidate]) -> Result<AddCounts, DriverError> {
        let new = candidates.iter().map(|candidate| (candidate.rule.clone(), candidate.gain + problems[0].fixed));
        self.found.extend(new);
        Ok(AddCounts { new: candidates.len(), ..AddCounts::default() })
    }

    fn columns(&self) -> usize {
        self.found.len()
    }

    fn lower_bound(&self, problems: &[PricingProblem], gain_bounds: &[f64]) -> Option<f64> {
        Some(-(problems[0].fixed + gain_bounds[0].max(0.0)))
    }
}

/// Tries all rules, so the best gain that it finds is also a bound.
struct TryAll {
    schema: Schema,
    table: CodedTable,
}

impl Pricer for TryAll {
    fn name(&self) -> &str {
        "try-all"
    }

    fn price(&mut self, problems: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
        let literals = self.schema.literals();
        let pairs = literals.iter().flat_map(|&a| literals.iter().map(move |&b| Rule::new([a, b])));
        let mut outcome = PricingOutcome::default();
        for problem in problems {
            let priced = |rule: Rule| {
                let gain = problem.gain(self.table.cover(&self.schema, &rule).iter(), rule.len());
                Candidate { tag: problem.tag, rule, gain }
            };
            // One rule is enough: with it in the master, the others improve nothing.
            let best = pairs.clone().map(priced).min_by(Candidate::best_first);
            outcome.bounds.push(best.as_ref().map(|best| best.gain));
            outcome.candidates.extend(best.filter(|best| best.gain > problem.threshold));
        }
        Ok(outcome)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let feature = |name: &str, cuts| Feature::new(name, Domain::Numeric { cuts });
    let schema = Schema { features: vec![feature("age", vec![30.0, 50.0]), feature("income", vec![2000.0])] };
    let columns = vec![Codes::Narrow([0, 0, 1, 1, 1, 2, 2, 2].into()), Codes::Narrow([0, 1, 0, 1, 0, 1, 0, 1].into())];
    let table = CodedTable::new(GAINS.len(), columns)?;

    let mut master = BestRule { found: vec![] };
    let pricer = TryAll { schema: schema.clone(), table };
    let summary = run(&mut master, &mut [Box::new(pricer)], &RunSettings::default(), &mut ())?;
    let (rule, worth) = master.found.last().ok_or("no rule is worth anything")?;
    println!("{} is worth {worth}", conditions(&schema, rule).join(" and "));
    println!("{} after {} rounds: {summary:?}", summary.status, summary.iterations);
    assert_eq!((summary.status, summary.lower_bound), (Status::Optimal, Some(-worth)));
    Ok(())
}

#[test]
fn it_runs() -> Result<(), Box<dyn Error>> {
    main()
}
