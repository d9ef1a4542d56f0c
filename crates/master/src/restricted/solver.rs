//! The contract of a way to solve a restricted LP.

use super::loss::{Duals, LinearLoss};
use super::partition::Partition;
use crate::Column;
use rulegen_boxed::DualSimplexBackend;
use rulegen_limits::Limits;
use rulegen_lp::{Backend, LpError, LpFactory};
use std::fmt::Debug;

/// A restricted LP as a solver sees it.
#[derive(Clone, Copy)]
pub(crate) struct RestrictedView<'a> {
    pub(crate) loss: &'a dyn LinearLoss,
    pub(crate) columns: &'a [Column],
    pub(crate) partition: &'a Partition,
}

/// The solution of a restricted LP.
#[derive(Debug)]
pub(crate) struct RestrictedSolution {
    pub(crate) duals: Duals,
    /// One weight for each column.
    pub(crate) weights: Vec<f64>,
    /// The objective of the weights, if [`LinearLoss::evaluate`] cannot compute it.
    pub(crate) objective: Option<f64>,
    /// The relative tolerance of the solution; 0 for a vertex.
    pub(crate) tolerance: f64,
    /// True if that tolerance was reached. If not, a limit was.
    pub(crate) converged: bool,
}

/// A way to solve a restricted LP, again and again as columns come.
pub(crate) trait Solver: Debug + Send {
    /// Solves over the columns `members` (ascending) to a relative gap of `tolerance`, 0 for a
    /// vertex. Returns `None` if there was no time to find anything new.
    ///
    /// # Errors
    /// The errors of the LP solver.
    fn solve(
        &mut self,
        lp: RestrictedView<'_>,
        members: &[usize],
        tolerance: f64,
        limits: &Limits,
    ) -> Result<Option<RestrictedSolution>, LpError>;

    /// True if the next solve goes on from the basis of the last.
    fn is_warm(&self) -> bool {
        false
    }

    /// True if interior points would be faster from now on.
    fn is_outgrown(&self) -> bool {
        false
    }
}

/// True if the error ends the run: it is a wrong answer of a solver that is not built in. For a
/// built-in solver an interior solution stands in, which the caller of a solver of one's own would
/// mistake for that solver's.
pub(crate) fn is_final(error: &LpError, backend: &dyn LpFactory) -> bool {
    matches!(error, LpError::Unverified { .. }) && !is_built_in(backend.name())
}

/// True if a solver is one of the built-in ones.
pub(crate) fn is_built_in(name: &str) -> bool {
    name == DualSimplexBackend.name() || Backend::ALL.iter().any(|known| known.name() == name)
}
