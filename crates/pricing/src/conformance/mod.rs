//! A suite that every pricer must pass, one of your own too (feature `conformance`).
//!
//! [`check_pricer`] asks a pricer about random pricing problems, small ones and larger ones,
//! compares its answers with an enumeration of all rules, and hands it problems that it must
//! refuse. It asks at a limit, asks the same again, and asks on other numbers of threads. The
//! enumeration shares no code with any pricer.
//!
//! ```
//! use rulegen_pricing::conformance::{CASES, Promise, check_pricer};
//! use rulegen_pricing::{Greedy, GreedySettings};
//!
//! let settings = GreedySettings::default();
//! check_pricer(|samples| Box::new(Greedy::new(samples, settings)), Promise::Honest, 0..CASES)?;
//! # Ok::<(), rulegen_pricing::conformance::Violation>(())
//! ```

mod checks;
mod instances;
mod promise;
mod reference;
mod repeats;
mod violation;

pub use checks::check_honest;
pub use instances::Instance;
#[cfg(test)]
pub(crate) use instances::THRESHOLD;
pub use promise::Promise;
#[cfg(test)]
pub(crate) use reference::all_rules;
pub use violation::{Breach, Question, Violation};

use checks::{check_answer, check_refusals};
use repeats::FurtherChecks;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use std::sync::Arc;
use std::time::Duration;

/// The number of instances that the pricers of this crate are checked on.
pub const CASES: u64 = 2000;

/// One of this many small instances has the further checks.
const FURTHER: u64 = 8;

/// Every seed that this divides has a larger instance too.
pub const LARGER: u64 = 200;

/// The most time that a pricer may take once a limit is reached. It is generous, because machines
/// are slow at times.
const PATIENCE: Duration = Duration::from_secs(20);

/// Checks that a pricer keeps its promise on the instances of these seeds. `make` makes a pricer
/// over samples.
///
/// On each instance the answers are compared with an enumeration, and bad problems must be refused.
/// On one of eight instances, and on a larger one for each two hundred seeds, the pricer is also
/// asked at a limit, again, after other problems, and on 1, 2 and 7 threads.
///
/// # Errors
/// The first promise that is broken.
pub fn check_pricer(
    make: impl Fn(Arc<Samples>) -> Box<dyn Pricer>,
    promise: Promise,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<(), Violation> {
    let further = FurtherChecks::new(PATIENCE);
    for seed in seeds {
        let checks = seed.is_multiple_of(FURTHER).then_some(&further);
        check(&make, promise, &Instance::new(seed), checks).map_err(|breach| Violation {
            seed,
            larger: false,
            breach,
        })?;
        if seed.is_multiple_of(LARGER) {
            check(&make, promise, &Instance::larger(seed), Some(&further)).map_err(|breach| Violation {
                seed,
                larger: true,
                breach,
            })?;
        }
    }
    Ok(())
}

/// Checks a pricer on one instance.
fn check(
    make: &dyn Fn(Arc<Samples>) -> Box<dyn Pricer>,
    promise: Promise,
    instance: &Instance,
    further: Option<&FurtherChecks>,
) -> Result<(), Breach> {
    let mut pricer = make(instance.samples.clone());
    if matches!(promise, Promise::Exact { .. }) && !pricer.may_prove() {
        return Err(Breach::DeniesProof);
    }
    let answer = check_answer(instance, &mut *pricer, promise)?;
    check_refusals(instance, &mut *pricer)?;
    further.map_or(Ok(()), |further| further.check(instance, &mut *pricer, make, promise, &answer))
}

#[cfg(test)]
mod tests;
