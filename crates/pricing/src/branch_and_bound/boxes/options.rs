//! The decisions on an axis that a best rule may call for.

use super::axis::{Axis, Kind, Step};
use super::price::Histogram;
use super::profits::Profits;

/// What a decision must leave to be worth taking.
#[derive(Clone, Copy, Debug)]
pub(super) struct Needs {
    /// The literals of the node.
    pub(super) length: usize,
    pub(super) max_length: Option<usize>,
    /// What rules have to gain.
    pub(super) cutoff: f64,
    pub(super) fixed: f64,
    pub(super) per_literal: f64,
    /// A literal that removes no more negative gain than this does not pay for itself.
    pub(super) least: f64,
}

impl Needs {
    /// What the rules with so many more literals cost at least. Those of one literal are known before.
    pub(super) fn cost(&self, more: usize) -> f64 {
        self.fixed + self.per_literal * (self.length + more).max(2) as f64
    }

    /// The cost of the literals that are forced, however few.
    pub(super) fn cost_of(&self, more: usize) -> f64 {
        self.fixed + self.per_literal * (self.length + more) as f64
    }

    /// How many literals rules with `more` may get besides.
    pub(super) fn besides(&self, more: usize) -> Option<usize> {
        self.max_length.map(|most| most.saturating_sub(self.length + more))
    }

    /// Whether rules with `more` literals that cover `positive` gain may be of use.
    fn admit(&self, more: usize, positive: f64) -> bool {
        let fits = self.max_length.is_none_or(|most| self.length + more <= most);
        fits && positive - self.cost(more) > self.cutoff
    }
}

/// The literals that `axis` costs more when `step` is taken.
pub(super) fn more(axis: &Axis, step: Step) -> usize {
    let sides = usize::from(axis.lower) + usize::from(axis.upper);
    let before = axis.cost();
    let after = match step {
        Step::EndAt(_) if !axis.upper => sides + 1,
        Step::BeginAfter(_) if !axis.lower => sides + 1,
        Step::Only(_) | Step::OnlyMissing | Step::Present => 1,
        Step::LeaveOut(_) if axis.several => axis.out.len() + 1,
        Step::LeaveOut(_) => 1,
        Step::Keep(_) => axis.out.len(),
        _ => before,
    };
    after.max(before) - before
}

/// The positive and negative gain of the bins that `step` leaves; classes may be joined besides.
pub(super) fn left(histogram: &Histogram, axis: &Axis, step: Step) -> [f64; 2] {
    let last = axis.bins() - 1;
    match step {
        Step::EndAt(v) => histogram.up_to(v),
        Step::BeginAfter(v) => histogram.after(v),
        Step::Only(v) => histogram.of(v),
        Step::LeaveOut(v) => histogram.without(v),
        Step::OnlyMissing => histogram.of(last),
        Step::Present => histogram.up_to(last - 1),
        Step::Span(..) | Step::Keep(_) | Step::Whole => histogram.total(),
    }
}

/// Whether a best rule may call for `step` on an axis, if the set of bins ends exactly there.
///
/// Of the best rules think of a shortest, and of those of one cover of any. Then a literal removes more
/// negative gain than it costs (else the rule without it is as good and shorter), the outermost bin
/// next to a cut holds positive gain (else the cut may be moved inwards), and the first bin cut off
/// holds negative gain (else it may be moved outwards).
pub(super) fn serves(histogram: &Histogram, axis: &Axis, step: Step, needs: &Needs) -> bool {
    let more = more(axis, step);
    let [positive, negative] = left(histogram, axis, step);
    if !needs.admit(more, positive) {
        return false;
    }
    let removed = histogram.total()[1] - negative;
    let bare = axis.present && !axis.lower && !axis.upper;
    let last = axis.bins() - 1;
    match step {
        Step::EndAt(v) => {
            (more == 0 || removed > needs.least)
                && axis.inner.is_none_or(|inner| v >= inner)
                && (axis.inner == Some(v) || histogram.positive[v] > 0.0)
                && (histogram.negative[v + 1] > 0.0 || bare && v + 1 == last)
        }
        Step::BeginAfter(v) => {
            (more == 0 || removed > needs.least)
                && axis.inner.is_none_or(|inner| v < inner)
                && (axis.inner == Some(v + 1) || histogram.positive[v + 1] > 0.0)
                && (histogram.negative[v] > 0.0 || bare && v == 0)
        }
        Step::Only(v) => {
            let first = axis.out.is_empty() && !axis.present;
            !axis.several && (!first || removed > needs.least) && axis.inner.is_none_or(|inner| v == inner)
        }
        Step::LeaveOut(v) => axis.inner != Some(v) && (!axis.several || more == 0 || removed > needs.least),
        Step::OnlyMissing => removed > needs.least,
        Step::Present | Step::Span(..) | Step::Keep(_) | Step::Whole => true,
    }
}

/// What is left to decide on an axis, and what follows at once.
#[derive(Debug, Default)]
pub(super) struct Options {
    /// For every cut between two bins, whether a set of bins may end, and begin, there.
    pub(super) ends: Vec<[bool; 2]>,
    /// For every category, whether it may be the only one, and be left out.
    pub(super) categories: Vec<[bool; 2]>,
    /// Whether missing cells may be all, and be left out.
    pub(super) missing: [bool; 2],
}

impl Options {
    pub(super) fn find(&mut self, histogram: &Histogram, axis: &Axis, needs: &Needs) {
        self.ends.clear();
        self.categories.clear();
        let serves = |step| serves(histogram, axis, step, needs);
        if axis.missing {
            self.missing = [serves(Step::OnlyMissing), serves(Step::Present)];
        } else if axis.kind == Kind::Interval {
            self.ends.extend((0..axis.bins() - 1).map(|v| [serves(Step::EndAt(v)), serves(Step::BeginAfter(v))]));
        } else {
            self.categories.extend((0..axis.bins()).map(|v| [serves(Step::Only(v)), serves(Step::LeaveOut(v))]));
        }
    }

    /// Forgets what leaves too much negative gain for the others to remove.
    pub(super) fn bound(&mut self, histogram: &Histogram, axis: &Axis, at: usize, profits: &Profits, needs: &Needs) {
        let good = |step: Step| {
            let more = more(axis, step);
            let [positive, negative] = left(histogram, axis, step);
            let gain = positive - negative + profits.besides(at, step, needs.besides(more));
            gain - needs.cost_of(more) > needs.cutoff
        };
        let last = axis.bins() - 1;
        if axis.missing {
            self.missing[0] &= good(Step::OnlyMissing);
        }
        debug_assert!(self.ends.is_empty() || self.ends.len() == last);
        for (v, [end, begin]) in self.ends.iter_mut().enumerate() {
            *end = *end && good(Step::EndAt(v));
            *begin = *begin && good(Step::BeginAfter(v));
        }
        for (v, [only, leave]) in self.categories.iter_mut().enumerate() {
            *only = *only && good(Step::Only(v));
            *leave = *leave && good(Step::LeaveOut(v));
        }
    }

    /// Decides on `axis` what has one outcome only. Returns where its bins go if any go anywhere.
    pub(super) fn decide(&self, histogram: &Histogram, axis: &mut Axis) -> Option<Vec<u16>> {
        if axis.missing {
            return (self.missing == [false; 2]).then(|| axis.take(Step::Whole));
        }
        match axis.kind {
            Kind::Interval => self.decide_interval(histogram, axis),
            Kind::Categories => self.decide_categories(axis),
        }
    }

    fn decide_interval(&self, histogram: &Histogram, axis: &mut Axis) -> Option<Vec<u16>> {
        let last = axis.bins() - 1;
        // A side that is paid for ends where there is positive gain.
        let idle = |bin: usize| histogram.positive[bin] == 0.0 && axis.inner != Some(bin);
        let low = if axis.lower { (0..=last).find(|&bin| !idle(bin))? } else { 0 };
        let high = if axis.upper { (0..=last).rfind(|&bin| !idle(bin))? } else { last };
        let mut map: Vec<u16> = (0..=last as u16).collect();
        if low > 0 || high < last {
            map[..low].fill(super::axis::GONE);
            map[high + 1..].fill(super::axis::GONE);
            return Some(map);
        }
        let least_high = self.ends.iter().position(|end| end[0]).unwrap_or(last);
        let most_low = self.ends.iter().rposition(|end| end[1]).map_or(0, |v| v + 1);
        if most_low <= least_high {
            axis.take(Step::Span(most_low, least_high));
        }
        let inner = |bin: usize| (most_low..=least_high).contains(&bin);
        for v in 0..last {
            if self.ends[v] == [false; 2] || inner(v) && inner(v + 1) {
                map[v + 1] = map[v];
            }
        }
        axis.inner = axis.inner.map(|bin| map[bin] as usize);
        (map[1..].iter().zip(&map).any(|(a, b)| a == b)).then_some(map)
    }

    fn decide_categories(&self, axis: &mut Axis) -> Option<Vec<u16>> {
        let mut map: Vec<u16> = (0..axis.bins() as u16).collect();
        axis.several |= self.categories.iter().all(|c| !c[0]);
        for v in 0..axis.bins() {
            if !self.categories[v][1] && axis.inner != Some(map[v] as usize) {
                axis.keep(v, &mut map);
            }
        }
        (map.iter().enumerate().any(|(bin, &to)| to as usize != bin)).then_some(map)
    }
}
