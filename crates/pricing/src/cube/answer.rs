//! The answer to one problem: rules that cover different samples, and the bound.

use super::hits::{Hit, literals};
use super::question::{Asked, Question};
use super::rows::CubeRows;
use crate::candidate::{candidate_above, candidate_that_covers};
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_driver::Candidate;
use rulegen_limits::Limits;
use rulegen_rule::{RowSet, Rule};
use std::collections::{HashMap, HashSet};

/// The hits whose samples are looked up at once, by all threads.
const HITS_AT_ONCE: usize = 1 << 10;

/// A problem, and the rows that its rules were looked for on.
pub(super) struct Answer<'a> {
    pub(super) samples: &'a Samples,
    pub(super) rows: &'a CubeRows,
    pub(super) question: &'a Question<'a>,
    pub(super) asked: &'a Asked<'a>,
}

impl Answer<'_> {
    /// Returns the best `most` rules above the threshold that cover different samples, and any; of
    /// rules that cover the same samples the best, which is the shortest. Returns fewer if a limit
    /// is reached before.
    pub(super) fn best(&self, hits: &mut [Hit], most: usize, limits: &Limits) -> Vec<Candidate> {
        hits.sort_unstable_by(Hit::best_first);
        let (mut covers, mut of_conditions) = (HashSet::new(), HashMap::new());
        let mut candidates = Vec::from_iter(self.whole());
        for hits in hits.chunks(most.clamp(1, HITS_AT_ONCE)) {
            if candidates.len() > most || limits.reached().is_some() {
                break;
            }
            self.add_covers(hits, &mut of_conditions);
            let found: Vec<RowSet> = hits.par_iter().map(|hit| cover(hit, &of_conditions)).collect();
            let mut new: Vec<_> = hits.iter().zip(found).collect();
            new.retain(|(_, cover)| covers.insert(cover.clone()));
            let found: Vec<_> = new.par_iter().map(|(hit, cover)| self.candidate(hit, cover)).collect();
            candidates.extend(found.into_iter().flatten());
        }
        candidates.truncate(most + 1);
        candidates.sort_unstable_by(Candidate::best_first);
        candidates.truncate(most);
        candidates
    }

    /// Adds the samples of the conditions of hits, of which hundreds make a list of rules.
    fn add_covers(&self, hits: &[Hit], of_conditions: &mut HashMap<(u32, u32), RowSet>) {
        for &condition in hits.iter().flat_map(Hit::conditions) {
            let rule = || Rule::new(literals(self.rows.axes(), condition));
            of_conditions.entry(condition).or_insert_with(|| self.samples.cover(&rule()));
        }
    }

    /// Returns the candidate of a hit above the threshold that covers these samples.
    fn candidate(&self, hit: &Hit, cover: &RowSet) -> Option<Candidate> {
        let (problem, rule) = (self.asked.problem, hit.rule(self.rows.axes()));
        candidate_that_covers(cover, self.samples, problem, rule, problem.threshold)
    }

    /// Returns the rule that covers every sample, if there is one and it is wanted.
    fn whole(&self) -> Option<Candidate> {
        let problem = self.asked.problem;
        let found = candidate_above(self.samples, problem, self.rows.whole()?.clone(), problem.threshold);
        found.map(|(_, candidate)| candidate)
    }

    /// Returns a number that no rule's gain exceeds. `most` is the largest whole gain on the cubes,
    /// which holds for all rules if `proves`.
    pub(super) fn bound(&self, most: f64, proves: bool) -> f64 {
        let problem = self.asked.problem;
        if !proves {
            return problem.positive_gain() - problem.cost(1) + self.question.whole.error;
        }
        // A rule that covers nothing is not on the cubes.
        let of_cubes = self.question.whole.bound(most).max(-problem.cost(1));
        let whole = self.rows.whole().filter(|_| problem.admits_cover(self.samples.counts.iter().sum()));
        let of_whole = whole.map(|_| problem.gain(0..problem.gains.len(), 1));
        of_cubes.max(of_whole.map_or(of_cubes, |gain| gain + self.question.whole.error))
    }
}

/// Returns the samples that a hit covers, given those of its conditions.
fn cover(hit: &Hit, of_conditions: &HashMap<(u32, u32), RowSet>) -> RowSet {
    let mut covers = hit.conditions().iter().map(|place| &of_conditions[place]);
    let first = covers.next().expect("a set has an axis").clone();
    covers.fold(first, |cover, other| cover.intersection(other))
}
