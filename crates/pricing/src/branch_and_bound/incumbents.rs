//! The rules found so far, and the values that a rule must exceed to matter.

use super::settings::Proof;
use crate::candidate::candidate_above;
use rulegen_binarize::Samples;
use rulegen_driver::{Candidate, PricingProblem};
use rulegen_rule::{Literal, RowSet, Rule};
use std::collections::HashMap;

/// The best rules that cover different samples, at most `capacity`.
#[derive(Clone, Debug)]
pub(super) struct Incumbents {
    capacity: usize,
    proof: Proof,
    /// Only rules of larger gain are accepted.
    accept: f64,
    /// Only rules of larger gain are searched for.
    cutoff: f64,
    by_cover: HashMap<RowSet, Candidate>,
}

impl Incumbents {
    /// Makes an empty set for rules of gain above `threshold`. Sums that differ by less than
    /// `slack` are not told apart.
    pub(super) fn new(capacity: usize, proof: Proof, threshold: f64, slack: f64) -> Self {
        let by_cover = HashMap::new();
        Incumbents { capacity, proof, accept: threshold, cutoff: threshold - slack, by_cover }
    }

    /// Returns an empty set that accepts the rules that this one would.
    pub(super) fn fork(&self) -> Incumbents {
        Incumbents { by_cover: HashMap::new(), ..*self }
    }

    /// Adds the rules of a fork.
    pub(super) fn join(&mut self, fork: Incumbents) {
        // Sorted, because of rules that tie for the last place only the first to come is kept.
        let mut found: Vec<(RowSet, Candidate)> = fork.by_cover.into_iter().collect();
        found.sort_unstable_by(|a, b| Candidate::best_first(&a.1, &b.1));
        found.into_iter().for_each(|(cover, candidate)| self.insert(cover, candidate));
        if self.by_cover.len() > self.capacity {
            self.prune();
        }
    }

    /// Returns the gain above which a rule is worth an [`offer`](Incumbents::offer).
    pub(super) fn accept(&self) -> f64 {
        self.accept
    }

    /// Returns the gain at or below which rules need not be searched.
    pub(super) fn cutoff(&self) -> f64 {
        self.cutoff
    }

    /// True if no rule was found.
    pub(super) fn is_empty(&self) -> bool {
        self.by_cover.is_empty()
    }

    /// Adds the conjunction of `literals` if its true gain is large enough and it covers at least
    /// one sample and enough rows.
    pub(super) fn offer(
        &mut self,
        samples: &Samples,
        problem: &PricingProblem,
        literals: impl IntoIterator<Item = Literal>,
    ) {
        let found = candidate_above(samples, problem, Rule::new(literals), self.accept);
        if let Some((cover, candidate)) = found {
            self.insert(cover, candidate);
        }
    }

    fn insert(&mut self, cover: RowSet, candidate: Candidate) {
        if candidate.gain <= self.accept {
            return;
        }
        if self.proof == Proof::Best {
            self.cutoff = self.cutoff.max(candidate.gain);
        }
        match self.by_cover.entry(cover) {
            std::collections::hash_map::Entry::Occupied(mut known) => {
                if Candidate::best_first(&candidate, known.get()).is_lt() {
                    known.insert(candidate);
                }
            }
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(candidate);
            }
        }
        // Pruning takes a sort, so it waits until there are many.
        if self.by_cover.len() == self.capacity || self.by_cover.len() > self.capacity + self.capacity / 8 {
            self.prune();
        }
    }

    /// Forgets all but the best, and raises the gain that further rules need.
    fn prune(&mut self) {
        let mut all: Vec<&Candidate> = self.by_cover.values().collect();
        all.sort_unstable_by(|a, b| Candidate::best_first(a, b));
        let last = all[self.capacity - 1].clone();
        self.by_cover.retain(|_, candidate| Candidate::best_first(candidate, &last).is_le());
        self.accept = last.gain;
        self.cutoff = self.cutoff.max(last.gain);
    }

    /// Returns the rules, best first.
    pub(super) fn into_candidates(self) -> Vec<Candidate> {
        let mut all: Vec<Candidate> = self.by_cover.into_values().collect();
        all.sort_unstable_by(Candidate::best_first);
        all
    }
}
