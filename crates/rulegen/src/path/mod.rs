//! The paths: models of growing size over one training set.
//!
//! A [`Path`] has learned its models. [`learn`] learns the one that the parameters ask for: rules
//! chosen one by one ([`Forward`]), the optima along penalties, or Boolean rule sets along
//! complexities ([`RuleSets`]). [`Optima`] solves given problems.

mod assemble;
mod boolean;
mod dual_record;
mod exact_votes;
mod forward;
mod nearer;
mod optima;
mod penalties;
mod restricted;
mod same_cover;
mod scopes;
mod selection;
mod sizes;
mod start;
mod steps;
mod support;

pub(crate) use assemble::MUST_HAVE;
pub use assemble::{ModelSettings, assemble};
pub(crate) use boolean::{RuleSets, TimeShare};
pub(crate) use forward::Forward;
pub(crate) use nearer::{StartingRules, nearer_to_the_optimum};
pub(crate) use optima::Optima;
pub use restricted::Restricted;
pub(crate) use restricted::{SolvedRules, weigh};
pub(crate) use same_cover::{Covered, SameCover};
pub(crate) use scopes::Proofs;
pub(crate) use selection::TOLERANCE;
pub use sizes::{ModelsBySize, SizedModel};
pub(crate) use steps::{Path, StepModel};
pub(crate) use support::{Step, SupportPath};

use crate::FitError;
use crate::parameters::{Method, Parameters};
use crate::training::Training;
use rulegen_driver::Observer;
use rulegen_limits::Limits;

/// Learns the path that the parameters ask for, of rules of at most `max_length` conditions.
///
/// # Errors
/// A failing solver or pricer.
pub(crate) fn learn<'a>(
    p: &Parameters,
    training: Training<'a>,
    max_length: usize,
    share: TimeShare,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Box<dyn Path + 'a>, FitError> {
    Ok(match p.method {
        Method::Boolean => Box::new(RuleSets::along_complexities(p, training, share, limits, observer)?),
        _ => Box::new(Forward::learn(p, training, max_length, limits, observer)?),
    })
}

/// Returns the lengths of rules that have a path each: all short ones, and the longest. Boolean
/// rule sets of all lengths share one path.
pub(crate) fn lengths(p: &Parameters) -> Vec<usize> {
    /// The length up to which every length has a path of its own.
    const SHORT: usize = 4;
    match (p.method, p.max_length().unwrap_or(3)) {
        (Method::Boolean, longest) => vec![longest],
        (_, longest) => (1..=longest.min(SHORT)).chain((longest > SHORT).then_some(longest)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_rules_have_one_path() {
        let of = |longest| lengths(&Parameters { max_length: Some(longest), ..Parameters::default() });
        assert_eq!((of(1), of(3), of(4)), (vec![1], vec![1, 2, 3], vec![1, 2, 3, 4]));
        assert_eq!((of(5), of(usize::MAX)), (vec![1, 2, 3, 4, 5], vec![1, 2, 3, 4, usize::MAX]));
    }
}
