//! The logistic master against an independent solver over all rules.

mod agreement;
mod reference;
mod settings;
mod small;
mod vertex;

use crate::rug::{instances, reference as rules};

/// Returns the number of random problems that a test draws: `RULEGEN_CASES`, or 120.
fn cases() -> proptest::prelude::ProptestConfig {
    let cases = std::env::var("RULEGEN_CASES").map_or(120, |cases| cases.parse().expect("a number of cases"));
    proptest::prelude::ProptestConfig { cases, ..Default::default() }
}
