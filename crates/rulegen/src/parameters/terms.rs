//! The terms on which weighted rules are learned: how long column generation runs, and how finely
//! linear programs are solved.

use super::kind::choices;

/// The terms of column generation. Single parameters override them: `iterations`, `tolerance`,
/// `lp-strategy`.
///
/// | | rounds | first tolerance | linear programs |
/// |---|---|---|---|
/// | published | 15 | 0.001 | interior points |
/// | converged | no limit | 0.1 | dual simplex; with fairness rows interior points |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Terms {
    /// The terms of the published code: few rounds, whose linear programs are solved well because
    /// all rules come from them.
    Published,
    /// A run until no pricer finds a rule that improves. It takes so many rounds that the early
    /// ones need not be exact (phoneme after 100 s of exact pricing: 0.001 leaves a gap of 41%,
    /// 0.01 15%, 0.03 0.29%, 0.1 0.14%), each close to the one before.
    Converged,
}

choices! { Terms {
    Published = "published", "15 rounds, interior points, tolerance 0.001";
    Converged = "converged", "Until nothing improves, dual simplex, tolerance 0.1";
} }
