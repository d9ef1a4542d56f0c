//! All tests of a column priced at once.

use rulegen_rule::{Codes, Feature, Test};

/// What covering some samples brings, and which they are.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    /// Sum of the gains above zero.
    pub(super) positive: f64,
    /// Sum of the gains below zero.
    pub(super) negative: f64,
    /// Sum of the random keys of the samples that have a gain, modulo 2^64: equal for equal sets, and in effect for no others.
    pub(super) key: u64,
    /// The number of rows.
    pub(super) rows: u64,
}

impl Share {
    /// The share of one sample.
    pub(super) fn of(sample: u32, gain: f64, rows: u64) -> Self {
        let key = if gain == 0.0 { 0 } else { key(sample) };
        Share { positive: gain.max(0.0), negative: gain.min(0.0), key, rows }
    }

    pub(super) fn add(&mut self, other: &Share) {
        self.positive += other.positive;
        self.negative += other.negative;
        self.key = self.key.wrapping_add(other.key);
        self.rows += other.rows;
    }

    fn minus(&self, other: &Share) -> Share {
        Share {
            positive: self.positive - other.positive,
            negative: self.negative - other.negative,
            key: self.key.wrapping_sub(other.key),
            rows: self.rows - other.rows,
        }
    }
}

/// Well-mixed bits for a sample: the finaliser of splitmix64.
fn key(sample: u32) -> u64 {
    let mut z = (u64::from(sample) + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The share of each test of a column, over `rows`, whose own shares are `shares[row]`.
pub(super) fn price(
    feature: &Feature,
    codes: &Codes,
    rows: &[u32],
    shares: &[Share],
    mut each: impl FnMut(Test, Share),
) {
    let missing = feature.missing_code();
    let mut bins = vec![Share::default(); missing + 1];
    match codes {
        Codes::Narrow(codes) => rows.iter().for_each(|&r| bins[codes[r as usize] as usize].add(&shares[r as usize])),
        Codes::Wide(codes) => rows.iter().for_each(|&r| bins[codes[r as usize] as usize].add(&shares[r as usize])),
    }
    // below[c]: the codes before c.
    let mut below = Vec::with_capacity(missing + 1);
    let mut sum = Share::default();
    for bin in &bins {
        below.push(sum);
        sum.add(bin);
    }
    let present = below[missing];
    for test in feature.tests() {
        let share = match test {
            Test::AtMost(j) => below[j as usize + 1],
            Test::Above(j) => present.minus(&below[j as usize + 1]),
            Test::Is(v) => bins[v as usize],
            Test::IsNot(v) => present.minus(&bins[v as usize]),
            Test::Missing => bins[missing],
            Test::Present => present,
        };
        each(test, share);
    }
}

/// The rows, of those given, that satisfy a test.
pub(super) fn restrict(feature: &Feature, codes: &Codes, test: Test, rows: &[u32]) -> Vec<u32> {
    let missing = feature.missing_code();
    let holds = |code: usize| match test {
        Test::Missing => code == missing,
        _ if code == missing => false,
        Test::AtMost(j) => code <= j as usize,
        Test::Above(j) => code > j as usize,
        Test::Is(v) => code == v as usize,
        Test::IsNot(v) => code != v as usize,
        Test::Present => true,
    };
    let table: Vec<bool> = (0..=missing).map(holds).collect();
    match codes {
        Codes::Narrow(codes) => rows.iter().copied().filter(|&r| table[codes[r as usize] as usize]).collect(),
        Codes::Wide(codes) => rows.iter().copied().filter(|&r| table[codes[r as usize] as usize]).collect(),
    }
}
