use std::fmt::Debug;

use crate::{LpError, LpSolver};

/// Creates solvers. Settings and masters take a factory, so a solver of one's own works wherever a
/// [`Backend`](crate::Backend) does.
///
/// [`LpModel::new`](crate::LpModel::new) takes a factory and puts the verifier between the solver
/// and its caller.
pub trait LpFactory: Debug + Send + Sync {
    /// Returns the name of the solvers.
    fn name(&self) -> &str;

    /// Creates a solver that has solved nothing yet.
    ///
    /// # Errors
    /// [`LpError::NotBuilt`] if the backend was not compiled in.
    fn create(&self) -> Result<Box<dyn LpSolver>, LpError>;
}
