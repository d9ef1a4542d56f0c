//! A suite that every master must pass, one of your own too (feature `conformance`).
//!
//! [`check_master`] runs a master over random samples, small ones and larger ones, generates
//! columns for it by enumerating all rules, and compares its claims on the way with the optimum
//! over all rules. It solves at a limit, and solves again. It knows no loss: a master is checked
//! against its own objective.
//!
//! ```
//! use rulegen_master::conformance::{Promise, check_master};
//! use rulegen_master::{RugMaster, LinearSettings};
//!
//! let make = |samples| -> Box<dyn rulegen_driver::Master> {
//!     let settings = LinearSettings::default();
//!     Box::new(RugMaster::new(samples, settings).expect("the defaults are in range"))
//! };
//! check_master(make, Promise::Tight { tolerance: 1e-5 }, 0..20)?;
//! # Ok::<(), rulegen_master::conformance::Violation>(())
//! ```

mod adding;
mod close;
mod generation;
mod refusals;
mod solve;
mod subject;
mod violation;

pub use solve::solve;
pub use violation::{Breach, Violation};

use close::close;
use generation::{Path, generate};
use rulegen_binarize::Samples;
use rulegen_binarize::conformance::SmallSamples;
use rulegen_driver::Master;
use rulegen_numeric::Random;
use std::sync::Arc;
use subject::Subject;

/// The number of seeds that the masters of this crate are checked on.
pub const CASES: u64 = 150;
/// One of this many seeds has larger samples too.
const LARGER: u64 = 25;

/// The promise of a master.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Promise {
    /// It says nothing false.
    ///
    /// * Pricing problems are valid: a finite gain for each sample, the same tags in the same order
    ///   in every round.
    /// * Solves converge. Objectives are those of feasible solutions, within the tolerance that was
    ///   asked for, and do not rise when columns are added. The optimum over all rules does not
    ///   depend on the order in which they come.
    /// * No lower bound is above that optimum: at loose and exact solutions, after a limit, and at
    ///   points between the duals of different solves.
    /// * Every candidate becomes a column, is known or is rejected. False gains and rules that were
    ///   not asked for are refused.
    /// * Two masters that are asked the same questions give the same answers, and a second solve
    ///   over the same columns has the objective of the first.
    Honest,
    /// It is honest, and where no rule improves, its bound meets its objective: the reduced cost
    /// that it states in its problems is the true one.
    Tight {
        /// The most that bound and objective may differ, relative to the objective or to 1e-6.
        tolerance: f64,
    },
}

/// The size of small samples.
const SMALL: SmallSamples = SmallSamples { rows: 10, literals: 7, values: 2, classes: 3, groups: 2, weighted: true };

/// Makes the samples of a seed: at most 10 rows of three classes in two groups, with weights, over
/// at most 7 literals. Some classes and groups may have no row.
pub fn samples(seed: u64) -> Arc<Samples> {
    Arc::new(SMALL.generate(&mut Random::new(seed, 0)))
}

/// Makes the larger samples of a seed: as [`samples`], but of at most 60 rows over at most 9
/// literals.
pub fn larger_samples(seed: u64) -> Arc<Samples> {
    let size = SmallSamples { rows: 60, literals: 9, values: 4, ..SMALL };
    Arc::new(size.generate(&mut Random::new(seed, 1)))
}

/// Checks that a master keeps its promise over the samples of these seeds, and over larger ones for
/// each 25 seeds. `make` makes a master without columns.
///
/// # Errors
/// The first promise that is broken.
pub fn check_master(
    make: impl Fn(Arc<Samples>) -> Box<dyn Master>,
    promise: Promise,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<(), Violation> {
    for seed in seeds {
        let larger = seed.is_multiple_of(LARGER).then(|| larger_samples(seed));
        for (samples, larger) in [(Some(samples(seed)), false), (larger, true)] {
            let Some(samples) = samples else { continue };
            check(|| Subject::new(&samples, make(samples.clone())), promise).map_err(|breach| Violation {
                seed,
                larger,
                breach: Box::new(breach),
            })?;
        }
    }
    Ok(())
}

fn check<'a>(make: impl Fn() -> Subject<'a>, promise: Promise) -> Result<(), Breach> {
    let exact = generate(make(), Path::Exact)?;
    let optimum = exact.objective();
    exact.check_bounds(optimum)?;
    if generate(make(), Path::Exact)? != exact {
        return Err(Breach::NotDeterministic);
    }
    for path in [Path::Loose, Path::Everything] {
        let other = generate(make(), path)?;
        if !close(other.objective(), optimum) {
            return Err(Breach::Disagrees { objectives: [optimum, other.objective()] });
        }
        other.check_bounds(optimum)?;
    }
    if let Promise::Tight { tolerance } = promise {
        exact.check_tight(tolerance)?;
    }
    refusals::check_refusals(&make)
}
#[cfg(test)]
mod tests;
