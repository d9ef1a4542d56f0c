//! The conditions of large gain on the cubes: the best of each set of axes, or all above a gain.

use super::axis::Axis;
use super::question::Asked;
use rulegen_rule::Rule;
use std::cmp::Ordering;

/// The most axes of a cube.
pub(super) const MOST_DIMENSIONS: usize = 4;

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
    /// Returns the rule.
    pub(super) fn rule(&self, axes: &[Axis]) -> Rule {
        let used = &self.conditions[..self.dimensions];
        Rule::new(used.iter().flat_map(|&(axis, at)| axes[axis as usize].conditions[at as usize].literals.clone()))
    }

    /// Compares by larger gain, then fewer literals, then axes and conditions in order.
    pub(super) fn best_first(a: &Hit, b: &Hit) -> Ordering {
        let by_gain = b.net.total_cmp(&a.net).then(a.literals.cmp(&b.literals));
        by_gain.then_with(|| a.conditions[..a.dimensions].cmp(&b.conditions[..b.dimensions]))
    }
}

/// The axes of a cube with the conditions chosen on all but the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    axes: [u32; MOST_DIMENSIONS],
    conditions: [u32; MOST_DIMENSIONS],
    dimensions: usize,
    /// The literals of the conditions chosen.
    pub(super) literals: usize,
}

impl Line {
    /// Makes the line of these axes, with nothing chosen yet.
    pub(super) fn new(axes: &[usize]) -> Self {
        let mut line =
            Line { axes: [0; MOST_DIMENSIONS], conditions: [0; MOST_DIMENSIONS], dimensions: axes.len(), literals: 0 };
        line.axes.iter_mut().zip(axes).for_each(|(to, &axis)| *to = axis as u32);
        line
    }

    /// Returns the line where the condition `at`, of this number of literals, is chosen on an axis.
    pub(super) fn choose(mut self, axis: usize, at: usize, literals: usize) -> Self {
        self.conditions[axis] = at as u32;
        self.literals += literals;
        self
    }

    fn hit(&self, at: usize, net: f64, literals: usize) -> Hit {
        let mut conditions = [(0, 0); MOST_DIMENSIONS];
        for (to, from) in conditions.iter_mut().zip(self.axes.iter().zip(self.conditions)) {
            *to = (*from.0, from.1);
        }
        conditions[self.dimensions - 1].1 = at as u32;
        Hit { net, literals, conditions, dimensions: self.dimensions }
    }
}

/// The entries of a line of conditions of the same number of literals.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entries<'a> {
    /// The whole gains before costs.
    pub(super) gains: &'a [f64],
    /// The rows, or nothing where rows are not counted.
    pub(super) rows: &'a [f64],
    /// The fewest rows of a rule, where they are counted.
    pub(super) least: f64,
    /// The place of the first entry among the conditions of the axis.
    pub(super) from: usize,
}

impl Entries<'_> {
    /// Returns the largest gain times `sign`, of entries that cover enough rows.
    fn largest(&self, sign: f64) -> f64 {
        match (self.rows.is_empty(), sign > 0.0) {
            (true, true) => largest(self.gains.iter().copied()),
            (true, false) => largest(self.gains.iter().map(|gain| -gain)),
            (false, _) => largest(self.admitted(sign)),
        }
    }

    /// The gains times `sign`; minus infinity for those that cover too few rows.
    fn admitted(&self, sign: f64) -> impl Iterator<Item = f64> + '_ {
        let admit = move |(gain, rows): (&f64, &f64)| if *rows >= self.least { sign * gain } else { f64::NEG_INFINITY };
        self.gains.iter().zip(self.rows).map(admit)
    }

    fn value(&self, at: usize, sign: f64) -> f64 {
        match self.rows.get(at) {
            Some(&rows) if rows < self.least => f64::NEG_INFINITY,
            _ => sign * self.gains[at],
        }
    }
}

/// Returns the largest of some numbers, in a form that compilers make vector instructions of.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(f64::NEG_INFINITY, |most, value| if value > most { value } else { most })
}

/// Takes rules from the lines of cubes.
pub(super) trait Collector {
    /// Called with the entries of a line that have `literals` literals in all.
    fn take(&mut self, asked: &[Asked<'_>], line: &Line, entries: Entries<'_>, literals: usize);

    /// Called after the last line of each set of axes.
    fn end_set(&mut self);
}

/// Keeps the best rule over each set of axes; of rules of equal gain the shorter, then the first.
pub(super) struct BestOfSets {
    /// The best of the set at hand, for each problem.
    best: Vec<Option<Hit>>,
    /// For each problem, the whole gain that a rule of use has to exceed.
    pub(super) floors: Vec<f64>,
    /// For each problem, the best of each set above the floor.
    pub(super) hits: Vec<Vec<Hit>>,
    /// For each problem, the largest whole gain of all, above the floor or not.
    pub(super) most: Vec<f64>,
}

impl BestOfSets {
    pub(super) fn new(floors: Vec<f64>) -> Self {
        let problems = floors.len();
        BestOfSets {
            best: vec![None; problems],
            floors,
            hits: vec![Vec::new(); problems],
            most: vec![f64::NEG_INFINITY; problems],
        }
    }
}

impl Collector for BestOfSets {
    fn take(&mut self, asked: &[Asked<'_>], line: &Line, entries: Entries<'_>, literals: usize) {
        for (best, asked) in self.best.iter_mut().zip(asked) {
            let net = entries.largest(asked.sign) - asked.costs[literals];
            // Short rules come first, so that a tie leaves the rule that is there.
            if net > best.map_or(f64::NEG_INFINITY, |best| best.net) {
                let gain = net + asked.costs[literals];
                let at = (0..entries.gains.len()).find(|&at| entries.value(at, asked.sign) == gain);
                *best = Some(line.hit(entries.from + at.expect("the largest is one of them"), net, literals));
            }
        }
    }

    fn end_set(&mut self) {
        for (place, best) in self.best.iter_mut().enumerate() {
            if let Some(hit) = best.take() {
                self.most[place] = self.most[place].max(hit.net);
                if hit.net > self.floors[place] {
                    self.hits[place].push(hit);
                }
            }
        }
    }
}

/// Keeps rules above a gain for one problem: all, or the best where there are many.
pub(super) struct AllAbove {
    /// Rules of larger whole gain are all here.
    floor: f64,
    /// The number of rules of which there may be twice as many before the worse half goes.
    kept: usize,
    pub(super) hits: Vec<Hit>,
    /// True if rules above the first floor are not here.
    pub(super) dropped: bool,
    /// The largest whole gain of all, above the floor or not.
    pub(super) most: f64,
}

/// The least number of rules that [`AllAbove`] keeps.
const FEW_HITS: usize = 1 << 12;

impl AllAbove {
    /// Collects the rules of whole gain above `floor`, at least the best `kept`.
    pub(super) fn new(floor: f64, kept: usize) -> Self {
        AllAbove {
            floor,
            kept: kept.saturating_mul(2).max(FEW_HITS),
            hits: Vec::new(),
            dropped: false,
            most: f64::NEG_INFINITY,
        }
    }

    /// Joins collections: the rules that each would have kept.
    pub(super) fn join(parts: Vec<AllAbove>) -> AllAbove {
        let floor = parts.iter().map(|part| part.floor).fold(f64::NEG_INFINITY, f64::max);
        let mut all = AllAbove::new(floor, 0);
        for part in parts {
            all.dropped |= part.dropped;
            all.most = all.most.max(part.most);
            all.hits.extend(part.hits.into_iter().filter(|hit| hit.net > floor));
        }
        all
    }

    /// Forgets the rules that are not among the best.
    fn drop_worse(&mut self) {
        let (_, last, _) = self.hits.select_nth_unstable_by(self.kept, Hit::best_first);
        // Rules that tie with the first one dropped go too, so that none above the floor is missing.
        self.floor = last.net;
        self.hits.retain(|hit| hit.net > self.floor);
        self.dropped = true;
    }
}

impl Collector for AllAbove {
    fn take(&mut self, asked: &[Asked<'_>], line: &Line, entries: Entries<'_>, literals: usize) {
        let asked = &asked[0];
        let cost = asked.costs[literals];
        let largest = entries.largest(asked.sign) - cost;
        self.most = self.most.max(largest);
        if largest > self.floor {
            let nets = (0..entries.gains.len()).map(|at| (at, entries.value(at, asked.sign) - cost));
            let hits = nets.filter(|(_, net)| *net > self.floor);
            self.hits.extend(hits.map(|(at, net)| line.hit(entries.from + at, net, literals)));
            if self.hits.len() > self.kept.saturating_mul(2) {
                self.drop_worse();
            }
        }
    }

    fn end_set(&mut self) {}
}
