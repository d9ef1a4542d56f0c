use std::fmt::Debug;

use crate::{LpError, LpSolver};

/// Makes solvers: what settings hold and masters ask, so that a solver of one's own works wherever a
/// [`Backend`](crate::Backend) does.
///
/// [`LpModel::new`](crate::LpModel::new) takes a factory and puts the verifier between the solver and its caller.
pub trait LpFactory: Debug + Send + Sync {
    /// The name of its solvers.
    fn name(&self) -> &str;

    /// A solver that has solved nothing yet.
    ///
    /// # Errors
    /// [`LpError::NotBuilt`] where the backend was not compiled in.
    fn create(&self) -> Result<Box<dyn LpSolver>, LpError>;
}
