//! The search, length by length.

use super::histogram::{Share, price};
use super::settings::GreedySettings;
use super::source::Source;
use super::whole::WholeGains;
use rayon::prelude::*;
use rulegen_driver::{Candidate, DriverError, PricingProblem};
use rulegen_limits::Limits;
use rulegen_rule::{Literal, Rule};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

/// The number of columns that pass over the samples together, between two looks at the limits: an
/// interrupt waits for one pass. Their histograms of twenty bins fit the nearest cache.
const COLUMNS_TOGETHER: usize = 16;

/// Returns the groups of columns that pass over samples together.
pub(super) fn together(columns: usize) -> impl Iterator<Item = Range<usize>> {
    (0..columns).step_by(COLUMNS_TOGETHER).map(move |first| first..columns.min(first + COLUMNS_TOGETHER))
}

/// The number of extensions looked at after a limit. Several, since the best of them may cover the
/// same rows.
const LATE: usize = 1000;

/// Keys of sets of samples are random already, so they need no hash function.
type RandomKeys = BuildHasherDefault<KeyHasher>;

#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are whole numbers");
    }
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

/// An extension of a node by one literal.
struct Child {
    node: usize,
    literal: Literal,
    share: Share,
    gain: f64,
}

/// The state of the search for a problem.
struct Progress<P> {
    beam: Vec<Node<P>>,
    /// The keys of the samples that found rules cover.
    covers: HashSet<u64, RandomKeys>,
    candidates: Vec<Candidate>,
}

impl<S: Source> Search<'_, S> {
    /// Returns the rules found, and the number of rules extended.
    pub(super) fn run(&self, limits: &Limits) -> Result<(Vec<Candidate>, u64), DriverError> {
        let begin = |problem: usize| Progress {
            beam: vec![Node { rule: Rule::default(), part: self.source.whole(problem) }],
            covers: HashSet::default(),
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
        let extend = |(node, parent): (usize, &Node<_>)| self.extend(problem, node, parent, length, limits);
        let children: Vec<Child> = progress.beam.par_iter().enumerate().flat_map_iter(extend).collect();
        // Among equals the extension of the better rule comes first, then the first literal, as
        // they were made.
        let better = |a: &(f64, u32), b: &(f64, u32)| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1));
        let mut order: Vec<(f64, u32)> = children.iter().zip(0..).map(|(child, at)| (child.gain, at)).collect();
        // Sorting millions of extensions takes a while. After a limit the best are enough, and only
        // of short rules.
        if limits.reached().is_some() {
            let enough = if length > 1 { 0 } else { LATE.max(self.settings.columns.get()) };
            if enough < order.len() {
                order.select_nth_unstable_by(enough, better);
                order.truncate(enough);
            }
        }
        let (mut best, mut next) = (Vec::new(), Vec::new());
        let most = if self.is_last(problem, length) { 0 } else { self.settings.beam.get() };
        for at in sorted_by(order, better).map(|(_, at)| at as usize) {
            let child = &children[at];
            if !progress.covers.insert(child.share.key) {
                continue;
            }
            let more = best.len() < self.settings.columns.get() && child.gain > self.problems[problem].threshold;
            if more {
                best.push(child);
            }
            if next.len() < most && self.is_promising(problem, child, length) {
                next.push(child);
            }
            if !more && next.len() == most {
                break;
            }
        }
        let best = best.into_iter().filter_map(|child| self.candidate(problem, &progress.beam, child));
        progress.candidates.extend(best);
        if !self.is_last(problem, length) {
            progress.covers.extend(children.iter().map(|child| child.share.key));
        }
        let node = |child: &Child| self.node(&progress.beam, child);
        progress.beam = next.into_par_iter().map(node).collect();
    }

    /// True if no rule of the problem is longer.
    fn is_last(&self, problem: usize, length: usize) -> bool {
        let longest = self.problems[problem].max_length.unwrap_or(usize::MAX);
        length >= longest.min(self.settings.max_length.get())
    }

    /// Returns all extensions to a canonical rule of `length` literals that could matter,
    /// themselves or as a part of longer ones.
    fn extend(&self, at: usize, node: usize, parent: &Node<S::Part>, length: usize, limits: &Limits) -> Vec<Child> {
        let (problem, unit) = (&self.problems[at], self.gains[at].unit);
        let mut children = Vec::new();
        let cost = problem.cost(length);
        let features = &self.source.schema().features;
        for columns in together(features.len()) {
            if limits.reached().is_some() {
                break;
            }
            let histograms = self.source.histograms(at, &parent.part, columns.clone());
            for (column, bins) in columns.zip(&*histograms) {
                price(&features[column], bins, |test, share| {
                    let small = problem.counts_rows() && !problem.admits_cover(share.rows);
                    if small || share.positive as f64 * unit - cost <= problem.threshold {
                        return;
                    }
                    let literal = Literal::new(column as u32, test);
                    let nested = |&other: &Literal| literal.implies(other) || other.implies(literal);
                    if !parent.rule.literals().iter().any(nested) {
                        let gain = share.gain() as f64 * unit - cost;
                        children.push(Child { node, literal, share, gain });
                    }
                });
            }
        }
        children
    }

    /// Returns a rule as a candidate. `None` if its gain, computed exactly, is not above the
    /// threshold.
    fn candidate(&self, at: usize, beam: &[Node<S::Part>], child: &Child) -> Option<Candidate> {
        let problem = &self.problems[at];
        let rule = beam[child.node].rule.and(child.literal);
        let gain = self.source.gain(problem, &rule, child.gain);
        (gain > problem.threshold).then_some(Candidate { tag: problem.tag, rule, gain })
    }

    /// True if a longer rule on fewer rows could gain more than this one of `length` literals.
    fn is_promising(&self, at: usize, child: &Child, length: usize) -> bool {
        let (problem, unit) = (&self.problems[at], self.gains[at].unit);
        child.share.positive as f64 * unit - problem.cost(length + 1) > problem.threshold.max(child.gain)
    }

    /// Returns a rule to be extended.
    fn node(&self, beam: &[Node<S::Part>], child: &Child) -> Node<S::Part> {
        let parent = &beam[child.node];
        let rule = parent.rule.and(child.literal);
        Node { part: self.source.restrict(&parent.part, &rule, child.literal), rule }
    }
}

/// Returns the items in order. No more of them are sorted than are taken, up to a factor.
fn sorted_by<T: Copy>(mut items: Vec<T>, order: impl Fn(&T, &T) -> Ordering) -> impl Iterator<Item = T> {
    /// The items that are sorted first.
    const FIRST: usize = 64;
    let (mut at, mut sorted) = (0, 0);
    std::iter::from_fn(move || {
        if at == sorted {
            let rest = &mut items[sorted..];
            let more = FIRST.max(sorted).min(rest.len());
            if more < rest.len() {
                rest.select_nth_unstable_by(more, &order);
            }
            rest[..more].sort_unstable_by(&order);
            sorted += more;
        }
        at += 1;
        items.get(at - 1).copied()
    })
}
