//! A pricer whose answers a function sees.

use crate::{DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;
use std::fmt;

/// A pricer that shows each of its answers to a function, under its own name or another one.
pub struct ObservedPricer<F> {
    name: String,
    pricer: Box<dyn Pricer>,
    observe: F,
}

impl<F> ObservedPricer<F>
where
    F: FnMut(&[PricingProblem], &PricingOutcome, &Limits) + Send,
{
    /// Wraps a pricer. `observe` is given the problems, the answer and the limits of each call that
    /// did not fail.
    pub fn new(pricer: Box<dyn Pricer>, observe: F) -> Self {
        ObservedPricer { name: pricer.name().into(), pricer, observe }
    }

    /// Gives the pricer another name.
    pub fn named(self, name: impl Into<String>) -> Self {
        ObservedPricer { name: name.into(), ..self }
    }
}

impl<F> fmt::Debug for ObservedPricer<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ObservedPricer").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<F> Pricer for ObservedPricer<F>
where
    F: FnMut(&[PricingProblem], &PricingOutcome, &Limits) + Send,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn may_prove(&self) -> bool {
        self.pricer.may_prove()
    }

    fn incumbents(&mut self, best: &[Option<f64>]) {
        self.pricer.incumbents(best);
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let outcome = self.pricer.price(problems, limits)?;
        (self.observe)(problems, &outcome, limits);
        Ok(outcome)
    }
}
