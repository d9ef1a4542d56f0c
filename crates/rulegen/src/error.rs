//! What can go wrong in a fit.

use thiserror::Error;

/// A parameter out of its range.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{name} must be {range}, not {value}")]
pub struct ParameterError {
    /// The parameter.
    pub name: &'static str,
    /// What it may be.
    pub range: &'static str,
    /// What it was.
    pub value: String,
}

/// An error of a fit.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FitError {
    /// The data are no good.
    #[error(transparent)]
    Data(#[from] rulegen_data::DataError),
    /// There is nothing to learn from.
    #[error(transparent)]
    Binarize(#[from] rulegen_binarize::BinarizeError),
    /// The master could not be built.
    #[error(transparent)]
    Master(#[from] rulegen_master::MasterError),
    /// A pricer could not be built.
    #[error(transparent)]
    Pricing(#[from] rulegen_pricing::PricingError),
    /// The run failed.
    #[error(transparent)]
    Run(#[from] rulegen_driver::DriverError),
}
