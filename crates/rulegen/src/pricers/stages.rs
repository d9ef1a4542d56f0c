//! The stages of a run: pricers with their names.

use super::PricerName;
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
    /// Those of the caller's own, called what they call themselves.
    pub(crate) fn own(pricers: Vec<Box<dyn Pricer>>) -> Stages {
        Stages { names: pricers.iter().map(|pricer| pricer.name().into()).collect(), pricers }
    }
}

/// A pricer made over each of these samples, as one.
pub(crate) fn united(
    parts: &[Arc<Samples>],
    make: impl Fn(&Arc<Samples>) -> Result<Box<dyn Pricer>, FitError>,
) -> Result<Box<dyn Pricer>, FitError> {
    match parts {
        [samples] => make(samples),
        _ => Ok(Box::new(Union::new(parts.iter().map(make).collect::<Result<Vec<_>, _>>()?))),
    }
}
