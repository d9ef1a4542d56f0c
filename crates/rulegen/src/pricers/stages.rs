//! The stages of a run: pricers with their names.

use super::{PricerName, PricerRegistry, StageSettings};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use std::sync::Arc;

/// The pricers of a run, in the order in which they are asked.
pub(crate) struct Stages {
    pub(crate) names: Vec<PricerName>,
    pub(crate) pricers: Vec<Box<dyn Pricer>>,
}

impl Stages {
    /// Those that the names stand for.
    pub(crate) fn named(
        names: &[PricerName],
        registry: &PricerRegistry,
        samples: &Arc<Samples>,
        settings: &StageSettings<'_>,
    ) -> Result<Stages, FitError> {
        let pricers = names.iter().map(|name| registry.create(name, samples, settings)).collect::<Result<_, _>>()?;
        Ok(Stages { names: names.to_vec(), pricers })
    }

    /// Those of the caller's own, called what they call themselves.
    pub(crate) fn own(pricers: Vec<Box<dyn Pricer>>) -> Stages {
        Stages { names: pricers.iter().map(|pricer| pricer.name().into()).collect(), pricers }
    }
}
