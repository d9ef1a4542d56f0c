//! The rules of a question, from cubes of few axes to cubes of many.

use super::axis::Axis;
use super::hits::{BestOfSets, Collector, Hit};
use super::pairs::{Marks, Pairs};
use super::question::Question;
use super::rows::{CubeRows, Scope};
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

/// The rules of a question over the rows.
pub(super) struct Search<'a> {
    rows: &'a CubeRows,
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
    pub(super) fn new(rows: &'a CubeRows, question: &'a Question<'a>, scope: Scope, limits: &'a Limits) -> Self {
        let gains = rows.gains(question);
        let counted = question.first().counts_rows();
        let active: Vec<usize> = (0..gains.len()).filter(|&row| counted || gains[row] != 0.0).collect();
        let counts = if counted { active.iter().map(|&row| rows.counts()[row]).collect() } else { Vec::new() };
        Search {
            rows,
            question,
            scope,
            limits,
            stopped: AtomicBool::new(limits.reached().is_some()),
            gains: active.iter().map(|&row| gains[row]).collect(),
            counts,
            bins: bins_of(rows.axes(), &active),
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

    /// Finds, for each problem, the best rule of each set of axes. Over three axes or more these
    /// are only the rules above a cutoff: the whole gain of the best rule of the `columns`-th set
    /// of fewer axes, or the floor if that is larger.
    pub(super) fn best(&self, columns: usize) -> Vec<BestRules> {
        let asked = &self.question.asked;
        let nothing = vec![f64::NEG_INFINITY; asked.len()];
        let parts = self.few(|| BestOfSets::new(nothing.clone()));
        let mut best: Vec<BestRules> = (0..asked.len()).map(|at| BestRules::of(&parts, at)).collect();
        if self.scope.dimensions < 3 {
            return best;
        }
        for (best, asked) in best.iter_mut().zip(asked) {
            best.cut_off(self.question.floor(asked), columns);
        }
        let above: Vec<f64> = best.iter().map(|best| best.cutoff).collect();
        let parts = self.many(&above, || BestOfSets::new(above.clone()));
        for (at, best) in best.iter_mut().enumerate() {
            best.hits.extend(parts.iter().flat_map(|part| &part.hits[at]));
        }
        best
    }

    /// Shows all rules whose whole gain is above `above` to collectors, and some others.
    pub(super) fn all_above<C: Collector + Send>(&self, above: f64, make: impl Fn() -> C + Sync) -> Vec<C> {
        let mut parts = self.few(&make);
        if self.scope.dimensions > 2 {
            parts.extend(self.many(&[above], make));
        }
        parts
    }

    /// Shows the rules over one or two axes to collectors.
    fn few<C: Collector + Send>(&self, make: impl Fn() -> C + Sync) -> Vec<C> {
        let sizes = 1..=self.scope.dimensions.min(2);
        self.sweep(self.rows.axes(), &self.bins, None, sizes).run(|_| make())
    }

    /// Shows the rules over three axes or more to collectors, at least those whose whole gain is
    /// above that of their problem. Conditions and pairs of conditions that none of these has are
    /// left out (docs/MATH.md 5).
    fn many<C: Collector + Send>(&self, above: &[f64], make: impl Fn() -> C + Sync) -> Vec<C> {
        let (all, most) = (self.rows.axes(), self.scope.literals);
        let single = |set: &[usize]| (1, all[set[0]].conditions.len());
        let marks = self.marks(all, &self.bins, above, 1..=1, most - 2, single);
        let axes = all.iter().zip(&marks).map(|(axis, marks)| axis.with(marks));
        let axes: Vec<Axis> = axes.filter(|axis| !axis.conditions.is_empty()).collect();
        let bins = bins_of(&axes, &self.active);
        let pairs = self.pays_to_mark(&axes).then(|| {
            let pair = |set: &[usize]| (axes[set[0]].conditions.len(), axes[set[1]].conditions.len());
            Pairs::new(&axes, self.marks(&axes, &bins, above, 2..=2, most - 1, pair))
        });
        self.sweep(&axes, &bins, pairs.as_ref(), 3..=self.scope.dimensions).run(|_| make())
    }

    /// True if marking pairs of conditions takes little time beside the cubes of all sets of axes.
    fn pays_to_mark(&self, axes: &[Axis]) -> bool {
        // The entries of all cubes of each number of axes: elementary symmetric polynomials.
        let mut entries = vec![0.0; self.scope.dimensions + 1];
        entries[0] = 1.0;
        for axis in axes {
            let conditions = axis.up_to(1) as f64;
            (1..entries.len()).rev().for_each(|size| entries[size] += entries[size - 1] * conditions);
        }
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
            let sweep = Sweep {
                gains: &positive,
                asked: std::slice::from_ref(asked),
                literals,
                ..self.sweep(axes, bins, None, sizes.clone())
            };
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
            axes,
            bins,
            gains: &self.gains,
            counts: &self.counts,
            least: self.question.first().min_cover as f64,
            asked: &self.question.asked,
            sizes,
            literals: self.scope.literals,
            pairs,
            limits: self.limits,
            stopped: &self.stopped,
        }
    }
}

/// Returns the bins of some rows on each of these axes.
fn bins_of(axes: &[Axis], rows: &[usize]) -> Vec<Vec<u16>> {
    axes.iter().map(|axis| rows.iter().map(|&row| axis.bins_of_rows[row]).collect()).collect()
}

/// The best rules of a problem.
pub(super) struct BestRules {
    /// The best of each set of axes, or those above the cutoff.
    pub(super) hits: Vec<Hit>,
    /// The whole gain above which no rule is missing.
    pub(super) cutoff: f64,
}

impl BestRules {
    fn of(parts: &[BestOfSets], at: usize) -> Self {
        let hits = parts.iter().flat_map(|part| &part.hits[at]).copied().collect();
        BestRules { hits, cutoff: f64::NEG_INFINITY }
    }

    /// Sets the cutoff: `floor`, or the gain of the `columns`-th best rule.
    fn cut_off(&mut self, floor: f64, columns: usize) {
        self.hits.sort_unstable_by(Hit::best_first);
        let last = self.hits.get(columns - 1).map_or(floor, |hit| hit.net);
        self.cutoff = floor.max(last);
    }

    /// Returns a whole gain that no rule exceeds.
    pub(super) fn most(&self) -> f64 {
        self.hits.iter().map(|hit| hit.net).fold(self.cutoff, f64::max)
    }
}
