//! What the benchmarks share: fixtures, random numbers that stay the same, and real pricing problems
//! with the time that exact pricers need for a proof.
#![forbid(unsafe_code)]

mod proof;
mod real;
mod rounds;

pub use proof::{PROVED, Proof, exact_pricer, prove};
pub use real::{RealSet, shared_data};
pub use rounds::{Rounds, Stage};

use rulegen::binarize::{Bins, Samples};
use rulegen::data::{Dataset, ReadOptions, read_path};
use std::path::Path;
use std::sync::Arc;

/// The fixtures that are benchmarked, with their targets.
const TARGETS: [(&str, &str); 4] =
    [("wdbc", "diagnosis"), ("tictactoe", "class"), ("iris", "species"), ("wine", "cultivar")];

/// The name of a fixture's target.
///
/// # Panics
/// If the fixture is not one of those that are benchmarked.
pub fn target(name: &str) -> &'static str {
    TARGETS.iter().find(|(fixture, _)| *fixture == name).expect("it is benchmarked").1
}

/// A fixture.
///
/// # Panics
/// If it cannot be read.
pub fn dataset(name: &str) -> Dataset {
    let target = target(name);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fixtures/{name}.csv"));
    let options = ReadOptions { text: vec![target.into()], ..ReadOptions::default() };
    let table = read_path(&path, &options).expect("a fixture can be read");
    Dataset::from_table(table, target, None).expect("a fixture has a target")
}

/// The samples of a fixture.
///
/// # Panics
/// If it cannot be read.
pub fn samples(name: &str, bins: Bins) -> Arc<Samples> {
    let Dataset { features, target, .. } = dataset(name);
    let learned = Samples::learn(&features, &target.labels, None, target.classes.len(), bins);
    Arc::new(learned.expect("a fixture has features").0)
}

/// SplitMix64: the same numbers for ever.
#[derive(Debug)]
pub struct Random(u64);

impl Random {
    /// The sequence of `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// From 0 up to 1, 1 not included.
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.unit() * bound as f64) as usize
    }
}
