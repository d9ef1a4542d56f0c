//! A suite that every pricer must pass, one of your own too (feature `conformance`).
//!
//! [`check_pricer`] asks a pricer about small random pricing problems, compares its answers with an
//! enumeration of all rules, and hands it problems that it must refuse. The enumeration shares no
//! code with any pricer.
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
mod violation;

pub use checks::check_honest;
pub use instances::Instance;
#[cfg(test)]
pub(crate) use instances::THRESHOLD;
pub use promise::Promise;
#[cfg(test)]
pub(crate) use reference::all_rules;
pub use violation::{Breach, Violation};

use checks::{check_answer, check_refusals};
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use std::sync::Arc;

/// The number of instances that the pricers of this crate are checked on.
pub const CASES: u64 = 2000;

/// Checks that a pricer keeps its promise on the instances of these seeds, and that it refuses bad
/// problems on each. `make` makes a pricer over samples.
///
/// # Errors
/// The first promise that is broken.
pub fn check_pricer(
    make: impl Fn(Arc<Samples>) -> Box<dyn Pricer>,
    promise: Promise,
    seeds: impl IntoIterator<Item = u64>,
) -> Result<(), Violation> {
    for seed in seeds {
        let instance = Instance::new(seed);
        let mut pricer = make(instance.samples.clone());
        let says_so = promise == Promise::Honest || pricer.may_prove();
        if !says_so {
            return Err(Violation { seed, breach: Breach::DeniesProof });
        }
        check_answer(&instance, &mut *pricer, promise)
            .and_then(|()| check_refusals(&instance, &mut *pricer))
            .map_err(|breach| Violation { seed, breach })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
