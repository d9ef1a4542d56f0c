//! An executable of one's own: every subcommand of `rulegen`, with one more pricer in `fit`,
//! `compare` and `experiment`, which has an option.
//!
//!     cargo run --release -p rulegen-cli --example own_pricer_in_compare -- compare \
//!         fixtures/wine.csv --target cultivar --bins 10 --max-length 4 \
//!         --pricers tree,climb,climb:starts=1,branch-and-bound

use rulegen::binarize::Samples;
use rulegen::driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen::limits::Limits;
use rulegen::rule::{Literal, Rule};
use rulegen::{PricerOption, Registry};
use std::process::ExitCode;
use std::sync::Arc;

/// The number of literals that a rule may begin with, if the option `starts` does not say.
const STARTS: usize = 10;

/// Grows a rule from each of the best literals, by the literal that gains most, for as long as one
/// gains.
struct Climb {
    samples: Arc<Samples>,
    literals: Vec<Literal>,
    starts: usize,
}

impl Climb {
    fn candidate(&self, problem: &PricingProblem, rule: Rule) -> Candidate {
        let gain = problem.gain(self.samples.cover(&rule).iter(), rule.len());
        Candidate { tag: problem.tag, rule, gain }
    }

    /// The rules of one more literal, the best first.
    fn longer(&self, problem: &PricingProblem, rule: &Rule) -> Vec<Candidate> {
        let longer = self.literals.iter().map(|&literal| rule.and(literal)).filter(|longer| longer.len() > rule.len());
        let admitted = longer.filter(|rule| problem.admits_cover(self.samples.rows_of(&self.samples.cover(rule))));
        let mut found: Vec<Candidate> = admitted.map(|rule| self.candidate(problem, rule)).collect();
        found.sort_by(Candidate::best_first);
        found
    }

    fn climb(&self, problem: &PricingProblem, mut best: Candidate, limits: &Limits) -> Candidate {
        while problem.admits_length(best.rule.len() + 1) && limits.reached().is_none() {
            match self.longer(problem, &best.rule).into_iter().next() {
                Some(longer) if longer.gain > best.gain => best = longer,
                _ => break,
            }
        }
        best
    }
}

impl Pricer for Climb {
    fn name(&self) -> &str {
        "climb"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut candidates = Vec::new();
        for problem in problems {
            let starts = self.longer(problem, &Rule::default()).into_iter().take(self.starts);
            let climbed = starts.map(|start| self.climb(problem, start, limits));
            candidates.extend(climbed.filter(|found| found.gain > problem.threshold));
        }
        candidates.sort_by(Candidate::best_first);
        candidates.dedup();
        // It has not looked at all rules: there is no bound.
        Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes: 0 })
    }
}

fn main() -> ExitCode {
    let mut registry = Registry::default();
    let registered = registry.pricers.register_heuristic("climb", |samples, settings| {
        let starts = settings.options.get("starts")?.unwrap_or(STARTS);
        Ok(Box::new(Climb { samples: samples.clone(), literals: samples.schema.literals(), starts }))
    });
    registered.expect("the name is a word of its own");
    let starts = PricerOption::count("starts", STARTS, "The literals that a rule may begin with");
    registry.pricers.declare("climb", starts).expect("it is registered");
    rulegen_cli::run(registry)
}
