//! The ways to solve a restricted LP.

use super::backend::BackendEngine;
use super::constants::{MOST_ROWS, MOST_VARIABLES};
use super::dual_simplex::DualSimplexEngine;
use super::interior::InteriorSolver;
use super::loss::LinearLoss;
use super::simplex::SimplexSolver;
use super::solver::Solver;
use rulegen_lp::{LpError, LpFactory};
use std::sync::Arc;

/// A way to solve the restricted LP.
///
/// With fairness rows it is always solved by interior point. In the dual every sample's bound
/// moves, so a simplex solver would need a row for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum LpStrategy {
    /// Interior point over merged samples, to a tolerance that the driver tightens. For a vertex, a
    /// simplex backend solves what the interior point leaves open.
    Interior,
    /// A simplex backend over all samples, started again from the last basis as rows are added.
    /// Every solution is an optimal vertex.
    WarmStart,
    /// Our own dual simplex on a dense working basis, started again in the same way. Where there
    /// are too many samples or the working basis grows too large, interior points take over, each
    /// started from those of the solve before. A loss with a row for each sample (the margin hinge
    /// of more than two classes) fills the working basis sooner: there interior points serve more
    /// than 256 samples.
    #[default]
    DualSimplex,
}

impl LpStrategy {
    /// Makes the solver of this strategy for a loss.
    ///
    /// # Errors
    /// An LP backend that is not built in.
    pub(crate) fn solver(
        self,
        loss: &dyn LinearLoss,
        backend: &Arc<dyn LpFactory>,
    ) -> Result<Box<dyn Solver>, LpError> {
        backend.create()?;
        let backend = backend.clone();
        let boxes = || loss.sample_boxes();
        let rows = || loss.sample_rows();
        Ok(match self {
            LpStrategy::Interior => Box::new(InteriorSolver::new(backend)),
            LpStrategy::WarmStart => Box::new(SimplexSolver::new(BackendEngine::new(backend, boxes(), rows())?)),
            LpStrategy::DualSimplex if boxes().len() > MOST_VARIABLES || rows().len() > MOST_ROWS => {
                Box::new(InteriorSolver::with_warm_starts(backend))
            }
            LpStrategy::DualSimplex => Box::new(SimplexSolver::new(DualSimplexEngine::new(&boxes(), rows()))),
        })
    }
}
