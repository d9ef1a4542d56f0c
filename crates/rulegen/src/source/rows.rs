//! The rows that a source gives.

use super::repricing::Rest;
use crate::FitError;
use crate::choice::Folds;
use crate::parameters::Parameters;
use crate::training::Training;
use rulegen_limits::Limits;

/// A source of training rows.
pub(crate) trait Source<'a> {
    /// Prepares rows for the choice of a size.
    ///
    /// # Errors
    /// Parameters that do not fit the rows, or rows that cannot be coded or asked.
    fn to_choose(&self, p: &Parameters, limits: &Limits) -> Result<RowsToChoose<'a>, FitError>;

    /// Prepares rows for a given problem.
    ///
    /// # Errors
    /// Parameters that do not fit the rows, or rows that cannot be coded or asked.
    fn to_solve(&self, p: &Parameters, limits: &Limits) -> Result<RowsToSolve<'a>, FitError>;
}

/// Rows to choose a size on.
pub(crate) struct RowsToChoose<'a> {
    /// The parameters for these rows.
    pub(crate) p: Parameters,
    pub(crate) training: Training<'a>,
    pub(crate) folds: Box<dyn Folds + 'a>,
}

/// Rows to solve a problem on: all of them, or a sample and the rest.
pub(crate) struct RowsToSolve<'a> {
    /// The parameters for these rows.
    pub(crate) p: Parameters,
    pub(crate) training: Training<'a>,
    pub(crate) rest: Option<Rest<'a>>,
}
