//! What a registry knows of a pricer.

use super::{PricerName, StageSettings};
use crate::error::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::PricingError;
use std::sync::Arc;

/// Makes a pricer over samples.
pub(super) type Create = dyn Fn(&Arc<Samples>, &StageSettings<'_>) -> Result<Box<dyn Pricer>, FitError> + Send + Sync;

/// A pricer by name.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: PricerName,
    pub(super) exact: bool,
    /// Whether the solver under it is built in.
    pub(super) built: fn() -> Result<(), PricingError>,
    pub(super) create: Arc<Create>,
}
