//! The decision that splits a node.

use super::axis::{Axis, Kind, Step};
use super::node::{Node, hash_of};
use super::options::{Needs, Options, left, more};
use super::price::Histogram;
use crate::branch_and_bound::table::Table;

/// A decision on one axis: a rule of the node obeys one of the steps.
#[derive(Clone, Debug, Default)]
pub(super) struct Split {
    pub(super) at: usize,
    /// The steps with what the rules that obey them gain at most.
    pub(super) steps: Vec<(f64, Step)>,
}

impl Split {
    /// Less is better: a guess at the nodes below, which grow fast with the distance from the bound to
    /// what rules have to gain. Measured on heart's duals against the largest bound alone, the rule of
    /// Kagawa and Eckstein: a third to a half of the nodes; squares and fourth powers do as well.
    fn score(&self, cutoff: f64) -> f64 {
        self.steps.iter().map(|(bound, _)| (bound - cutoff).max(0.0).powi(3)).sum()
    }
}

/// How much lower the sum of the positive net gains is where two bins are one.
pub(super) struct Joins<'a> {
    node: &'a Node,
    table: &'a Table,
    /// The classes of positive gain.
    positive: Vec<u32>,
}

impl<'a> Joins<'a> {
    pub(super) fn new(node: &'a Node, table: &'a mut Table) -> Self {
        table.clear(node.net.len());
        for row in 0..node.net.len() as u32 {
            if let Err(slot) = table.find(node.hashes[row as usize], |_| false) {
                table.insert(slot, row);
            }
        }
        let positive = (0..node.net.len() as u32).filter(|&row| node.net[row as usize] > 0.0).collect();
        Joins { node, table, positive }
    }

    /// Adds to `loss[v]` what is lost when the bins `v` and `to(v)` of the axis become one. Only the hashes
    /// are compared: the loss is a guess, good enough to choose by.
    fn losses(&self, at: usize, partner: impl Fn(u16) -> [Option<(u16, usize)>; 2], loss: &mut Vec<f64>) {
        let axis = &self.node.axes[at];
        let of_bin: Vec<u64> = (0..axis.bins() as u16).map(|bin| hash_of(axis.place, bin)).collect();
        loss.clear();
        loss.resize(axis.bins(), 0.0);
        for &row in &self.positive {
            let row = row as usize;
            let (bin, gain, hash) = (self.node.codes[at][row], self.node.net[row], self.node.hashes[row]);
            for (other, to) in partner(bin).into_iter().flatten() {
                let wanted = hash.wrapping_sub(of_bin[bin as usize]).wrapping_add(of_bin[other as usize]);
                if let Ok(row) = self.table.find(wanted, |row| self.node.hashes[row as usize] == wanted) {
                    loss[to] += gain.min((-self.node.net[row as usize]).max(0.0));
                }
            }
        }
    }
}

/// The best split of `node` on the axis `at`, if better than `best`.
pub(super) fn split_axis(
    joins: &Joins<'_>,
    at: usize,
    histogram: &Histogram,
    options: &Options,
    needs: &Needs,
    loss: &mut Vec<f64>,
    best: &mut Split,
) {
    let axis = &joins.node.axes[at];
    let bound = |step: Step| left(histogram, axis, step)[0] - needs.cost(more(axis, step));
    let mut consider = |steps: Vec<(f64, Step)>| {
        // What a joint loses is a guess: its step stays, to be bounded when it is opened.
        let keep = |&(bound, step): &(f64, Step)| bound > needs.cutoff || step.joins();
        let split = Split { at, steps: steps.into_iter().filter(keep).collect() };
        if best.steps.is_empty() || split.score(needs.cutoff) < best.score(needs.cutoff) {
            *best = split;
        }
    };
    let last = axis.bins() - 1;
    if axis.missing {
        joins.losses(at, |bin| [(bin as usize != last).then_some((last as u16, 0)), None], loss);
        let mut steps = vec![(bound(Step::Whole) - loss[0], Step::Whole)];
        steps.extend(options.missing[0].then(|| (bound(Step::OnlyMissing), Step::OnlyMissing)));
        steps.extend(options.missing[1].then(|| (bound(Step::Present), Step::Present)));
        return consider(steps);
    }
    match axis.kind {
        Kind::Interval => {
            let up = |bin: u16| ((bin as usize) < last).then_some((bin + 1, bin as usize));
            let down = |bin: u16| (bin > 0).then(|| (bin - 1, bin as usize - 1));
            joins.losses(at, |bin| [up(bin), down(bin)], loss);
            let first_end = options.ends.iter().position(|end| end[0]).unwrap_or(last);
            let last_begin = options.ends.iter().rposition(|end| end[1]);
            for v in 0..last {
                let span = match axis.inner {
                    Some(inner) if v >= inner => loss[inner..=v].iter().sum(),
                    Some(inner) => loss[v..inner].iter().sum(),
                    None => loss[v],
                };
                let mut steps = vec![(bound(Step::Span(v, v + 1)) - span, Step::Span(v, v + 1))];
                steps.extend((first_end <= v).then(|| (bound(Step::EndAt(v)), Step::EndAt(v))));
                let begins = last_begin.is_some_and(|last| last >= v);
                steps.extend(begins.then(|| (bound(Step::BeginAfter(v)), Step::BeginAfter(v))));
                consider(steps);
            }
        }
        Kind::Categories => {
            let inner = axis.inner.map(|bin| bin as u16);
            let partner = |bin: u16| match inner {
                Some(inner) if bin != inner => [Some((inner, bin as usize)), None],
                _ => [None, None],
            };
            joins.losses(at, partner, loss);
            for v in (0..=last).filter(|&v| axis.inner != Some(v)) {
                let mut steps = vec![(bound(Step::Keep(v)) - loss[v], Step::Keep(v))];
                steps.extend(options.categories[v][1].then(|| (bound(Step::LeaveOut(v)), Step::LeaveOut(v))));
                let only = axis.kept.is_empty() && options.categories[v][0];
                steps.extend(only.then(|| (bound(Step::Only(v)), Step::Only(v))));
                consider(steps);
            }
        }
    }
}

/// Whether a single step on `axis` leaves more than `best`: a rule worth offering.
pub(super) fn better_steps(
    histogram: &Histogram,
    axis: &Axis,
    needs: &Needs,
    at: usize,
    best: &mut (f64, usize, Option<Step>),
) {
    let mut consider = |step: Step| {
        let more = more(axis, step);
        let [positive, negative] = left(histogram, axis, step);
        let value = positive - negative - needs.fixed - needs.per_literal * (needs.length + more) as f64;
        if value > best.0 && needs.max_length.is_none_or(|most| needs.length + more <= most) {
            *best = (value, at, Some(step));
        }
    };
    let last = axis.bins() - 1;
    if axis.missing {
        consider(Step::OnlyMissing);
        consider(Step::Present);
    } else if axis.kind == Kind::Interval {
        (0..last).filter(|&v| axis.inner.is_none_or(|inner| v >= inner)).for_each(|v| consider(Step::EndAt(v)));
        (0..last).filter(|&v| axis.inner.is_none_or(|inner| v < inner)).for_each(|v| consider(Step::BeginAfter(v)));
    } else {
        for v in (0..=last).filter(|&v| axis.inner != Some(v)) {
            consider(Step::LeaveOut(v));
            if !axis.several && axis.kept.is_empty() {
                consider(Step::Only(v));
            }
        }
    }
}
