//! The entries of a registry of pricers.

use super::{PricerName, PricerOption, PricerOptions, StageSettings};
use crate::error::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::PricingError;
use std::sync::Arc;

/// A function that makes a pricer over samples.
pub(super) type Create = dyn Fn(&Arc<Samples>, &StageSettings<'_>) -> Result<Box<dyn Pricer>, FitError> + Send + Sync;

/// An entry of a registry: a name, and the way to make its pricer.
#[derive(Clone)]
pub(super) struct Entry {
    pub(super) name: PricerName,
    pub(super) exact: bool,
    /// The options that may follow the name.
    pub(super) options: Vec<PricerOption>,
    /// True if it offers the rules of a given model.
    pub(super) needs_pool: bool,
    /// Returns an error if the solver that the pricer needs was not compiled in.
    pub(super) built: fn() -> Result<(), PricingError>,
    pub(super) create: Arc<Create>,
}

impl Entry {
    /// Divides the name of a stage of this entry into the name of its pricer and the options.
    pub(super) fn split<'a>(&self, stage: &'a PricerName) -> (&'a str, PricerOptions<'a>) {
        match self.name == *stage {
            true => (stage.as_str(), PricerOptions::default()),
            false => PricerOptions::of(stage.as_str()),
        }
    }
}
