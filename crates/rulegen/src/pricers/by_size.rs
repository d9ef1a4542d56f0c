//! The stages of pricing that suit the size of the data.

use super::PricerName;
use rulegen_binarize::Samples;
use rulegen_rule::Domain;

/// Above so many satisfied literals of all samples together, random parts of the data are priced before the whole.
const LARGE: usize = 2_000_000;

/// The stages for these samples: greedy search; random parts, where the whole is large; the whole, exactly.
/// The exact pricer is held to its time limit for a call once it has found a rule.
pub(crate) fn by_size(samples: &Samples) -> Vec<PricerName> {
    if nonzeros(samples) <= LARGE {
        vec![PricerName::GREEDY, PricerName::BRANCH_AND_BOUND]
    } else {
        vec![PricerName::GREEDY, PricerName::SAMPLED, PricerName::BRANCH_AND_BOUND]
    }
}

/// How many literals the samples satisfy together: of a cut point one of two, of a category one of two.
fn nonzeros(samples: &Samples) -> usize {
    let satisfied = |domain: &Domain| match domain {
        Domain::Numeric { cuts } => cuts.len(),
        Domain::Categorical { categories } => categories.len(),
    };
    samples.len() * samples.schema.features.iter().map(|f| satisfied(&f.domain)).sum::<usize>()
}
