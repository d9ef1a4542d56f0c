//! The conditions of large gain on the cubes: the best of each set of axes, or all above a gain.

use super::axis::{Axis, Condition};
use super::question::Asked;
use super::settings::MOST_DIMENSIONS;
use rulegen_rule::{Literal, Rule};
use std::cmp::Ordering;

/// A rule on a cube: a condition on each of some axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hit {
    /// Its whole gain after costs.
    pub(super) net: f64,
    /// The number of its literals.
    literals: usize,
    /// Axes in ascending order, and the condition on each. The first `dimensions` are in use.
    conditions: [(u32, u32); MOST_DIMENSIONS],
    dimensions: usize,
}

impl Hit {
    /// Returns the places of axes, and of a condition on each.
    pub(super) fn conditions(&self) -> &[(u32, u32)] {
        &self.conditions[..self.dimensions]
    }

    /// Returns the rule.
    pub(super) fn rule(&self, axes: &[Axis]) -> Rule {
        Rule::new(self.conditions().iter().flat_map(|&place| literals(axes, place)))
    }

    /// Compares by larger gain, then fewer literals, then axes and conditions in order.
    pub(super) fn best_first(a: &Hit, b: &Hit) -> Ordering {
        let by_gain = b.net.total_cmp(&a.net).then(a.literals.cmp(&b.literals));
        by_gain.then_with(|| a.conditions[..a.dimensions].cmp(&b.conditions[..b.dimensions]))
    }
}

/// Returns the literals of a condition, given the places of its axis and of the condition on it.
pub(super) fn literals(axes: &[Axis], (axis, at): (u32, u32)) -> Vec<Literal> {
    axes[axis as usize].conditions[at as usize].literals.clone()
}

/// The axes of a cube with the conditions chosen on all but the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line<'a> {
    axes: [Option<&'a Axis>; MOST_DIMENSIONS],
    chosen: [u32; MOST_DIMENSIONS],
    dimensions: usize,
    /// The literals of the conditions chosen.
    pub(super) literals: usize,
}

impl<'a> Line<'a> {
    /// Makes the line of these axes, with nothing chosen yet.
    pub(super) fn new(axes: &[&'a Axis]) -> Self {
        let mut line =
            Line { axes: [None; MOST_DIMENSIONS], chosen: [0; MOST_DIMENSIONS], dimensions: axes.len(), literals: 0 };
        line.axes.iter_mut().zip(axes).for_each(|(to, axis)| *to = Some(axis));
        line
    }

    /// Returns the line where the condition `at`, of this number of literals, is chosen on an axis.
    pub(super) fn choose(mut self, axis: usize, at: usize, literals: usize) -> Self {
        self.chosen[axis] = at as u32;
        self.literals += literals;
        self
    }

    /// Returns the condition chosen on an axis.
    pub(super) fn chosen(&self, axis: usize) -> usize {
        self.chosen[axis] as usize
    }

    /// Returns an axis and the condition chosen on it, which there is on all but the last.
    fn condition(&self, level: usize) -> (&'a Axis, Option<&'a Condition>) {
        let axis = self.axes[level].expect("one of the axes");
        (axis, (level + 1 < self.dimensions).then(|| &axis.conditions[self.chosen(level)]))
    }

    fn hit(mut self, at: usize, net: f64, literals: usize) -> Hit {
        self.chosen[self.dimensions - 1] = at as u32;
        let mut conditions = [(0, 0); MOST_DIMENSIONS];
        for ((to, axis), &at) in conditions.iter_mut().zip(self.axes.iter().flatten()).zip(&self.chosen) {
            *to = (axis.place, axis.conditions[at as usize].place);
        }
        Hit { net, literals, conditions, dimensions: self.dimensions }
    }
}

/// The cube of training rows: entries are sums up to the bins of the outer axes, and of conditions
/// on the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct RowCounts<'a> {
    pub(super) cube: &'a [f64],
    /// The conditions on the last axis.
    pub(super) conditions: usize,
    /// The fewest rows of a rule.
    pub(super) least: f64,
}

impl RowCounts<'_> {
    /// True if the rule of a line and the condition `at` on its last axis covers enough rows.
    fn enough(&self, line: &Line<'_>, at: usize) -> bool {
        self.count(line, at, 0, 0) >= self.least
    }

    /// Counts the rows in a cell over the axes before `level` that satisfy the other conditions of
    /// the line. Only few entries are asked about, so that no part of the cube is computed for all.
    fn count(&self, line: &Line<'_>, at: usize, level: usize, cell: usize) -> f64 {
        let (axis, chosen) = line.condition(level);
        let Some(chosen) = chosen else { return self.cube[cell * self.conditions + at] };
        let up_to = |bin: u32| match bin {
            0 => 0.0,
            bin => self.count(line, at, level + 1, cell * axis.bins + bin as usize - 1),
        };
        chosen.ranges.iter().map(|&(low, high)| up_to(high) - up_to(low)).sum()
    }
}

/// The entries of a line of conditions of the same number of literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'a> {
    pub(super) line: &'a Line<'a>,
    /// The whole gains before costs.
    pub(super) gains: &'a [f64],
    /// The training rows, where they are counted.
    pub(super) rows: Option<RowCounts<'a>>,
    /// The place of the first entry among the conditions of the axis.
    pub(super) from: usize,
}

impl Entries<'_> {
    /// Returns the places and the gains times `sign` after costs, whatever rows the entries cover.
    pub(super) fn nets(&self, sign: f64, cost: f64) -> impl Iterator<Item = (usize, f64)> {
        self.gains.iter().map(move |gain| sign * gain - cost).enumerate()
    }

    /// True if an entry covers enough rows.
    pub(super) fn has_rows(&self, at: usize) -> bool {
        self.rows.is_none_or(|rows| rows.enough(self.line, self.from + at))
    }
}

/// Returns the largest of some numbers, in a form that compilers make vector instructions of.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, |most, value| if value > most { value } else { most })
}

/// Takes rules from the lines of cubes.
pub(super) trait Collector {
    /// True if a line with these entries, whatever rows they cover, is to be taken.
    fn wants(&self, asked: &[Asked<'_>], gains: &[f64], literals: usize) -> bool {
        let _ = (asked, gains, literals);
        true
    }

    /// Called with the entries of a line that have `literals` literals in all, if it is wanted.
    fn take(&mut self, asked: &[Asked<'_>], entries: Entries<'_>, literals: usize);

    /// Called after the last line of each set of axes.
    fn end_set(&mut self) {}
}

/// Returns the largest gain times `sign`.
fn largest_gain(gains: &[f64], sign: f64) -> f64 {
    match sign > 0.0 {
        true => largest(gains.iter().copied()),
        false => largest(gains.iter().map(|gain| -gain)),
    }
}

/// Keeps the best rule over each set of axes: the first by [`Hit::best_first`].
pub(super) struct BestOfSets {
    /// For each problem, the whole gain that a rule has to exceed.
    above: Vec<f64>,
    /// The best of the set at hand, for each problem.
    best: Vec<Option<Hit>>,
    /// For each problem, the best of each set.
    pub(super) hits: Vec<Vec<Hit>>,
}

impl BestOfSets {
    pub(super) fn new(above: Vec<f64>) -> Self {
        BestOfSets { best: vec![None; above.len()], hits: vec![Vec::new(); above.len()], above }
    }

    /// True if a rule of this whole gain may be the best of the set, if only by a tie.
    fn may_be_best(&self, problem: usize, net: f64) -> bool {
        self.best[problem].map_or(net > self.above[problem], |best| net >= best.net)
    }
}

impl Collector for BestOfSets {
    fn wants(&self, asked: &[Asked<'_>], gains: &[f64], literals: usize) -> bool {
        let improves = |(problem, asked): (usize, &Asked<'_>)| {
            self.may_be_best(problem, largest_gain(gains, asked.sign) - asked.costs[literals])
        };
        asked.iter().enumerate().any(improves)
    }

    fn take(&mut self, asked: &[Asked<'_>], entries: Entries<'_>, literals: usize) {
        for (problem, asked) in asked.iter().enumerate() {
            for (at, net) in entries.nets(asked.sign, asked.costs[literals]) {
                if self.may_be_best(problem, net) && entries.has_rows(at) {
                    let hit = entries.line.hit(entries.from + at, net, literals);
                    // Longer rules over the first axis come before shorter ones over the next.
                    if self.best[problem].is_none_or(|best| Hit::best_first(&hit, &best).is_lt()) {
                        self.best[problem] = Some(hit);
                    }
                }
            }
        }
    }

    fn end_set(&mut self) {
        self.hits.iter_mut().zip(&mut self.best).for_each(|(hits, best)| hits.extend(best.take()));
    }
}

/// Keeps rules above a gain for one problem: all, or the best where there are many.
pub(super) struct AllAbove {
    /// Rules of larger whole gain are all here.
    pub(super) floor: f64,
    /// The number of rules of which there may be twice as many before the worse half goes.
    kept: usize,
    pub(super) hits: Vec<Hit>,
    /// True if rules above the first floor are not here.
    pub(super) dropped: bool,
}

/// The least number of rules that [`AllAbove`] keeps.
const FEW_HITS: usize = 1 << 12;

impl AllAbove {
    /// Collects the rules of whole gain above `floor`, at least the best `kept`.
    pub(super) fn new(floor: f64, kept: usize) -> Self {
        AllAbove { floor, kept: kept.saturating_mul(2).max(FEW_HITS), hits: Vec::new(), dropped: false }
    }

    /// Joins other collections to this one: the rules that one would have kept.
    pub(super) fn join(mut self, others: Vec<AllAbove>) -> AllAbove {
        self.floor = others.iter().map(|other| other.floor).fold(self.floor, f64::max);
        for other in others {
            self.dropped |= other.dropped;
            self.add(other.hits.into_iter());
        }
        self
    }

    /// Adds rules above the floor.
    fn add(&mut self, hits: impl Iterator<Item = Hit>) {
        let floor = self.floor;
        self.hits.extend(hits.filter(|hit| hit.net > floor));
        if self.hits.len() > self.kept.saturating_mul(2) {
            self.drop_worse();
        }
    }

    /// Forgets the rules that are not among the best.
    fn drop_worse(&mut self) {
        let (_, last, _) = self.hits.select_nth_unstable_by(self.kept, Hit::best_first);
        // Rules that tie with the first one dropped go too, so that none above the floor is
        // missing.
        self.floor = last.net;
        self.hits.retain(|hit| hit.net > self.floor);
        self.dropped = true;
    }
}

impl Collector for AllAbove {
    fn wants(&self, asked: &[Asked<'_>], gains: &[f64], literals: usize) -> bool {
        largest_gain(gains, asked[0].sign) - asked[0].costs[literals] > self.floor
    }

    fn take(&mut self, asked: &[Asked<'_>], entries: Entries<'_>, literals: usize) {
        let (floor, nets) = (self.floor, entries.nets(asked[0].sign, asked[0].costs[literals]));
        let hits = nets.filter(|&(at, net)| net > floor && entries.has_rows(at));
        self.add(hits.map(|(at, net)| entries.line.hit(entries.from + at, net, literals)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_collections_have_all_rules_above_their_floor() {
        let hit = |place: usize| {
            let conditions = [(place as u32, 0); MOST_DIMENSIONS];
            Hit { net: (place * 7 % 9973) as f64, literals: 1, conditions, dimensions: 1 }
        };
        // Each has room for its rules, and all together have not.
        let size = 3 * FEW_HITS / 2;
        let part = |at: usize| {
            let mut part = AllAbove::new(10.0, 1);
            part.add((at * size..(at + 1) * size).map(hit));
            assert!(!part.dropped);
            part
        };
        let mut joined = AllAbove::new(10.0, 1).join((0..4).map(part).collect());
        assert!(joined.dropped && joined.floor > 10.0);
        assert!((1..=2 * FEW_HITS).contains(&joined.hits.len()));
        let mut above: Vec<Hit> = (0..4 * size).map(hit).filter(|hit| hit.net > joined.floor).collect();
        above.sort_unstable_by(Hit::best_first);
        joined.hits.sort_unstable_by(Hit::best_first);
        assert_eq!(joined.hits, above);
    }
}
