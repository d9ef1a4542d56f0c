//! A pricer of listed rules, beside which no others matter.

use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{RowSet, Rule};
use std::sync::Arc;

/// The most rules that are returned for a problem.
const COLUMNS: usize = 10;

/// Prices the rules of a list, and bounds their gains: a search over rule sets of these rules alone
/// needs no other pricer. It takes a pass over the list, where a search of all rules takes a
/// hundred times as long.
#[derive(Clone)]
pub(in crate::path::boolean) struct ListedRules {
    rules: Arc<[(Rule, RowSet)]>,
}

impl ListedRules {
    /// Makes a pricer of rules over these samples.
    pub(in crate::path::boolean) fn new<'a>(samples: &Samples, rules: impl IntoIterator<Item = &'a Rule>) -> Self {
        ListedRules { rules: rules.into_iter().map(|rule| (rule.clone(), samples.cover(rule))).collect() }
    }
}

impl Pricer for ListedRules {
    fn name(&self) -> &str {
        "list"
    }

    fn may_prove(&self) -> bool {
        true
    }

    /// Returns the best rules of each problem, but none that an earlier one admits: in problems of
    /// one master it gains as much there.
    fn price(&mut self, problems: &[PricingProblem], _: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut outcome = PricingOutcome::default();
        let mut sums: Vec<f64> = Vec::new();
        for (at, problem) in problems.iter().enumerate() {
            let earlier = &problems[..at];
            if earlier.last().is_none_or(|last| last.gains != problem.gains) {
                sums = self.rules.iter().map(|(_, cover)| cover.sum(&problem.gains)).collect();
            }
            let admitted = self.rules.iter().zip(&sums).filter(|((rule, _), _)| problem.admits_length(rule.len()));
            let mut most = 0.0;
            let mut best: Vec<(f64, &Rule)> = Vec::new();
            for ((rule, _), sum) in admitted {
                let gain = sum - problem.cost(rule.len());
                most = f64::max(most, gain);
                if gain > problem.threshold && !earlier.iter().any(|earlier| earlier.admits_length(rule.len())) {
                    best.push((gain, rule));
                }
            }
            best.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
            let candidate = |(gain, rule): (f64, &Rule)| Candidate { tag: problem.tag, rule: rule.clone(), gain };
            outcome.candidates.extend(best.into_iter().take(COLUMNS).map(candidate));
            outcome.bounds.push(Some(most));
        }
        outcome.candidates.sort_by(Candidate::best_first);
        Ok(outcome)
    }
}
