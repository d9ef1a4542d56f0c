//! Histograms of gain, and the shares of all tests of a column.

use crate::satisfies::satisfies;
use rulegen_binarize::Samples;
use rulegen_numeric::mix;
use rulegen_rule::{Codes, Feature, Test};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The gain of some rows, their number, and a key that identifies them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Sum of the gains above zero, in units of their problem.
    pub positive: i64,
    /// Sum of the gains below zero.
    pub negative: i64,
    /// Sum of the keys of the rows that have a gain, modulo 2^64. Equal for equal rows, and in
    /// effect for no others.
    pub key: u64,
    /// The number of rows.
    pub rows: u64,
}

impl Share {
    /// Makes the share of `rows` equal rows of this key, which gain `gain` together.
    pub fn of(gain: i64, key: u64, rows: u64) -> Self {
        let key = if gain == 0 { 0 } else { key.wrapping_mul(rows) };
        Share { positive: gain.max(0), negative: gain.min(0), key, rows }
    }

    /// Adds another share. Sums that a search asks for do not overflow; any others wrap.
    pub fn add(&mut self, other: &Share) {
        self.positive = self.positive.wrapping_add(other.positive);
        self.negative = self.negative.wrapping_add(other.negative);
        self.key = self.key.wrapping_add(other.key);
        self.rows = self.rows.wrapping_add(other.rows);
    }

    /// Subtracts a share that is a part of this one. Numbers from elsewhere may be anything, and
    /// wrap.
    pub(super) fn minus(&self, other: &Share) -> Share {
        Share {
            positive: self.positive.wrapping_sub(other.positive),
            negative: self.negative.wrapping_sub(other.negative),
            key: self.key.wrapping_sub(other.key),
            rows: self.rows.wrapping_sub(other.rows),
        }
    }

    /// Returns the sum of all gains.
    pub(super) fn gain(&self) -> i64 {
        self.positive.wrapping_add(self.negative)
    }
}

/// Returns well-mixed bits for each sample. They depend on its codes and its label alone, so they
/// are equal in every shard.
pub(super) fn keys(samples: &Samples) -> Vec<u64> {
    let mut keys: Vec<u64> = samples.labels.iter().map(|&label| mix(u64::from(label))).collect();
    for column in samples.table.columns() {
        match column {
            Codes::Narrow(codes) => {
                keys.iter_mut().zip(codes).for_each(|(key, &code)| *key = mix(*key ^ u64::from(code)))
            }
            Codes::Wide(codes) => {
                keys.iter_mut().zip(codes).for_each(|(key, &code)| *key = mix(*key ^ u64::from(code)))
            }
        }
    }
    keys
}

/// The number of rows whose shares are gathered before the columns pass over them: 8 kB. Half and
/// twice as many take as long. Without such blocks each column would fetch all shares from memory,
/// which takes some three times as long where they do not fit the cache.
const ROWS_IN_BLOCK: usize = 256;

/// The columns whose codes are looked up together: their sums do not wait for each other.
const COLUMNS_AT_ONCE: usize = 4;

/// The number of columns that pass over the samples together, between two looks at the limits: an
/// interrupt waits for one pass. Their histograms of twenty bins fit the nearest cache.
pub(super) const COLUMNS_TOGETHER: usize = 16;

/// Returns the groups of columns that pass over samples together.
pub(super) fn together(columns: usize) -> impl Iterator<Item = Range<usize>> {
    (0..columns).step_by(COLUMNS_TOGETHER).map(move |first| first..columns.min(first + COLUMNS_TOGETHER))
}

/// Returns for each column the share of each code over `rows`, where `shares[row]` is the share of
/// a row.
pub(super) fn histograms(features: &[Feature], codes: &[Codes], rows: &[u32], shares: &[Share]) -> Vec<Vec<Share>> {
    let mut histograms: Vec<Vec<Share>> = features.iter().map(|f| vec![Share::default(); f.codes()]).collect();
    let mut block = Vec::with_capacity(ROWS_IN_BLOCK);
    for rows in rows.chunks(ROWS_IN_BLOCK) {
        block.clear();
        block.extend(rows.iter().map(|&row| shares[row as usize]));
        let columns = histograms.chunks_mut(COLUMNS_AT_ONCE).zip(codes.chunks(COLUMNS_AT_ONCE));
        columns.for_each(|(bins, codes)| match (bins, codes) {
            ([a, b, c, d], [Codes::Narrow(of_a), Codes::Narrow(of_b), Codes::Narrow(of_c), Codes::Narrow(of_d)]) => {
                for (&row, share) in rows.iter().zip(&block) {
                    let row = row as usize;
                    a[of_a[row] as usize].add(share);
                    b[of_b[row] as usize].add(share);
                    c[of_c[row] as usize].add(share);
                    d[of_d[row] as usize].add(share);
                }
            }
            (bins, codes) => bins.iter_mut().zip(codes).for_each(|(bins, codes)| {
                let rows = rows.iter().map(|&row| row as usize).zip(&block);
                match codes {
                    Codes::Narrow(codes) => rows.for_each(|(row, share)| bins[codes[row] as usize].add(share)),
                    Codes::Wide(codes) => rows.for_each(|(row, share)| bins[codes[row] as usize].add(share)),
                }
            }),
        });
    }
    histograms
}

/// Returns a gain that no test of a column exceeds, from the shares of its codes: each test is
/// satisfied by one code, by the first of them, or by all but those.
pub(super) fn most_gained(bins: &[Share]) -> i64 {
    let (mut sum, mut most, mut least) = (0i64, 0i64, 0i64);
    for bin in bins {
        let gain = bin.gain();
        sum = sum.wrapping_add(gain);
        most = most.max(sum).max(gain);
        least = least.min(sum).min(gain);
    }
    let present = sum.wrapping_sub(bins.last().map_or(0, Share::gain));
    most.max(present.wrapping_sub(least))
}

/// The running sums of the shares of a column's codes, from which the share of every test follows.
#[derive(Debug, Default)]
pub(super) struct RunningSums {
    /// The sum of the codes before each. The last code stands for missing cells.
    below: Vec<Share>,
}

impl RunningSums {
    /// Sums up the shares of a column's codes.
    pub(super) fn fill(&mut self, bins: &[Share]) {
        self.below.clear();
        let mut sum = Share::default();
        for bin in bins {
            self.below.push(sum);
            sum.add(bin);
        }
    }

    /// Returns the share of a test on the column whose shares are `bins`.
    pub(super) fn share(&self, bins: &[Share], test: Test) -> Share {
        let missing = bins.len() - 1;
        let (below, present) = (&self.below, self.below[missing]);
        match test {
            Test::AtMost(j) => below[j as usize + 1],
            Test::Above(j) => present.minus(&below[j as usize + 1]),
            Test::Is(v) => bins[v as usize],
            Test::IsNot(v) => present.minus(&bins[v as usize]),
            Test::Missing => bins[missing],
            Test::Present => present,
        }
    }
}

/// Returns the rows, of those given, that satisfy a test.
pub(super) fn restrict(feature: &Feature, codes: &Codes, test: Test, rows: &[u32]) -> Vec<u32> {
    let missing = feature.missing_code();
    let table: Vec<bool> = (0..=missing).map(|code| satisfies(test, code, missing)).collect();
    match codes {
        Codes::Narrow(codes) => rows.iter().copied().filter(|&r| table[codes[r as usize] as usize]).collect(),
        Codes::Wide(codes) => rows.iter().copied().filter(|&r| table[codes[r as usize] as usize]).collect(),
    }
}
