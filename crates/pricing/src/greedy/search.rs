//! The search, length by length.

use super::histogram::price;
use super::settings::GreedySettings;
use super::shortlist::{Child, Covers, Most, Shortlist, first_of};
use super::source::Source;
use super::whole::WholeGains;
use rayon::prelude::*;
use rulegen_driver::{Candidate, DriverError, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{Literal, Rule};
use std::ops::Range;

/// The number of columns that pass over the samples together, between two looks at the limits: an
/// interrupt waits for one pass. Their histograms of twenty bins fit the nearest cache.
const COLUMNS_TOGETHER: usize = 16;

/// Returns the groups of columns that pass over samples together.
pub(super) fn together(columns: usize) -> impl Iterator<Item = Range<usize>> {
    (0..columns).step_by(COLUMNS_TOGETHER).map(move |first| first..columns.min(first + COLUMNS_TOGETHER))
}

/// The search for the pricing problems of a round.
pub(super) struct Search<'a, S> {
    pub(super) source: &'a S,
    pub(super) problems: &'a [PricingProblem],
    /// The gains of each problem.
    pub(super) gains: &'a [WholeGains],
    pub(super) settings: &'a GreedySettings,
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
    /// Returns the rules found, and the number of rules extended.
    pub(super) fn run(&self, limits: &Limits) -> Result<(Vec<Candidate>, u64), DriverError> {
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
        Ok((progress.into_iter().flat_map(|of_problem| of_problem.candidates).collect(), nodes))
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
        progress.covers.extend(children.iter().map(|child| child.share.key));
        progress.covers.extend(found.into_iter().flat_map(|of_node| of_node.covers));
        let next: Vec<Child> = children.into_iter().filter(|child| child.is_promising).take(promising).collect();
        progress.beam = next.into_par_iter().map(|child| self.node(&progress.beam, &child)).collect();
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
        let mut covers = Vec::new();
        let (cost, longer) = (problem.cost(length), problem.cost(length + 1));
        let (is_last, longer_is_last) = (self.is_last(at, length), self.is_last(at, length + 1));
        let features = &self.source.schema().features;
        for columns in together(features.len()) {
            if limits.reached().is_some() {
                break;
            }
            let histograms = self.source.histograms(at, &parent.part, columns.clone());
            for (column, bins) in columns.zip(&*histograms) {
                price(&features[column], bins, |test, share| {
                    let small = problem.counts_rows() && !problem.admits_cover(share.rows);
                    let most = share.positive as f64 * unit;
                    if small || most - cost <= problem.threshold {
                        return;
                    }
                    let literal = Literal::new(column as u32, test);
                    let nested = |&other: &Literal| literal.implies(other) || other.implies(literal);
                    if parent.rule.literals().iter().any(nested) {
                        return;
                    }
                    let sum = share.gain() as f64 * unit;
                    let gain = sum - cost;
                    let is_candidate = gain > problem.threshold;
                    // A longer rule on fewer rows could gain more.
                    let is_promising = !is_last && most - longer > problem.threshold.max(gain);
                    children.push(Child { node, literal, share, gain, is_candidate, is_promising });
                    // The longest rules count only if they gain enough.
                    if !is_last && (!longer_is_last || sum - longer > problem.threshold) {
                        covers.push(share.key);
                    }
                });
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
    fn node(&self, beam: &[Node<S::Part>], child: &Child) -> Node<S::Part> {
        let parent = &beam[child.node];
        let rule = parent.rule.and(child.literal);
        Node { part: self.source.restrict(&parent.part, &rule, child.literal), rule }
    }
}
