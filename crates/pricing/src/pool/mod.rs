//! Pricing of a given list of rules.

mod translate;

pub use translate::translate_rule;

use crate::PricingError;
use crate::check::check_problems;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{RowSet, Rule, Schema};
use std::collections::HashMap;

/// Prices a fixed list of rules: written by hand, read from a file, or learned by a former run.
///
/// Returns every rule of the list above a problem's threshold and within its length and least
/// cover, best first. A rule with a tag answers only the problem of that tag, one without answers
/// all. The samples that a rule covers are found once, at construction. Rules that are not in the
/// list are unknown, so there are no bounds. Rules with a condition that is forbidden, or that the
/// schema does not have, are left out: bounds of other pricers do not hold for them.
#[derive(Clone, Debug)]
pub struct Pool {
    entries: Vec<Entry>,
    /// The number of samples.
    samples: usize,
}

#[derive(Clone, Debug)]
struct Entry {
    rule: Rule,
    /// The tags of the problems that it may answer. `None` means all.
    tags: Option<Vec<u32>>,
    cover: RowSet,
    /// The number of rows that it covers.
    rows: u64,
}

impl Pool {
    /// Makes a pricer of `rules` over the schema of `samples`; [`translate_rule`] makes them so. A
    /// rule with a tag answers only the problem of that tag (its class, for most masters), a rule
    /// without one answers all.
    ///
    /// # Errors
    /// [`PricingError::EmptyRule`] and [`PricingError::ForeignRule`].
    pub fn new(samples: &Samples, rules: impl IntoIterator<Item = (Rule, Option<u32>)>) -> Result<Self, PricingError> {
        let mut merged: Vec<(Rule, Option<Vec<u32>>)> = Vec::new();
        let mut place_of: HashMap<Rule, usize> = HashMap::new();
        for (at, (rule, tag)) in rules.into_iter().enumerate() {
            if rule.is_empty() {
                return Err(PricingError::EmptyRule { rule: at });
            }
            if !fits(&samples.schema, &rule) {
                return Err(PricingError::ForeignRule { rule: at });
            }
            if !samples.schema.offers(&rule) {
                continue;
            }
            match place_of.get(&rule) {
                Some(&place) => match (&mut merged[place].1, tag) {
                    (Some(tags), Some(tag)) => tags.push(tag),
                    (tags, _) => *tags = None,
                },
                None => {
                    place_of.insert(rule.clone(), merged.len());
                    merged.push((rule, tag.map(|tag| vec![tag])));
                }
            }
        }
        let entry = |(rule, tags)| {
            let cover = samples.cover(&rule);
            Entry { rows: samples.rows_of(&cover), cover, rule, tags }
        };
        Ok(Pool { samples: samples.len(), entries: merged.into_par_iter().map(entry).collect() })
    }

    /// Returns the number of different rules.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if there are no rules.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn best(&self, problem: &PricingProblem, limits: &Limits) -> Vec<Candidate> {
        let asked = |entry: &&Entry| {
            problem.admits_length(entry.rule.len())
                && problem.admits_cover(entry.rows)
                && entry.tags.as_ref().is_none_or(|tags| tags.contains(&problem.tag))
                && limits.reached().is_none()
        };
        let candidate = |entry: &Entry| {
            let gain = problem.gain(entry.cover.iter(), entry.rule.len());
            (gain > problem.threshold).then(|| Candidate { tag: problem.tag, rule: entry.rule.clone(), gain })
        };
        let mut found: Vec<Candidate> = self.entries.par_iter().filter(asked).filter_map(candidate).collect();
        found.sort_unstable_by(Candidate::best_first);
        found
    }
}

impl Pricer for Pool {
    fn name(&self) -> &str {
        "pool"
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        check_problems(problems, self.samples)?;
        let mut candidates: Vec<Candidate> = problems.iter().flat_map(|problem| self.best(problem, limits)).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, bounds: vec![None; problems.len()], nodes: 0 })
    }
}

/// True if the schema has every literal.
fn fits(schema: &Schema, rule: &Rule) -> bool {
    let known = |column: u32, test| schema.features.get(column as usize).is_some_and(|f| f.admits(test));
    rule.literals().iter().all(|l| known(l.column, l.test))
}

#[cfg(test)]
mod tests;
