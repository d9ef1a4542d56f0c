//! What a node knows of one axis.

use crate::branch_and_bound::bins::{Arm, BinSet};
use crate::branch_and_bound::instance::Instance;
use rulegen_rule::Test;

/// In a map of bins: the rows of the bin are not covered.
pub(super) const GONE: u16 = u16::MAX;

/// What the literals of an axis may cut out of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// An interval of bins.
    Interval,
    /// One bin, or all but some.
    Categories,
}

/// The bins of an axis that the outer box of a node holds, and what is decided of them.
///
/// Let S be the bins that the literals of a rule leave. Only bins with rows count. S lies in the bins
/// of the node and holds the `inner` one, which stands for several that became one because all rules
/// of the node hold them. What S leaves out was paid for: `cost` counts the literals.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    /// Its place in the instance.
    pub(super) place: u32,
    pub(super) kind: Kind,
    /// The bins of the instance that are not the bin of missing cells.
    present_bins: u16,
    /// For every bin the first and the last bin of the instance in it.
    pub(super) spans: Vec<[u16; 2]>,
    /// Whether the last bin is that of missing cells, of which nothing is decided. All else of the
    /// axis is open then.
    pub(super) missing: bool,
    pub(super) inner: Option<usize>,
    /// Whether a literal cuts off the lower bins.
    pub(super) lower: bool,
    /// Whether a literal cuts off the upper bins.
    pub(super) upper: bool,
    /// Whether missing cells were cut off.
    pub(super) present: bool,
    only_missing: bool,
    /// Categories left out, as bins of the instance.
    pub(super) out: Vec<u16>,
    /// Categories that S holds.
    pub(super) kept: Vec<u16>,
    /// Whether S is no single category: all that are left out take a literal each.
    pub(super) several: bool,
}

/// A decision on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// S ends at this bin or before.
    EndAt(usize),
    /// S begins after this bin.
    BeginAfter(usize),
    /// S holds these bins and all between.
    Span(usize, usize),
    /// S is this category alone.
    Only(usize),
    /// S does not hold this category.
    LeaveOut(usize),
    /// S holds this category and others.
    Keep(usize),
    /// S is the missing cells.
    OnlyMissing,
    /// S is everything.
    Whole,
    /// S holds no missing cells.
    Present,
}

impl Step {
    /// Whether bins become one, instead of going.
    pub(super) fn joins(self) -> bool {
        matches!(self, Step::Span(..) | Step::Keep(_) | Step::Whole)
    }
}

impl Axis {
    /// An axis of `instance` whose literals are `arms`.
    pub(super) fn new<C>(instance: &Instance<C>, place: u32, arms: &[Arm]) -> Self {
        let bins = instance.axes[place as usize].bins;
        let present_bins = (arms.iter().filter(|a| a.literal.test != Test::Missing))
            .map(|a| a.set.high.max(a.set.extra))
            .max()
            .unwrap_or(bins as u16 - 1);
        let categories = arms.iter().any(|a| matches!(a.literal.test, Test::Is(_) | Test::IsNot(_)));
        Axis {
            place,
            kind: if categories { Kind::Categories } else { Kind::Interval },
            present_bins,
            spans: (0..bins as u16).map(|b| [b, b]).collect(),
            missing: bins > present_bins as usize,
            inner: None,
            lower: false,
            upper: false,
            present: false,
            only_missing: false,
            out: Vec::new(),
            kept: Vec::new(),
            several: false,
        }
    }

    pub(super) fn bins(&self) -> usize {
        self.spans.len()
    }

    /// The number of literals that every rule of the node has on this axis, at least.
    pub(super) fn cost(&self) -> usize {
        let sides = usize::from(self.lower) + usize::from(self.upper);
        let left_out = if self.several { self.out.len() } else { self.out.len().min(1) };
        sides.max(left_out).max(usize::from(self.present || self.only_missing))
    }

    /// Takes `step`; returns where each bin goes.
    pub(super) fn take(&mut self, step: Step) -> Vec<u16> {
        let mut map: Vec<u16> = (0..self.bins() as u16).collect();
        let last = self.bins() - 1;
        match step {
            Step::EndAt(v) => {
                self.upper = true;
                map[v + 1..].fill(GONE);
            }
            Step::BeginAfter(v) => {
                self.lower = true;
                map[..=v].fill(GONE);
            }
            Step::Span(a, b) => {
                let (a, b) = self.inner.map_or((a, b), |i| (a.min(i), b.max(i)));
                map[a..=b].fill(a as u16);
                self.inner = Some(a);
            }
            Step::Only(v) => {
                self.out.extend(self.spans.iter().enumerate().filter(|(b, _)| *b != v).map(|(_, s)| s[0]));
                map.iter_mut().enumerate().filter(|(b, _)| *b != v).for_each(|(_, to)| *to = GONE);
            }
            Step::LeaveOut(v) => {
                self.out.push(self.spans[v][0]);
                map[v] = GONE;
            }
            Step::Keep(v) => {
                self.keep(v, &mut map);
                self.several = true;
            }
            Step::OnlyMissing => {
                self.only_missing = true;
                map[..last].fill(GONE);
            }
            Step::Whole => map.fill(0),
            Step::Present => {
                self.present = true;
                self.missing = false;
                map[last] = GONE;
            }
        }
        map
    }

    /// The axis after `step`, bins that are gone forgotten.
    pub(super) fn after(&self, step: Step) -> Axis {
        let mut axis = self.clone();
        let map = axis.take(step);
        let mut occupied = vec![false; axis.bins()];
        map.iter().filter(|&&to| to != GONE).for_each(|&to| occupied[to as usize] = true);
        axis.squeeze(&map, &occupied);
        axis
    }

    /// Notes that S holds category `v`.
    pub(super) fn keep(&mut self, v: usize, map: &mut [u16]) {
        self.kept.push(self.spans[v][0]);
        self.several |= self.kept.len() > 1;
        match self.inner {
            Some(inner) => {
                let joint = inner.min(v);
                (map[v], map[inner]) = (joint as u16, joint as u16);
                self.inner = Some(joint);
            }
            None => self.inner = Some(v),
        }
    }

    /// Forgets the bins that hold no rows; returns where each goes.
    pub(super) fn squeeze(&mut self, joined: &[u16], occupied: &[bool]) -> Vec<u16> {
        let mut map = vec![GONE; self.bins()];
        let mut spans: Vec<[u16; 2]> = Vec::new();
        for bin in 0..self.bins() {
            if occupied[bin] {
                map[bin] = spans.len() as u16;
                spans.push(self.spans[bin]);
            }
            // The span of a joint bin is that of its parts.
            let to = joined[bin];
            if to != GONE && to as usize != bin && occupied[to as usize] {
                let span: &mut [u16; 2] = &mut spans[map[to as usize] as usize];
                *span = [span[0].min(self.spans[bin][0]), span[1].max(self.spans[bin][1])];
            }
        }
        self.missing &= occupied[self.bins() - 1];
        self.inner = self.inner.filter(|&bin| occupied[bin]).map(|bin| map[bin] as usize);
        self.spans = spans;
        map
    }

    /// Literals for the widest S, as places in `arms`, those of the axis; none if no literals leave it.
    pub(super) fn literals(&self, arms: &[Arm]) -> Option<Vec<usize>> {
        let find = |set: BinSet| arms.iter().position(|arm| arm.set == set);
        let present = self.present_bins as usize;
        let mut found = Vec::new();
        if self.only_missing {
            found.push(find(BinSet::range(present, present + 1))?);
        }
        if self.lower {
            found.push(find(BinSet::range(self.spans[0][0] as usize, present))?);
        }
        if self.upper {
            found.push(find(BinSet::range(0, self.spans[self.bins() - 1][1] as usize + 1))?);
        }
        let single = !self.out.is_empty() && !self.several && self.bins() == 1;
        let bin = self.spans[0][0] as usize;
        // There is no `=` literal for categories that training did not see.
        if let Some(at) = single.then(|| find(BinSet::range(bin, bin + 1))).flatten() {
            found.push(at);
        } else {
            for &bin in &self.out {
                found.push(find(BinSet::except(bin as usize, present))?);
            }
        }
        if self.present && found.is_empty() {
            found.push(self.any_without_missing(arms)?);
        }
        Some(found)
    }

    /// A literal that leaves all bins and no missing cells. One that ends between other bins than these
    /// could part rows that count as one, and were forgotten because their gains cancel.
    fn any_without_missing(&self, arms: &[Arm]) -> Option<usize> {
        let present = self.present_bins as usize;
        let (low, high) = (self.spans[0][0] as usize, self.spans[self.bins() - 1][1] as usize + 1);
        let holds = |set: BinSet| match self.kind {
            Kind::Interval => {
                [(0, present), (low, present), (0, high)].iter().any(|&(a, b)| set == BinSet::range(a, b))
            }
            Kind::Categories => {
                let all = self.spans.iter().flatten().chain(&self.kept).all(|&bin| set.contains(bin as usize));
                all && !set.contains(present)
            }
        };
        arms.iter().position(|arm| holds(arm.set))
    }
}
