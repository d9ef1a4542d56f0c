//! A pricing problem in the form that the search uses: rows of equal codes are merged, codes are
//! renumbered without gaps, and literals are sets of bins.

use super::bins::{BinLiteral, BinSet};
use super::table::Table;
use crate::coarsen::coarsen;
use rulegen_binarize::Samples;
use rulegen_driver::PricingProblem;
use rulegen_rule::{Literal, Test};
use std::collections::HashSet;

/// The code of a cell: a byte where every axis has at most 256 bins.
pub(super) trait Code: Copy + Send + Sync + std::fmt::Debug {
    fn new(bin: usize) -> Self;
    fn bin(self) -> usize;
}

impl Code for u8 {
    fn new(bin: usize) -> Self {
        bin as u8
    }

    #[inline]
    fn bin(self) -> usize {
        self.into()
    }
}

impl Code for u16 {
    fn new(bin: usize) -> Self {
        bin as u16
    }

    #[inline]
    fn bin(self) -> usize {
        self.into()
    }
}

/// A column of codes.
#[derive(Clone, Debug)]
pub(super) struct Axis<C> {
    pub(super) codes: Vec<C>,
    pub(super) bins: usize,
}

/// Rows with a gain, axes of codes, and the literals over them, by axis.
///
/// Rows of positive gain come first. Rows that no literal of the instance tells apart are one row
/// with their net gain (docs/MATH.md 5, reduction 5: inseparable rows are covered together or not
/// at all).
#[derive(Clone, Debug)]
pub(super) struct Instance<C> {
    /// The absolute value of each row's gain.
    pub(super) weights: Vec<f64>,
    /// The number of rows of positive gain.
    pub(super) split: usize,
    pub(super) axes: Vec<Axis<C>>,
    pub(super) literals: Vec<BinLiteral>,
    /// The number of training rows of each row, empty where it does not matter. Numbers of rows are
    /// exact in floating point.
    pub(super) counts: Vec<f64>,
    /// True if rows without gain are kept, because rules that differ on them are different, or
    /// because rows are counted.
    pub(super) keep_zero: bool,
}

/// Rows of an instance, those of positive gain first.
#[derive(Clone, Debug, Default)]
pub(super) struct Cover {
    pub(super) rows: Vec<u32>,
    pub(super) split: usize,
    /// The positive gain covered.
    pub(super) positive: f64,
    /// The negative gain covered, as a positive number.
    pub(super) negative: f64,
}

/// Returns the largest number of codes of any column of `samples`.
pub(super) fn most_bins(samples: &Samples) -> usize {
    samples.schema.features.iter().map(|f| f.codes()).max().unwrap_or(0)
}

impl<C: Code> Instance<C> {
    /// Makes the problem over `merged`, the samples without labels, whose rows stand for the
    /// samples of the problem. Also returns a literal that covers every row, if there is one.
    pub(super) fn new(merged: &Samples, problem: &PricingProblem, keep_zero: bool) -> (Self, Option<Literal>) {
        let keep_zero = keep_zero || problem.counts_rows();
        let mut net = vec![0.0; merged.len()];
        for (group, gain) in merged.sample_of_row().zip(&problem.gains) {
            net[group.expect("merged with weight one") as usize] += gain;
        }
        let rows: Vec<u32> = (0..merged.len() as u32).filter(|&r| keep_zero || net[r as usize] != 0.0).collect();
        let net: Vec<f64> = rows.iter().map(|&r| net[r as usize]).collect();
        let count = |&r: &u32| merged.counts[r as usize] as f64;
        let counts = if problem.counts_rows() { rows.iter().map(count).collect() } else { Vec::new() };
        let mut axes = Vec::new();
        let mut literals: Vec<BinLiteral> = Vec::new();
        let mut whole = None;
        let mut chains = 0;
        for (column, feature) in merged.schema.features.iter().enumerate() {
            let codes = &merged.table.columns()[column];
            let mut occurs = vec![false; feature.codes()];
            rows.iter().for_each(|&r| occurs[codes.get(r as usize) as usize] = true);
            let axis = BinnedColumn::new(&occurs);
            let first = literals.len();
            let mut known: HashSet<BinSet> = HashSet::new();
            let main_chains = chains;
            chains += 2;
            for test in feature.tests() {
                let literal = Literal::new(column as u32, test);
                let set = axis.set(test);
                if set.size() == axis.bins() {
                    whole = whole.or(Some(literal));
                } else if set.size() > 0 && known.insert(set) {
                    let chain = match test {
                        Test::IsNot(_) => {
                            chains += 1;
                            chains - 1
                        }
                        Test::Above(_) => main_chains + 1,
                        _ => main_chains,
                    };
                    literals.push(BinLiteral { literal, axis: axes.len() as u32, set, chain });
                }
            }
            if literals.len() > first {
                let codes = rows.iter().map(|&r| C::new(axis.bin_of[codes.get(r as usize) as usize])).collect();
                axes.push(Axis { codes, bins: axis.bins() });
            }
        }
        (Instance::merge(net, counts, axes, literals, keep_zero), whole)
    }

    /// Makes the sub-problem on `cover` with the literals `alive` (by axis). Bins that none of them
    /// tells apart become one bin, rows that none tells apart one row.
    pub(super) fn reduce(&self, cover: &Cover, alive: &[u32]) -> Self {
        let net = (cover.rows.iter().enumerate())
            .map(|(i, &r)| if i < cover.split { self.weights[r as usize] } else { -self.weights[r as usize] })
            .collect();
        let counts = match self.counts.is_empty() {
            true => Vec::new(),
            false => cover.rows.iter().map(|&r| self.counts[r as usize]).collect(),
        };
        let mut axes = Vec::new();
        let mut literals: Vec<BinLiteral> = Vec::with_capacity(alive.len());
        for same_axis in alive.chunk_by(|&a, &b| self.literals[a as usize].axis == self.literals[b as usize].axis) {
            let old = &self.axes[self.literals[same_axis[0] as usize].axis as usize];
            let bounds = same_axis.iter().flat_map(|&a| self.literals[a as usize].set.bounds());
            let new_of = coarsen(old.bins, bounds);
            let bins = new_of[old.bins] as usize;
            let codes =
                cover.rows.iter().map(|&r| C::new(new_of[old.codes[r as usize].bin()] as usize)).collect::<Vec<C>>();
            for &a in same_axis {
                let literal = self.literals[a as usize];
                literals.push(BinLiteral { axis: axes.len() as u32, set: literal.set.coarser(&new_of), ..literal });
            }
            axes.push(Axis { codes, bins });
        }
        Instance::merge(net, counts, axes, literals, self.keep_zero)
    }

    /// Merges rows of equal codes, drops rows whose gains cancel, and puts positive ones first.
    fn merge(net: Vec<f64>, counts: Vec<f64>, axes: Vec<Axis<C>>, literals: Vec<BinLiteral>, keep_zero: bool) -> Self {
        /// An odd number with well-spread bits (the golden ratio).
        const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hashes = vec![0u64; net.len()];
        for axis in &axes {
            for (hash, code) in hashes.iter_mut().zip(&axis.codes) {
                *hash = (hash.rotate_left(23) ^ (code.bin() as u64 + 1)).wrapping_mul(SPREAD);
            }
        }
        let mut firsts: Vec<u32> = Vec::with_capacity(net.len());
        let mut merged: Vec<f64> = Vec::with_capacity(net.len());
        let mut merged_counts: Vec<f64> = Vec::with_capacity(counts.len());
        let mut table = Table::default();
        table.clear(net.len());
        for (row, &gain) in net.iter().enumerate() {
            let same = |group: u32| {
                let first = firsts[group as usize] as usize;
                hashes[first] == hashes[row] && axes.iter().all(|a| a.codes[first].bin() == a.codes[row].bin())
            };
            match table.find(hashes[row], same) {
                Ok(group) => {
                    merged[group as usize] += gain;
                    merged_counts.get_mut(group as usize).into_iter().for_each(|count| *count += counts[row]);
                }
                Err(slot) => {
                    table.insert(slot, firsts.len() as u32);
                    firsts.push(row as u32);
                    merged.push(gain);
                    merged_counts.extend(counts.get(row));
                }
            }
        }
        let all = 0..firsts.len();
        let positive: Vec<usize> = all.clone().filter(|&g| merged[g] > 0.0).collect();
        let others = all.filter(|&g| merged[g] < 0.0 || (keep_zero && merged[g] == 0.0));
        let split = positive.len();
        let order: Vec<usize> = positive.into_iter().chain(others).collect();
        let select = |axis: &Axis<C>| Axis {
            codes: order.iter().map(|&g| axis.codes[firsts[g] as usize]).collect(),
            bins: axis.bins,
        };
        Instance {
            weights: order.iter().map(|&g| merged[g].abs()).collect(),
            split,
            counts: order.iter().filter_map(|&g| merged_counts.get(g).copied()).collect(),
            axes: axes.iter().map(select).collect(),
            literals,
            keep_zero,
        }
    }

    /// Returns the cover of all rows.
    pub(super) fn everything(&self) -> Cover {
        let (positive, negative) = self.weights.split_at(self.split);
        Cover {
            rows: (0..self.weights.len() as u32).collect(),
            split: self.split,
            positive: positive.iter().sum(),
            negative: negative.iter().sum(),
        }
    }

    /// Selects the rows of `cover` that satisfy `literal`, whose gains are known already.
    pub(super) fn restrict(&self, cover: &Cover, literal: u32, positive: f64, negative: f64, into: &mut Cover) {
        let BinLiteral { axis, set, .. } = self.literals[literal as usize];
        let codes = &self.axes[axis as usize].codes;
        into.rows.clear();
        let mut keep = |rows: &[u32]| into.rows.extend(rows.iter().filter(|&&r| set.contains(codes[r as usize].bin())));
        keep(&cover.rows[..cover.split]);
        let split = into.rows.len();
        let mut keep = |rows: &[u32]| into.rows.extend(rows.iter().filter(|&&r| set.contains(codes[r as usize].bin())));
        keep(&cover.rows[cover.split..]);
        (into.split, into.positive, into.negative) = (split, positive, negative);
    }
}

/// The codes of a column that occur: the codes of values in order, then that of missing cells.
struct BinnedColumn {
    bin_of: Vec<usize>,
    /// The number of bins other than the bin of missing cells.
    present: usize,
    missing: bool,
}

impl BinnedColumn {
    fn new(occurs: &[bool]) -> Self {
        let mut next = 0;
        let mut bin_of = Vec::with_capacity(occurs.len() + 1);
        for &occurs in occurs {
            bin_of.push(next);
            next += usize::from(occurs);
        }
        bin_of.push(next);
        let missing = occurs[occurs.len() - 1];
        BinnedColumn { bin_of, present: next - usize::from(missing), missing }
    }

    fn bins(&self) -> usize {
        self.present + usize::from(self.missing)
    }

    fn set(&self, test: Test) -> BinSet {
        // The number of bins of the codes below `code`.
        let below = |code: u16| self.bin_of[code as usize];
        match test {
            Test::AtMost(j) => BinSet::range(0, below(j + 1)),
            Test::Above(j) => BinSet::range(below(j + 1), self.present),
            Test::Is(v) => BinSet::range(below(v), below(v + 1)),
            Test::IsNot(v) if below(v) == below(v + 1) => BinSet::range(0, self.present),
            Test::IsNot(v) => BinSet::except(below(v), self.present),
            Test::Missing => BinSet::range(self.present, self.bins()),
            Test::Present => BinSet::range(0, self.present),
        }
    }
}
