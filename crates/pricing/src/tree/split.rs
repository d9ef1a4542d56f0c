//! The best split of a node, from one histogram of class weights per column.

use super::settings::{Criterion, TreeSettings};
use super::weighted::WeightedSamples;
use crate::satisfies::satisfies;
use rayon::prelude::*;
use rulegen_binarize::Samples;
use rulegen_rule::{Codes, Domain, Literal, Test};

/// The number of cells below which a node is searched on one thread. A cell takes about a
/// nanosecond, sharing the columns out some microseconds, so at this size it costs up to a tenth of
/// what it saves. Derived, not measured; splits do not depend on it.
const PARALLEL_CELLS: usize = 1 << 16;

/// A split of a node into two or three branches.
pub(super) struct Split {
    /// The condition of each branch.
    pub(super) literals: Vec<Literal>,
    /// The branch of each code of the column.
    pub(super) branch_of_code: Vec<u8>,
    /// The decrease of impurity.
    gain: f64,
}

/// Returns the split with the largest decrease of impurity; of those that tie, the first by column,
/// then by test. Both sides have `min_cover` rows, all of which are in `part`; a third branch of
/// missing cells may have fewer.
pub(super) fn best_split(
    samples: &Samples,
    part: &WeightedSamples,
    settings: &TreeSettings,
    min_cover: u64,
) -> Option<Split> {
    let columns = 0..samples.schema.features.len();
    let search = |column| Histogram::new(samples, part, column, min_cover > 1).best_split(samples, settings, min_cover);
    let splits: Vec<Option<Split>> = if part.rows.len() * columns.len() >= PARALLEL_CELLS {
        columns.into_par_iter().map(search).collect()
    } else {
        columns.map(search).collect()
    };
    splits.into_iter().flatten().reduce(|best, split| if split.gain > best.gain { split } else { best })
}

/// Class weights and sample counts of a node by the codes of one column.
struct Histogram {
    column: usize,
    classes: usize,
    /// `weights[code * classes + label]`.
    weights: Vec<f64>,
    /// Samples by code.
    counts: Vec<u32>,
    /// Rows by code, empty where they do not matter.
    rows: Vec<u64>,
}

/// The class weights of a set of codes.
#[derive(Clone)]
struct Side {
    weights: Vec<f64>,
    count: u32,
    rows: u64,
}

impl Histogram {
    fn new(samples: &Samples, part: &WeightedSamples, column: usize, counts_rows: bool) -> Self {
        let (codes, classes) = (samples.schema.features[column].codes(), part.classes);
        let (weights, counts) = (vec![0.0; codes * classes], vec![0; codes]);
        let rows = if counts_rows { vec![0; codes] } else { Vec::new() };
        let mut histogram = Histogram { column, classes, weights, counts, rows };
        match &samples.table.columns()[column] {
            Codes::Narrow(codes) => histogram.fill(samples, part, |row| codes[row].into()),
            Codes::Wide(codes) => histogram.fill(samples, part, |row| codes[row].into()),
        }
        histogram
    }

    fn fill(&mut self, samples: &Samples, part: &WeightedSamples, code: impl Fn(usize) -> usize) {
        for ((&row, &label), &weight) in part.rows.iter().zip(&part.labels).zip(&part.weights) {
            let code = code(row as usize);
            self.weights[code * self.classes + label as usize] += weight;
            self.counts[code] += 1;
        }
        if !self.rows.is_empty() {
            part.rows.iter().for_each(|&row| self.rows[code(row as usize)] += samples.counts[row as usize]);
        }
    }

    fn side(&self, code: usize) -> Side {
        let weights = self.weights[code * self.classes..][..self.classes].to_vec();
        Side { weights, count: self.counts[code], rows: self.rows.get(code).copied().unwrap_or_default() }
    }

    fn none(&self) -> Side {
        Side { weights: vec![0.0; self.classes], count: 0, rows: 0 }
    }

    /// Returns the best split on this column.
    fn best_split(&self, samples: &Samples, settings: &TreeSettings, min_cover: u64) -> Option<Split> {
        let feature = &samples.schema.features[self.column];
        let missing_code = feature.missing_code();
        let missing = self.side(missing_code);
        let mut present = self.none();
        (0..missing_code).for_each(|code| present.add(&self.side(code)));
        let mut all = present.clone();
        all.add(&missing);
        let value = |side: &Side| side.value(settings.criterion);
        // The value of every branch other than the two that a test makes.
        let base = value(&missing) - value(&all);
        let roomy = |side: &Side| side.count as usize >= settings.min_leaf.max(1);
        let third = missing.count > 0 && !roomy(&missing);
        let covers = |side: &Side| min_cover <= 1 || side.rows >= min_cover;
        let permitted = |tests: &[Test; 2]| tests.iter().any(|&test| feature.offers(test));
        let mut best: Option<(f64, [Test; 2])> = None;
        let mut consider = |yes: &Side, no: &Side, base: f64, tests: [Test; 2]| {
            if roomy(yes) && roomy(no) && covers(yes) && covers(no) && permitted(&tests) {
                let gain = value(yes) + value(no) + base;
                if best.is_none_or(|(most, _)| gain > most) {
                    best = Some((gain, tests));
                }
            }
        };
        match &feature.domain {
            _ if third => {}
            Domain::Numeric { cuts } => {
                let mut below = self.none();
                for j in 0..cuts.len() {
                    if self.counts[j] > 0 {
                        below.add(&self.side(j));
                        let above = present.minus(&below);
                        consider(&below, &above, base, [Test::AtMost(j as u16), Test::Above(j as u16)]);
                    }
                }
            }
            Domain::Categorical { categories } if categories.len() == 2 => {
                // A sample of a category that training did not see would be on neither side.
                if self.counts[2] == 0 {
                    consider(&self.side(0), &self.side(1), base, [Test::Is(0), Test::Is(1)]);
                }
            }
            Domain::Categorical { categories } => {
                for v in 0..categories.len() {
                    let is = self.side(v);
                    consider(&is, &present.minus(&is), base, [Test::Is(v as u16), Test::IsNot(v as u16)]);
                }
            }
        }
        consider(&present, &missing, -value(&all), [Test::Present, Test::Missing]);
        let (gain, tests) = best.filter(|(gain, _)| *gain >= settings.min_gain - rounding(&all))?;
        Some(self.split(missing_code, missing.count > 0, gain, tests))
    }

    fn split(&self, missing_code: usize, third: bool, gain: f64, tests: [Test; 2]) -> Split {
        let mut branches = tests.to_vec();
        if third && tests[1] != Test::Missing {
            branches.push(Test::Missing);
        }
        // A code that no branch takes has no sample here.
        let branch = |code| branches.iter().position(|&test| satisfies(test, code, missing_code)).unwrap_or(0) as u8;
        Split {
            branch_of_code: (0..self.counts.len()).map(branch).collect(),
            literals: branches.iter().map(|&test| Literal::new(self.column as u32, test)).collect(),
            gain,
        }
    }
}

/// Returns the rounding error of a decrease of impurity: sums of many weights differ in their last
/// digits. With a least decrease of 0 a split that gains nothing is taken, as in scikit-learn: the
/// splits below it may gain (an exclusive or).
fn rounding(all: &Side) -> f64 {
    1e-10 * all.weights.iter().sum::<f64>()
}

impl Side {
    fn add(&mut self, other: &Side) {
        self.weights.iter_mut().zip(&other.weights).for_each(|(a, b)| *a += b);
        self.count += other.count;
        self.rows += other.rows;
    }

    fn minus(&self, other: &Side) -> Side {
        let weights = self.weights.iter().zip(&other.weights).map(|(a, b)| (a - b).max(0.0)).collect();
        Side { weights, count: self.count - other.count, rows: self.rows - other.rows }
    }

    /// Returns the weight of the side less its impurity. Larger is purer, and only sums over sides
    /// matter.
    fn value(&self, criterion: Criterion) -> f64 {
        let total: f64 = self.weights.iter().sum();
        if total <= 0.0 {
            return 0.0;
        }
        let term = |&w: &f64| match criterion {
            Criterion::Gini => w * w / total,
            Criterion::Entropy if w > 0.0 => w * (w / total).ln(),
            Criterion::Entropy => 0.0,
        };
        self.weights.iter().map(term).sum()
    }
}
