//! A pricer for problems of rules of at most each length.

use rulegen_driver::{Candidate, DriverError, Pricer, PricingOutcome, PricingProblem};
use rulegen_limits::Limits;

/// Asks a pricer of its own for each length, which is the tag of the problem. The pricers know the
/// problems by the class of the rules.
pub(super) struct ByLength {
    pub(super) class: u32,
    /// The pricers of the lengths from 1 on.
    pub(super) pricers: Vec<Box<dyn Pricer>>,
}

impl Pricer for ByLength {
    fn name(&self) -> &str {
        self.pricers.first().map_or("", |pricer| pricer.name())
    }

    fn may_prove(&self) -> bool {
        self.pricers.iter().all(|pricer| pricer.may_prove())
    }

    fn price(&mut self, problems: &[PricingProblem], limits: &Limits) -> Result<PricingOutcome, DriverError> {
        let mut all = PricingOutcome::default();
        for problem in problems {
            let asked = PricingProblem { tag: self.class, ..problem.clone() };
            let pricer = (problem.tag as usize).checked_sub(1).and_then(|at| self.pricers.get_mut(at));
            let Some(pricer) = pricer else {
                all.bounds.push(None);
                continue;
            };
            let found = pricer.price(std::slice::from_ref(&asked), limits)?;
            all.bounds.push(found.bounds.first().copied().flatten());
            let tagged = |candidate| Candidate { tag: problem.tag, ..candidate };
            all.candidates.extend(found.candidates.into_iter().map(tagged));
            all.nodes += found.nodes;
        }
        all.candidates.sort_by(Candidate::best_first);
        Ok(all)
    }
}
