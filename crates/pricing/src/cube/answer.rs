//! The answer to one problem: rules that cover different samples, and the bound.

use super::hits::Hit;
use super::question::{Asked, Question};
use super::rows::CubeRows;
use crate::candidate::candidate_above;
use rulegen_binarize::Samples;
use rulegen_driver::Candidate;
use rulegen_rule::{RowSet, Rule};
use std::collections::HashSet;

/// A problem, and the rows that its rules were looked for on.
pub(super) struct Answer<'a> {
    pub(super) samples: &'a Samples,
    pub(super) rows: &'a CubeRows,
    pub(super) question: &'a Question<'a>,
    pub(super) asked: &'a Asked<'a>,
}

impl Answer<'_> {
    /// Returns the best `most` rules above the threshold that cover different samples, and any; of
    /// rules that cover the same samples the best, which is the shortest.
    pub(super) fn best(&self, hits: &mut [Hit], most: usize) -> Vec<Candidate> {
        hits.sort_unstable_by(Hit::best_first);
        let mut covers: HashSet<RowSet> = HashSet::new();
        let rules = hits.iter().map(|hit| hit.rule(self.rows.axes()));
        let distinct = self.whole().into_iter().chain(rules.filter_map(|rule| self.candidate(rule, &mut covers)));
        let mut candidates: Vec<Candidate> = distinct.take(most + 1).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        candidates.truncate(most);
        candidates
    }

    /// Returns the candidate of a rule above the threshold that covers other samples than those
    /// before it.
    fn candidate(&self, rule: Rule, covers: &mut HashSet<RowSet>) -> Option<Candidate> {
        let problem = self.asked.problem;
        let (cover, candidate) = candidate_above(self.samples, problem, rule, problem.threshold)?;
        covers.insert(cover).then_some(candidate)
    }

    /// Returns the rule that covers every sample, if there is one and it is wanted.
    fn whole(&self) -> Option<Candidate> {
        self.candidate(self.rows.whole()?.clone(), &mut HashSet::new())
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
