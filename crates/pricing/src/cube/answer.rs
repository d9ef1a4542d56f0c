//! The answer to one problem: rules that cover different samples, and the bound.

use super::hits::{Hit, literals};
use super::question::{Asked, Question};
use super::rows::CubeRows;
use crate::candidate::{candidate_above, candidate_that_covers};
use rulegen_binarize::Samples;
use rulegen_driver::Candidate;
use rulegen_limits::Limits;
use rulegen_rule::{RowSet, Rule};
use std::collections::{HashMap, HashSet};

/// A problem, and the rows that its rules were looked for on.
pub(super) struct Answer<'a> {
    pub(super) samples: &'a Samples,
    pub(super) rows: &'a CubeRows,
    pub(super) question: &'a Question<'a>,
    pub(super) asked: &'a Asked<'a>,
}

impl Answer<'_> {
    /// Returns the best `most` rules above the threshold that cover samples, and none the same as
    /// another: the first of the hits that do. Returns fewer if a limit is reached before.
    pub(super) fn best(&self, hits: &mut [Hit], most: usize, limits: &Limits) -> Vec<Candidate> {
        hits.sort_unstable_by(Hit::best_first);
        let (mut covers, mut known) = (HashSet::new(), HashMap::new());
        let hits = hits.iter().take_while(|_| limits.reached().is_none());
        let candidates = hits.filter_map(|hit| self.candidate(hit, &mut covers, &mut known));
        let mut candidates: Vec<Candidate> = self.whole().into_iter().chain(candidates).take(most + 1).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        candidates.truncate(most);
        candidates
    }

    /// Returns the candidate of a rule above the threshold that covers other samples than those
    /// before it. `known` has the samples of conditions, of which hundreds make a list of rules.
    fn candidate(
        &self,
        hit: &Hit,
        covers: &mut HashSet<RowSet>,
        known: &mut HashMap<(u32, u32), RowSet>,
    ) -> Option<Candidate> {
        let (axes, problem) = (self.rows.axes(), self.asked.problem);
        for &place in hit.conditions() {
            known.entry(place).or_insert_with(|| self.samples.cover(&Rule::new(literals(axes, place))));
        }
        let [first, others @ ..] = hit.conditions() else { return None };
        let cover = others.iter().fold(known[first].clone(), |cover, other| cover.intersection(&known[other]));
        if covers.contains(&cover) {
            return None;
        }
        let rule = hit.rule(axes);
        let found = candidate_that_covers(&cover, self.samples, problem, rule, problem.threshold)?;
        covers.insert(cover);
        Some(found)
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
