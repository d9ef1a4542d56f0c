//! The rules of a question, from cubes of few axes to cubes of many.

use super::axis::Axis;
use super::hits::{BestOfSets, Collector, Hit};
use super::narrow::BoundedSet;
use super::pairs::{Marks, Pairs};
use super::question::{Asked, Question};
use super::rows::Scope;
use super::sets::{Sets, products};
use super::sweep::Sweep;
use rulegen_limits::Limits;
use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, Ordering};

/// The entries of cubes for each row and pair of axes above which pairs of conditions are marked.
/// Derived: a mark takes an addition for each row and pair, and each problem of a question; it
/// saves a part of the entries, of which a processor compares several at a time.
const ENTRIES_PER_MARK: f64 = 8.0;

/// The most pairs of conditions that are marked: 256 MB.
const MOST_MARKS: f64 = (1u64 << 28) as f64;

/// The sets that are looked at between two raises of the cutoff.
const SETS_AT_ONCE: usize = 8;

/// The rules of a question over the rows.
pub(super) struct Search<'a> {
    axes: &'a [Axis],
    question: &'a Question<'a>,
    scope: Scope,
    limits: &'a Limits,
    stopped: AtomicBool,
    /// The places of the rows that matter among all rows, and their whole gains.
    active: Vec<usize>,
    gains: Vec<f64>,
    /// Their training rows; empty if they are not counted.
    counts: Vec<f64>,
    /// Their bins on each axis.
    bins: Vec<Vec<u16>>,
}

impl<'a> Search<'a> {
    /// Makes the search for rules on `axes`, given the whole gain and the training rows of each
    /// row.
    pub(super) fn new(
        axes: &'a [Axis],
        [gains, counts]: [&[f64]; 2],
        question: &'a Question<'a>,
        scope: Scope,
        limits: &'a Limits,
    ) -> Self {
        let counted = question.first().counts_rows();
        let active: Vec<usize> = (0..gains.len()).filter(|&row| counted || gains[row] != 0.0).collect();
        let counts = if counted { active.iter().map(|&row| counts[row]).collect() } else { Vec::new() };
        Search {
            axes,
            question,
            scope,
            limits,
            stopped: AtomicBool::new(limits.reached().is_some()),
            gains: active.iter().map(|&row| gains[row]).collect(),
            counts,
            bins: bins_of(axes, &active),
            active,
        }
    }

    /// True if a limit ended the search.
    pub(super) fn stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// True if the search has seen all rules that the problems allow.
    pub(super) fn is_complete(&self) -> bool {
        self.scope.complete && !self.stopped()
    }

    /// Finds, for each problem, the best rules of the `columns` best sets of axes, and some others.
    pub(super) fn best(&self, columns: usize) -> Vec<BestRules> {
        let floor = |asked: &Asked<'_>| self.question.floor(asked);
        let mut best: Vec<_> = self.question.asked.iter().map(|asked| BestRules::new(floor(asked), columns)).collect();
        self.find(&self.few(), &mut best);
        if self.scope.dimensions > 2 {
            let reduced = self.reduce(&above(&best));
            self.find(&self.many(&reduced), &mut best);
        }
        best
    }

    /// Finds the best rules of the sets of a sweep. The sets of large bounds come first: their
    /// rules raise the cutoff.
    fn find(&self, sweep: &Sweep<'_>, best: &mut [BestRules]) {
        let least = best.iter().map(BestRules::most).fold(f64::INFINITY, f64::min);
        let mut bounded = sweep.bounded(&above(best), least);
        let largest = |set: &BoundedSet| set.nets.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        bounded.sort_by(|a, b| largest(b).total_cmp(&largest(a)));
        let mut bounded = bounded.iter();
        loop {
            let above = above(best);
            let left = bounded.by_ref().filter(|set| set.exceeds(&above));
            let sets: Vec<&[usize]> = left.map(|set| &*set.axes).take(SETS_AT_ONCE).collect();
            if sets.is_empty() {
                return;
            }
            let parts = sweep.run_these(&sets, || BestOfSets::new(above.clone()));
            for (at, best) in best.iter_mut().enumerate() {
                best.add(&parts.iter().flat_map(|part| &part.hits[at]).copied().collect::<Vec<_>>());
            }
        }
    }

    /// Shows all rules whose whole gain is above `above` to collectors, and some others.
    pub(super) fn all_above<C: Collector + Send>(&self, above: f64, make: impl Fn() -> C + Sync) -> Vec<C> {
        let find = |sweep: &Sweep<'_>| {
            let bounded = sweep.bounded(&[above], above);
            let sets: Vec<&[usize]> = bounded.iter().map(|set| &*set.axes).collect();
            sweep.run_these(&sets, &make)
        };
        let mut parts = find(&self.few());
        if self.scope.dimensions > 2 {
            let reduced = self.reduce(&[above]);
            parts.extend(find(&self.many(&reduced)));
        }
        parts
    }

    /// The sets of one or two axes.
    fn few(&self) -> Sweep<'_> {
        self.sweep(self.axes, &self.bins, None, 1..=self.scope.dimensions.min(2))
    }

    /// The sets of three axes or more.
    fn many<'b>(&'b self, reduced: &'b Reduced) -> Sweep<'b> {
        self.sweep(&reduced.axes, &reduced.bins, reduced.pairs.as_ref(), 3..=self.scope.dimensions)
    }

    /// Leaves out conditions and pairs of conditions that no rule over three axes or more has whose
    /// whole gain is above that of its problem (docs/MATH.md 5).
    fn reduce(&self, above: &[f64]) -> Reduced {
        let (all, most) = (self.axes, self.scope.literals);
        let single = |set: &[usize]| (1, all[set[0]].conditions.len());
        let marks = self.marks(all, &self.bins, above, 1..=1, most - 2, single);
        let axes = all.iter().zip(&marks).map(|(axis, marks)| axis.with(marks));
        let axes: Vec<Axis> = axes.filter(|axis| !axis.conditions.is_empty()).collect();
        let bins = bins_of(&axes, &self.active);
        let pairs = self.pays_to_mark(&axes).then(|| {
            let pair = |set: &[usize]| (axes[set[0]].conditions.len(), axes[set[1]].conditions.len());
            Pairs::new(&axes, self.marks(&axes, &bins, above, 2..=2, most - 1, pair))
        });
        Reduced { axes, bins, pairs }
    }

    /// True if marking pairs of conditions takes little time beside the cubes of all sets of axes.
    fn pays_to_mark(&self, axes: &[Axis]) -> bool {
        // The entries of all cubes of each number of axes.
        let entries = products(axes.iter().map(|axis| axis.up_to(1) as f64), self.scope.dimensions);
        let pairs = (axes.len() * axes.len().saturating_sub(1) / 2) as f64;
        entries[2] <= MOST_MARKS
            && entries[3..].iter().sum::<f64>() > ENTRIES_PER_MARK * self.gains.len() as f64 * pairs
    }

    /// Marks what a rule above the whole gain of any problem can have: conditions, or pairs of
    /// them, as `sizes` says, of at most `literals` literals. `shape` is the number of conditions
    /// on the axes but the last, and on the last.
    fn marks(
        &self,
        axes: &[Axis],
        bins: &[Vec<u16>],
        above: &[f64],
        sizes: RangeInclusive<usize>,
        literals: usize,
        shape: impl Fn(&[usize]) -> (usize, usize) + Sync,
    ) -> Vec<Vec<bool>> {
        let mut all: Vec<Vec<bool>> = Vec::new();
        let more = self.scope.literals - literals;
        for (asked, &above) in self.question.asked.iter().zip(above) {
            let positive: Vec<f64> = self.gains.iter().map(|gain| (asked.sign * gain).max(0.0)).collect();
            let signed = self.sweep(axes, bins, None, sizes.clone());
            let sweep = Sweep { gains: &positive, asked: std::slice::from_ref(asked), literals, ..signed };
            let make = |set: &[usize]| {
                let (lines, width) = shape(set);
                Marks::new(above, more, lines, width)
            };
            let marks = sweep.run(make);
            all.resize(marks.len(), Vec::new());
            for (all, Marks { marks, .. }) in all.iter_mut().zip(marks) {
                all.resize(marks.len(), false);
                all.iter_mut().zip(marks).for_each(|(all, mark)| *all |= mark);
            }
        }
        all
    }

    fn sweep<'b>(
        &'b self,
        axes: &'b [Axis],
        bins: &'b [Vec<u16>],
        pairs: Option<&'b Pairs>,
        sizes: RangeInclusive<usize>,
    ) -> Sweep<'b> {
        Sweep {
            sets: Sets { axes, bins, sizes, pairs, limits: self.limits, stopped: &self.stopped },
            gains: &self.gains,
            counts: &self.counts,
            least: self.question.first().min_cover as f64,
            asked: &self.question.asked,
            literals: self.scope.literals,
        }
    }
}

/// Returns the bins of some rows on each of these axes.
fn bins_of(axes: &[Axis], rows: &[usize]) -> Vec<Vec<u16>> {
    axes.iter().map(|axis| rows.iter().map(|&row| axis.bins_of_rows[row]).collect()).collect()
}

/// The conditions and pairs of conditions that rules over three axes or more can have.
struct Reduced {
    axes: Vec<Axis>,
    bins: Vec<Vec<u16>>,
    pairs: Option<Pairs>,
}

/// The best rules of a problem.
pub(super) struct BestRules {
    /// The best of each set of axes, or those above the cutoff.
    pub(super) hits: Vec<Hit>,
    /// The number of rules that are wanted.
    columns: usize,
    /// The whole gain above which no rule is missing.
    cutoff: f64,
}

impl BestRules {
    fn new(floor: f64, columns: usize) -> Self {
        BestRules { hits: Vec::new(), columns, cutoff: floor }
    }

    /// Adds rules, and raises the cutoff just below the gain of the `columns`-th best, so that ties
    /// are still found.
    fn add(&mut self, hits: &[Hit]) {
        self.hits.extend(hits);
        self.hits.sort_unstable_by(Hit::best_first);
        let last = self.hits.get(self.columns - 1).map_or(f64::NEG_INFINITY, |hit| hit.net - 1.0);
        self.cutoff = self.cutoff.max(last);
    }

    /// Returns a whole gain that no rule exceeds.
    pub(super) fn most(&self) -> f64 {
        self.hits.iter().map(|hit| hit.net).fold(self.cutoff, f64::max)
    }
}

/// Returns the cutoff of each problem.
fn above(best: &[BestRules]) -> Vec<f64> {
    best.iter().map(|best| best.cutoff).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conformance::Instance;
    use crate::cube::rows::CubeRows;

    /// Checks that the bounds of all sets are above the best rules of these, and near.
    fn check(sweep: &Sweep<'_>, least: f64, precision: f64) {
        let nothing = vec![f64::NEG_INFINITY; sweep.asked.len()];
        let total: f64 = sweep.gains.iter().map(|gain| gain.abs()).sum();
        for set in sweep.bounded(&nothing, least) {
            let parts = sweep.run_these(&[&set.axes], || BestOfSets::new(nothing.clone()));
            for (hits, bound) in parts[0].hits.iter().zip(&set.nets) {
                let best = hits.iter().map(|hit| hit.net).fold(f64::NEG_INFINITY, f64::max);
                assert!(*bound >= best, "{bound} for {best} over {:?}", set.axes);
                let near = bound - best <= precision * total;
                assert!(near || sweep.least > 0.0, "{bound} for {best} over {:?} of {total}", set.axes);
            }
        }
    }

    #[test]
    fn bounds_of_sets_hold_and_are_near() {
        for seed in 0..300 {
            let Instance { samples, problems } = Instance::new(seed);
            for literals in 1..=4 {
                let rows = CubeRows::new(&samples, literals);
                for question in Question::of(&problems) {
                    let limits = Limits::default();
                    let (gains, scope) = (rows.gains(&question), rows.scope(Some(literals), 3));
                    let search = Search::new(rows.axes(), [&gains, rows.counts()], &question, scope, &limits);
                    let nothing = vec![f64::NEG_INFINITY; question.asked.len()];
                    let reduced = (search.scope.dimensions > 2).then(|| search.reduce(&nothing));
                    for sweep in [Some(search.few()), reduced.as_ref().map(|reduced| search.many(reduced))] {
                        let Some(sweep) = sweep else { continue };
                        // Numbers of 16 bits are precise enough for any large gain.
                        check(&sweep, f64::INFINITY, 1e-2);
                        check(&sweep, 0.0, 1e-6);
                    }
                }
            }
        }
    }
}
