//! Prices of literals: the gain that each would leave of a cover.

use super::instance::{Code, Cover, Instance};

/// A literal, and the positive and negative gain of the rows of a cover that satisfy it.
#[derive(Clone, Copy, Debug)]
pub(super) struct LiteralPrice {
    pub(super) literal: u32,
    pub(super) positive: f64,
    pub(super) negative: f64,
}

impl LiteralPrice {
    pub(super) fn net(&self) -> f64 {
        self.positive - self.negative
    }
}

/// Buffers of [`price_literals`].
#[derive(Debug, Default)]
pub(super) struct PriceBuffers {
    weights: Vec<f64>,
    running: Vec<[f64; 2]>,
    counts: Vec<f64>,
}

/// Prices the literals `alive` (by axis) on `cover`. One histogram of positive and negative gain
/// per axis and its running sum serve all literals of the axis.
pub(super) fn price_literals<C: Code>(
    instance: &Instance<C>,
    cover: &Cover,
    alive: &[u32],
    buffers: &mut PriceBuffers,
    into: &mut Vec<LiteralPrice>,
) {
    let PriceBuffers { weights, running, .. } = buffers;
    weights.clear();
    weights.extend(cover.rows.iter().map(|&r| instance.weights[r as usize]));
    let (positive_rows, negative_rows) = cover.rows.split_at(cover.split);
    let (positive_weights, negative_weights) = weights.split_at(cover.split);
    into.clear();
    for same_axis in alive.chunk_by(|&a, &b| instance.literals[a as usize].axis == instance.literals[b as usize].axis) {
        let axis = &instance.axes[instance.literals[same_axis[0] as usize].axis as usize];
        running.clear();
        running.resize(axis.bins + 1, [0.0; 2]);
        for (&row, weight) in positive_rows.iter().zip(positive_weights) {
            running[axis.codes[row as usize].bin() + 1][0] += weight;
        }
        for (&row, weight) in negative_rows.iter().zip(negative_weights) {
            running[axis.codes[row as usize].bin() + 1][1] += weight;
        }
        let mut sum = [0.0; 2];
        for entry in running.iter_mut() {
            sum = [sum[0] + entry[0], sum[1] + entry[1]];
            *entry = sum;
        }
        for &literal in same_axis {
            let [positive, negative] = instance.literals[literal as usize].set.sum(running);
            into.push(LiteralPrice { literal, positive, negative });
        }
    }
}

/// Drops the literals (by axis) that leave fewer than `least` rows of `cover`, since all rules with
/// them cover fewer too. Does nothing where rows are not counted.
pub(super) fn drop_small<C: Code>(
    instance: &Instance<C>,
    cover: &Cover,
    least: f64,
    buffers: &mut PriceBuffers,
    literals: &mut Vec<LiteralPrice>,
) {
    if instance.counts.is_empty() {
        return;
    }
    let running = &mut buffers.counts;
    let mut axis_of_sums = None;
    literals.retain(|l| {
        let literal = &instance.literals[l.literal as usize];
        if axis_of_sums != Some(literal.axis) {
            axis_of_sums = Some(literal.axis);
            let axis = &instance.axes[literal.axis as usize];
            running.clear();
            running.resize(axis.bins + 1, 0.0);
            cover.rows.iter().for_each(|&r| running[axis.codes[r as usize].bin() + 1] += instance.counts[r as usize]);
            (1..running.len()).for_each(|bin| running[bin] += running[bin - 1]);
        }
        literal.set.part_of(running) >= least
    });
}
