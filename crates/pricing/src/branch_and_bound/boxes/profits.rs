//! What the literals that a node may still get remove of its negative gain (test 4 of MATH.md).
//!
//! Let the node cover the positive gain P and the negative gain N. Each side of an axis that may be
//! cut, and each category that may be left out, removes at most so much of N and costs a literal if
//! the side is not paid for. With the profits, removal less cost, of those that a rule uses,
//!
//! ```text
//! gain(rule) <= P - N + sum of profits - fixed - per_literal * length
//! ```

use super::axis::{Axis, Kind, Step};
use super::options::{Needs, Options, left, more};
use super::price::Histogram;

/// The profits of all axes of a node.
#[derive(Debug, Default)]
pub(super) struct Profits {
    /// For each axis what its upper and its lower side remove at most; categories and missing cells
    /// count as the first.
    of_axis: Vec<[f64; 2]>,
    sum: f64,
    /// What costs no literal.
    free: f64,
    /// What costs literals, the largest first.
    paid: Vec<f64>,
}

impl Profits {
    pub(super) fn clear(&mut self) {
        self.of_axis.clear();
        self.paid.clear();
        (self.sum, self.free) = (0.0, 0.0);
    }

    fn add(&mut self, more: usize, profit: f64) -> f64 {
        let profit = profit.max(0.0);
        self.sum += profit;
        match more {
            0 => self.free += profit,
            _ if profit > 0.0 => self.paid.push(profit),
            _ => {}
        }
        profit
    }

    /// Counts the profits of the next axis.
    pub(super) fn count(&mut self, histogram: &Histogram, axis: &Axis, options: &Options, needs: &Needs) {
        let all = histogram.total()[1];
        let profit = |step: Step| {
            let more = more(axis, step);
            (more, all - left(histogram, axis, step)[1] - needs.per_literal * more as f64)
        };
        let sides = if axis.missing {
            [self.add(0, all - needs.per_literal), 0.0]
        } else if axis.kind == Kind::Interval {
            let end = options.ends.iter().position(|end| end[0]).map(|v| profit(Step::EndAt(v)));
            let begin = options.ends.iter().rposition(|end| end[1]).map(|v| profit(Step::BeginAfter(v)));
            [end, begin].map(|side| side.map_or(0.0, |(more, profit)| self.add(more, profit)))
        } else {
            let (mut apart, mut only) = (0.0, 0.0f64);
            for (v, &[alone, leave]) in options.categories.iter().enumerate() {
                if leave && axis.several {
                    let (more, profit) = profit(Step::LeaveOut(v));
                    apart += self.add(more, profit);
                } else if leave {
                    // The first that is left out costs a literal, unless one is paid.
                    let cost = if axis.out.is_empty() && !axis.present { needs.per_literal } else { 0.0 };
                    only = only.max(histogram.of(v)[1] - cost);
                    apart += histogram.of(v)[1].max(0.0);
                }
                if alone {
                    only = only.max(profit(Step::Only(v)).1);
                }
            }
            [if axis.several { apart } else { self.add(0, only.max(apart)) }, 0.0]
        };
        self.of_axis.push(sides);
    }

    pub(super) fn finish(&mut self) {
        self.paid.sort_unstable_by(|a, b| b.total_cmp(a));
    }

    /// What the literals of a rule remove, less their cost, that has at most so many more.
    pub(super) fn most(&self, more: Option<usize>) -> f64 {
        match more {
            Some(more) if more < self.paid.len() => self.free + self.paid[..more].iter().sum::<f64>(),
            _ => self.sum,
        }
    }

    /// The same of literals besides those that `step` on the axis `at` says all of.
    pub(super) fn besides(&self, at: usize, step: Step, more: Option<usize>) -> f64 {
        let own = match step {
            Step::EndAt(_) => self.of_axis[at][0],
            Step::BeginAfter(_) => self.of_axis[at][1],
            Step::Only(_) | Step::OnlyMissing => self.of_axis[at][0],
            _ => 0.0,
        };
        self.most(more).min(self.sum - own)
    }
}
