//! The common part of the benchmarks: fixtures, random numbers that stay the same, and real pricing
//! problems with the time that exact pricers need for a proof.
#![forbid(unsafe_code)]

mod asked;
mod loss;
mod proof;
mod psp;
mod real;
mod rounds;
mod saved;

pub use asked::{asked, called_in};
pub use loss::BenchLoss;
pub use proof::{PROVED, Proof, any_pricer, exact_pricer, prove};
pub use psp::{PspRound, PspSource};
pub use real::{CsvSet, RealSet, shared_data};
pub use rounds::{Rounds, Stage};
pub use saved::{ProblemFile, SavedProblem};

use rulegen::binarize::{Bins, Samples};
use rulegen::data::{Dataset, ReadOptions, read_path};
use std::path::Path;
use std::sync::Arc;

/// The fixtures that are benchmarked, with their targets.
const TARGETS: [(&str, &str); 4] =
    [("wdbc", "diagnosis"), ("tictactoe", "class"), ("iris", "species"), ("wine", "cultivar")];

/// True if a fixture is benchmarked.
fn is_fixture(name: &str) -> bool {
    TARGETS.iter().any(|(fixture, _)| *fixture == name)
}

/// Returns the name of a fixture's target.
///
/// # Panics
/// If the fixture is not one of those that are benchmarked.
pub fn target(name: &str) -> &'static str {
    TARGETS.iter().find(|(fixture, _)| *fixture == name).expect("it is benchmarked").1
}

/// Reads a fixture.
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

/// Returns the samples of a fixture.
///
/// # Panics
/// If it cannot be read.
pub fn samples(name: &str, bins: Bins) -> Arc<Samples> {
    let Dataset { features, target, .. } = dataset(name);
    let learned = Samples::learn(&features, &target.labels, None, target.classes.len(), bins);
    Arc::new(learned.expect("a fixture has features").0)
}
