//! The stages of pricing that suit the size of the data.

use super::PricerName;
use rulegen_binarize::Samples;
use rulegen_rule::Domain;

/// The number of satisfied literals, summed over all samples, above which random parts of the data
/// are priced before the whole.
const LARGE: usize = 2_000_000;

/// Returns the stages that suit these samples: greedy search, then random parts if the data are
/// large, then the exact pricer on all samples. Once the exact pricer has found a rule, the time
/// limit for a call ends the call.
pub(crate) fn by_size(samples: &Samples) -> Vec<PricerName> {
    if nonzeros(samples) <= LARGE {
        vec![PricerName::GREEDY, PricerName::BRANCH_AND_BOUND]
    } else {
        vec![PricerName::GREEDY, PricerName::SAMPLED, PricerName::BRANCH_AND_BOUND]
    }
}

/// Counts the literals that all samples satisfy together: one of two for each cut point, and one of
/// two for each category.
fn nonzeros(samples: &Samples) -> usize {
    let satisfied = |domain: &Domain| match domain {
        Domain::Numeric { cuts } => cuts.len(),
        Domain::Categorical { categories } => categories.len(),
    };
    samples.len() * samples.schema.features.iter().map(|f| satisfied(&f.domain)).sum::<usize>()
}
