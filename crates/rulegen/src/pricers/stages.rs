//! The stages of a run: pricers with their names.

use super::{PricerName, PricerRegistry};
use crate::FitError;
use rulegen_binarize::Samples;
use rulegen_driver::{ObservedPricer, Pricer};
use rulegen_pricing::Union;
use std::sync::Arc;

/// The pricers of a run, in the order in which they are asked.
pub(crate) struct Stages {
    pub(crate) names: Vec<PricerName>,
    pub(crate) pricers: Vec<Box<dyn Pricer>>,
    /// The registry that knows the names, and which of them may prove.
    pub(crate) registry: PricerRegistry,
}

impl Stages {
    /// Makes stages of pricers that were made by these names.
    pub(crate) fn of(names: &[PricerName], pricers: Vec<Box<dyn Pricer>>, registry: &PricerRegistry) -> Stages {
        Stages { names: names.to_vec(), pricers, registry: registry.clone() }
    }

    /// Makes stages of the caller's own pricers. Each is asked for its name ([`Pricer::name`]) and
    /// for what it may prove ([`Pricer::may_prove`]).
    pub(crate) fn own(pricers: Vec<Box<dyn Pricer>>) -> Stages {
        let names = pricers.iter().map(|pricer| pricer.name().into()).collect();
        Stages { names, registry: PricerRegistry::of_values(&pricers), pricers }
    }
}

/// Gives a pricer the name of its stage in full, so that traces tell two stages of one pricer with
/// different options apart.
pub(crate) fn called(name: &PricerName, pricer: Box<dyn Pricer>) -> Box<dyn Pricer> {
    match pricer.name() == name.as_str() {
        true => pricer,
        false => Box::new(ObservedPricer::new(pricer, |_, _, _| ()).named(name.as_str())),
    }
}

/// Makes the pricer over each of these samples, and unites them into one.
pub(crate) fn united(
    parts: &[Arc<Samples>],
    make: impl Fn(&Arc<Samples>) -> Result<Box<dyn Pricer>, FitError>,
) -> Result<Box<dyn Pricer>, FitError> {
    match parts {
        [samples] => make(samples),
        _ => Ok(Box::new(Union::new(parts.iter().map(make).collect::<Result<Vec<_>, _>>()?))),
    }
}
