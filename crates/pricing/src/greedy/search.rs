//! The search, length by length.

use super::covers::Covers;
use super::histogram::{RunningSums, most_gained, together};
use super::least::Least;
use super::settings::GreedySettings;
use super::shortlist::{Child, Most, Shortlist, first_of};
use super::source::Source;
use super::whole::WholeGains;
use rayon::prelude::*;
use rulegen_driver::{Candidate, DriverError, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{Literal, Rule, Test};

/// The search for the pricing problems of a round.
pub(super) struct Search<'a, S> {
    pub(super) source: &'a S,
    pub(super) problems: &'a [PricingProblem],
    /// The gains of each problem.
    pub(super) gains: &'a [WholeGains],
    pub(super) settings: &'a GreedySettings,
    /// The tests of each column.
    pub(super) tests: &'a [Vec<Test>],
}

/// A rule to be extended.
struct Node<P> {
    rule: Rule,
    part: P,
}

/// The extensions of a node that may be taken, and the samples that longer rules need not cover
/// again.
struct Extensions {
    children: Vec<Child>,
    covers: Vec<u64>,
}

/// The state of the search for a problem.
struct Progress<P> {
    beam: Vec<Node<P>>,
    /// The keys of the samples that found rules cover.
    covers: Covers,
    candidates: Vec<Candidate>,
}

impl<S: Source> Search<'_, S> {
    /// Returns the rules found, the best first, and the number of rules extended.
    pub(super) fn outcome(&self, limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let begin = |problem: usize| Progress {
            beam: vec![Node { rule: Rule::default(), part: self.source.whole(problem) }],
            covers: Covers::default(),
            candidates: Vec::new(),
        };
        let mut progress: Vec<Progress<S::Part>> = (0..self.problems.len()).map(begin).collect();
        let mut nodes = 0;
        for length in 1..=self.settings.max_length.get() {
            for (of_problem, problem) in progress.iter_mut().zip(self.problems) {
                if problem.max_length.is_some_and(|most| length > most) {
                    of_problem.beam.clear();
                }
            }
            let beams = progress.iter_mut().enumerate();
            let parts = beams.flat_map(|(problem, p)| p.beam.iter_mut().map(move |node| (problem, &mut node.part)));
            let mut parts: Vec<(usize, &mut S::Part)> = parts.collect();
            if parts.is_empty() || limits.reached().is_some() {
                break;
            }
            nodes += parts.len() as u64;
            self.source.make_ready(&mut parts)?;
            progress.par_iter_mut().enumerate().for_each(|(problem, p)| self.lengthen(problem, p, length, limits));
        }
        let mut candidates: Vec<Candidate> = progress.into_iter().flat_map(|found| found.candidates).collect();
        candidates.sort_unstable_by(Candidate::best_first);
        Ok(PricingOutcome { candidates, bounds: vec![None; self.problems.len()], nodes })
    }

    /// Finds the best rules of `length` literals of a problem, and those to extend next.
    fn lengthen(&self, problem: usize, progress: &mut Progress<S::Part>, length: usize, limits: &Limits) {
        let promising = if self.is_last(problem, length) { 0 } else { self.settings.beam.get() };
        let most = Most { candidates: self.settings.columns.get(), promising };
        let covers = &progress.covers;
        let extend = |(node, parent): (usize, &Node<_>)| {
            self.extend(problem, node, parent, length, Shortlist::new(covers, most), limits)
        };
        let found: Vec<Extensions> = progress.beam.par_iter().enumerate().map(extend).collect();
        // After a limit, short rules are enough.
        let late = length > 1 && limits.reached().is_some();
        let mut children: Vec<Child> = match late {
            true => Vec::new(),
            false => found.iter().flat_map(|of_node| of_node.children.iter().copied()).collect(),
        };
        first_of(&mut children, &progress.covers, most);
        let best = children.iter().filter(|child| child.is_candidate).take(most.candidates);
        let best: Vec<Candidate> = best.filter_map(|child| self.candidate(problem, &progress.beam, child)).collect();
        progress.candidates.extend(best);
        let taken = children.iter().map(|child| child.share.key).collect();
        progress.covers.add(&found.into_iter().map(|of_node| of_node.covers).chain([taken]).collect::<Vec<_>>());
        let next: Vec<Child> = children.into_iter().filter(|child| child.is_promising).take(promising).collect();
        progress.beam = next.into_par_iter().map(|child| self.node(problem, &progress.beam, &child)).collect();
    }

    /// True if no rule of the problem is longer.
    fn is_last(&self, problem: usize, length: usize) -> bool {
        let longest = self.problems[problem].max_length.unwrap_or(usize::MAX);
        length >= longest.min(self.settings.max_length.get())
    }

    /// Returns the extensions to a canonical rule of `length` literals that could matter,
    /// themselves or as a part of longer ones.
    fn extend(
        &self,
        at: usize,
        node: usize,
        parent: &Node<S::Part>,
        length: usize,
        mut children: Shortlist<'_>,
        limits: &Limits,
    ) -> Extensions {
        let (problem, unit) = (&self.problems[at], self.gains[at].unit);
        let (cost, longer) = (problem.cost(length), problem.cost(length + 1));
        let is_last = self.is_last(at, length);
        let mut least = Least::new(problem, unit, length, [is_last, self.is_last(at, length + 1)]);
        let mut covers = Vec::new();
        let mut sums = RunningSums::default();
        for columns in together(self.tests.len()) {
            if limits.reached().is_some() {
                break;
            }
            let histograms = self.source.histograms(at, &parent.part, columns.clone());
            for (column, bins) in columns.zip(&*histograms) {
                if most_gained(bins) < least.taken.min(least.counted) {
                    continue;
                }
                sums.fill(bins);
                let on_column = |literal: &&Literal| literal.column as usize == column;
                let own: Vec<Literal> = parent.rule.literals().iter().filter(on_column).copied().collect();
                let mut counted = covers.len();
                covers.resize(counted + self.tests[column].len(), 0);
                for &test in &self.tests[column] {
                    let share = sums.share(bins, test);
                    let literal = Literal::new(column as u32, test);
                    let nested = own.iter().any(|&other| literal.implies(other) || other.implies(literal));
                    let matters = (share.positive >= least.positive) & (share.rows >= least.rows) & !nested;
                    // Written in any case, because nothing predicts which rules count.
                    covers[counted] = share.key;
                    counted += usize::from(matters & (share.gain() >= least.counted));
                    if matters & (share.gain() >= least.taken) {
                        let gain = share.gain() as f64 * unit - cost;
                        let is_candidate = gain > problem.threshold;
                        // A longer rule on fewer rows could gain more.
                        let most = share.positive as f64 * unit - longer;
                        let is_promising = !is_last && most > problem.threshold.max(gain);
                        least.raise(children.push(Child { node, literal, share, gain, is_candidate, is_promising }));
                    }
                }
                covers.truncate(counted);
            }
        }
        Extensions { children: children.into_children(), covers }
    }

    /// Returns a rule as a candidate. `None` if its gain, computed exactly, is not above the
    /// threshold.
    fn candidate(&self, at: usize, beam: &[Node<S::Part>], child: &Child) -> Option<Candidate> {
        let problem = &self.problems[at];
        let rule = beam[child.node].rule.and(child.literal);
        let gain = self.source.gain(problem, &rule, child.gain);
        (gain > problem.threshold).then_some(Candidate { tag: problem.tag, rule, gain })
    }

    /// Returns a rule to be extended.
    fn node(&self, problem: usize, beam: &[Node<S::Part>], child: &Child) -> Node<S::Part> {
        let parent = &beam[child.node];
        let rule = parent.rule.and(child.literal);
        Node { part: self.source.restrict(problem, &parent.part, &rule, child.literal), rule }
    }
}
