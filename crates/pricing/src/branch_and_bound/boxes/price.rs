//! What the bins of an axis are worth in a node.

use super::node::Node;

/// The gain of the classes in every bin of one axis, and what lies below each bin.
#[derive(Debug, Default)]
pub(super) struct Histogram {
    pub(super) positive: Vec<f64>,
    /// As positive numbers.
    pub(super) negative: Vec<f64>,
    /// The sums over the bins below.
    pub(super) below: Vec<[f64; 2]>,
}

impl Histogram {
    pub(super) fn count(&mut self, node: &Node, at: usize) {
        let bins = node.axes[at].bins();
        self.below.clear();
        self.below.resize(bins + 1, [0.0; 2]);
        for (&bin, &gain) in node.codes[at].iter().zip(&node.net) {
            self.below[bin as usize + 1][usize::from(gain < 0.0)] += gain.abs();
        }
        let in_bins = &mut self.below[1..];
        self.positive.clear();
        self.positive.extend(in_bins.iter().map(|bin| bin[0]));
        self.negative.clear();
        self.negative.extend(in_bins.iter().map(|bin| bin[1]));
        let mut sum = [0.0; 2];
        for bin in in_bins {
            sum = [sum[0] + bin[0], sum[1] + bin[1]];
            *bin = sum;
        }
    }

    /// The positive and the negative gain of all bins.
    pub(super) fn total(&self) -> [f64; 2] {
        self.below[self.positive.len()]
    }

    /// That of the bins up to `v`.
    pub(super) fn up_to(&self, v: usize) -> [f64; 2] {
        self.below[v + 1]
    }

    /// That of the bins after `v`.
    pub(super) fn after(&self, v: usize) -> [f64; 2] {
        let ([p, n], [all_p, all_n]) = (self.below[v + 1], self.total());
        [(all_p - p).max(0.0), (all_n - n).max(0.0)]
    }

    /// That of bin `v`.
    pub(super) fn of(&self, v: usize) -> [f64; 2] {
        [self.positive[v], self.negative[v]]
    }

    /// That of all bins but `v`.
    pub(super) fn without(&self, v: usize) -> [f64; 2] {
        let ([p, n], [all_p, all_n]) = (self.of(v), self.total());
        [(all_p - p).max(0.0), (all_n - n).max(0.0)]
    }
}
