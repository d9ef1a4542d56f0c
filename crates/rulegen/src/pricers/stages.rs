//! The stages of a run: pricers with their names.

use super::{PricerName, PricerRegistry, StageSettings};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::Pricer;
use rulegen_pricing::Union;
use std::sync::Arc;

/// The pricers of a run, in the order in which they are asked.
pub(crate) struct Stages {
    pub(crate) names: Vec<PricerName>,
    pub(crate) pricers: Vec<Box<dyn Pricer>>,
}

impl Stages {
    /// Those that the names stand for, over each of these samples: they differ in the literals that rules may have.
    pub(crate) fn named(
        names: &[PricerName],
        registry: &PricerRegistry,
        parts: &[Arc<Samples>],
        settings: &StageSettings<'_>,
    ) -> Result<Stages, FitError> {
        let make = |name| -> Result<Box<dyn Pricer>, FitError> {
            match parts {
                [samples] => registry.create(name, samples, settings),
                _ => {
                    let over = parts.iter().map(|samples| registry.create(name, samples, settings));
                    Ok(Box::new(Union::new(over.collect::<Result<Vec<_>, _>>()?)))
                }
            }
        };
        Ok(Stages { names: names.to_vec(), pricers: names.iter().map(make).collect::<Result<_, _>>()? })
    }

    /// Those of the caller's own, called what they call themselves.
    pub(crate) fn own(pricers: Vec<Box<dyn Pricer>>) -> Stages {
        Stages { names: pricers.iter().map(|pricer| pricer.name().into()).collect(), pricers }
    }
}
