//! Measures of the caller's own for the choice of a size.

use rulegen_rule::Model;
use std::error::Error;
use std::fmt::Debug;

/// A measure of the caller's own for the choice of a size ([`Parameters::scorers`]), beside those
/// that parameters name. It is asked about the model of every candidate size on every fold, from
/// several threads.
///
/// [`Parameters::scorers`]: crate::Parameters::scorers
pub trait Scorer: Debug + Send + Sync {
    /// The name in fronts.
    fn name(&self) -> &str;

    /// Scores a model on rows that it was not learned from, which are places in the data. Larger is
    /// better. The choice weighs differences as those of accuracy, so scores should be of its
    /// scale.
    ///
    /// # Errors
    /// Any failure, which ends the fit.
    fn score(&self, model: &Model, rows: &[usize]) -> Result<f64, Box<dyn Error + Send + Sync>>;
}
