//! Conditions and pairs of conditions that a rule over three axes or more can have.

use super::axis::Axis;
use super::hits::{Collector, Entries};
use super::question::Asked;

/// Marks the conditions, or pairs of conditions, whose positive gain is so large that a rule with
/// them may be worth its costs. It is shown cubes of positive gain.
pub(super) struct Marks {
    /// The whole gain that the rule has to exceed.
    above: f64,
    /// The fewest literals that the rule has beside these conditions.
    more: usize,
    /// The conditions of the last axis.
    width: usize,
    pub(super) marks: Vec<bool>,
}

impl Marks {
    /// Makes marks of `lines` times `width` conditions, none of which is set.
    pub(super) fn new(above: f64, more: usize, lines: usize, width: usize) -> Self {
        Marks { above, more, width, marks: vec![false; lines * width] }
    }
}

impl Collector for Marks {
    fn take(&mut self, asked: &[Asked<'_>], entries: Entries<'_>, literals: usize) {
        let cost = asked[0].costs[literals + self.more];
        // Nothing is chosen yet where the last axis is the first.
        let from = entries.line.chosen(0) * self.width + entries.from;
        for (at, net) in entries.nets(1.0, cost) {
            self.marks[from + at] |= net > self.above && entries.has_rows(at);
        }
    }
}

/// The pairs of conditions that a rule can have, for all pairs of axes.
pub(super) struct Pairs {
    axes: usize,
    /// For a pair of axes, the first before the second; empty for others.
    of_axes: Vec<PairsOfAxes>,
}

/// The pairs of conditions on two axes.
#[derive(Clone, Default)]
struct PairsOfAxes {
    marks: Vec<bool>,
    /// The conditions of the second axis.
    width: usize,
    any: bool,
    /// True for a condition of the first axis that is in any pair.
    any_with: Vec<bool>,
}

impl Pairs {
    /// Makes the pairs of all axes, given the marks of each pair of axes in order.
    pub(super) fn new(axes: &[Axis], marks: impl IntoIterator<Item = Vec<bool>>) -> Self {
        let mut of_axes = vec![PairsOfAxes::default(); axes.len() * axes.len()];
        let places = (0..axes.len()).flat_map(|first| (first + 1..axes.len()).map(move |second| (first, second)));
        for ((first, second), marks) in places.zip(marks) {
            let width = axes[second].conditions.len();
            let any_with: Vec<bool> = marks.chunks_exact(width).map(|line| line.contains(&true)).collect();
            let any = any_with.contains(&true);
            of_axes[first * axes.len() + second] = PairsOfAxes { marks, width, any, any_with };
        }
        Pairs { axes: axes.len(), of_axes }
    }

    fn of(&self, first: usize, second: usize) -> &PairsOfAxes {
        &self.of_axes[first * self.axes + second]
    }

    /// True if a rule can have conditions on both axes, the first before the second.
    pub(super) fn join(&self, first: usize, second: usize) -> bool {
        self.of(first, second).any
    }

    /// True if a rule can have the condition `at` of the first axis with any of the second.
    fn has_any(&self, first: usize, second: usize, at: usize) -> bool {
        self.of(first, second).any_with[at]
    }

    /// True if a rule can have the condition `a` of the first axis with `b` of the second.
    fn has(&self, first: usize, second: usize, a: usize, b: usize) -> bool {
        let pairs = self.of(first, second);
        pairs.marks[a * pairs.width + b]
    }

    /// True if a rule over these axes can have the condition `at` on the axis of this level, beside
    /// the conditions chosen before it, and with any on each later axis.
    pub(super) fn admit(&self, set: &[usize], level: usize, at: usize, chosen: impl Fn(usize) -> usize) -> bool {
        let (before, later) = (&set[..level], &set[level + 1..]);
        later.iter().all(|&axis| self.has_any(set[level], axis, at))
            && before.iter().enumerate().all(|(k, &axis)| self.has(axis, set[level], chosen(k), at))
    }
}
